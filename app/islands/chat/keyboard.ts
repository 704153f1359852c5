type View = { width: number; height: number; offsetTop: number };

const DESK = 768;
/** No keyboard is lower, and no toolbar of a browser as high. */
const KEYBOARD = 150;
/** Below that the page scrolls as any other. */
const LEAST = 240;

/** Where a room stands on a phone; null on a wide or a very low screen, where the styles say it. */
export function roomBetween(
  { width, height, offsetTop }: View,
  tallest: number,
  header: number,
  bar: number,
) {
  const isPhone = width < DESK;
  const types = isPhone && tallest - height > KEYBOARD;
  const top = Math.max(header, offsetTop);
  const room = offsetTop + height - top - (types ? 0 : bar);
  if (!isPhone || room < LEAST) return { style: null, types };
  const style = {
    position: "fixed",
    left: "0",
    right: "0",
    minHeight: "0",
    top: `${top}px`,
    height: `${room}px`,
  };
  return { style, types };
}
