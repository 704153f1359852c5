/** The revision of the server that made this document. */
const own = document.querySelector<HTMLMetaElement>("meta[name=revision]")?.content ?? "";

/** What the server now says its revision is: looked at where it is another than the browser has seen. */
export function revise(sent = own) {
  if (sent !== localStorage.revision || sent !== own) void import("./revision").then(({ saw }) => saw(sent, own));
}

/** Errors that nobody catches are reported; the part that does is fetched when there is one. */
export function watchErrors() {
  for (const name of ["error", "unhandledrejection"] as const) {
    addEventListener(name, (event) => void import("./report").then(({ report }) => report(event as ErrorEvent), () => {}));
  }
}
