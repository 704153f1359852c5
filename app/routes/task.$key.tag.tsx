export { default, handle, loader, meta } from "./task.tag";
