import config from "../../../remix.config.js";

/** The addresses that remix.config.js adds, each with the file that serves it. */
export function sharedRoutes(): { path: string; file: string }[] {
  const found: { path: string; file: string }[] = [];
  void config.routes!((define) => {
    define((path, file) => found.push({ path: `/${path}`, file: `app/${file}` }));
    return {};
  });
  return found;
}
