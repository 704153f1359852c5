/** `asks`: what stands on a page whose script then asks for a further part of itself. */
export type Scripts = {
  main: string;
  signin: string;
  scan: string;
  chat: string;
  chart: string;
  asks: [mark: string, url: string][];
};
