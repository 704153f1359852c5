/** As public/mark.svg draws it, and the icons that `npm run icons` makes of that. */
export const GROUND = "M4 0h8a4 4 0 0 1 4 4v8a4 4 0 0 1-4 4H4a4 4 0 0 1-4-4V4a4 4 0 0 1 4-4z";
export const FIGURE = "M3 8V3l5 3V3l5 3v2H9v3h4v2H3v-2h4V8z";

/** 工 under a saw-tooth roof. In the one colour of the words beside it, the figure is cut out. */
export function Mark({ size = 20 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 16 16" fill="currentColor" aria-hidden="true">
      <path fillRule="evenodd" d={GROUND + FIGURE} />
    </svg>
  );
}

/** In the page itself, so that no visit asks for it. */
export const FAVICON = `data:image/svg+xml,${encodeURIComponent(
  `<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'><path fill='#0b5cad' d='${GROUND}'/><path fill='#fff' d='${FIGURE}'/></svg>`,
).replace(/%(20|2F|3A|3D|27)/g, (coded) => decodeURIComponent(coded))}`;
