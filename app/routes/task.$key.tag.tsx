// The same sheet, for the card that its address names.
export { default, handle, loader, meta } from "./task.tag";
