/** A place that needs one of these parts says so with data-rare, beside its own attribute. */
export function start(root: ParentNode) {
  const find = (selector: string) => root.querySelector<HTMLElement>(selector);
  const bar = find("[data-over]");
  const place = find("[data-push]");
  const unsent = find("[data-unsent]");
  const rows = find("[data-reorder]");
  const camera = find("[data-camera-into]");
  const address = find("[data-postal]");
  const steps = find("[data-steps]");
  const wall = find("[data-wall]");
  const sheet = find("[data-stocktake]");
  if (find("[data-keep]")) void import("./keep").then((keep) => keep.start());
  if (wall) void import("./wall").then((part) => part.start(wall));
  if (sheet) void import("./stocktake").then((part) => part.start(sheet as HTMLFormElement));
  if (steps) void import("./steps").then((part) => part.start(steps));
  if (address) void import("./postal").then((postal) => postal.start(address));
  if (bar) void import("./stay").then((stay) => stay.start(bar));
  if (place) void import("./push").then((push) => push.start(place));
  if (unsent) void import("./queue-left").then((queue) => queue.start(unsent));
  if (find("[data-board]")) void import("./board").then((board) => board.start());
  if (find("[data-move]")) void import("./move").then((move) => move.start(root));
  if (find("[type=password]")) void import("./password").then((password) => password.start(root));
  if (find("[data-tally], [data-picked]")) void import("./tally").then((tally) => tally.start(root));
  if (rows) void import("./reorder").then((reorder) => reorder.start(rows as HTMLFormElement));
  if (camera && navigator.mediaDevices) {
    camera.hidden = false;
    camera.onclick = () =>
      void import("./camera").then(({ toggle }) => toggle(camera.querySelector("button")!));
  }
}

export const dots = () => void import("./unread").then((unread) => unread.start());
