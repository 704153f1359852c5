import { createRequestHandler, type ServerBuild } from "@remix-run/node";
import { expect, test } from "vitest";
import { decodedPath } from "~/lib/web/path";
import { narrowHandlers } from "./routes.server";

const said = (text: string) => ({ loader: () => new Response(text) });
const route = (
  id: string,
  path: string | undefined,
  parentId?: string,
  module: object = said(id),
  index = false,
) => ({ [id]: { id, path, parentId, index, module } });
const build = {
  routes: {
    ...route("root", "", undefined, {}),
    ...route("front", undefined, "root", said("front"), true),
    ...route("board", "task/kanban", "root"),
    ...route("card", "task/:key", "root"),
    ...route("people", "setting", "root", {}),
    ...route("person", ":key", "people"),
    ...route("code", ":any/code", "root"),
    ...route("scan", "s/:token?", "root"),
    ...route("sheet", "task.csv", "root"),
    ...route("rest", "*", "root"),
  },
  assets: { routes: {}, entry: { imports: [], module: "" }, url: "", version: "" },
  entry: { module: { default: () => new Response(null) } },
  publicPath: "/",
  assetsBuildDirectory: "",
  future: {},
  isSpaMode: false,
} as unknown as ServerBuild;

test("a path is matched as Remix matches it among all routes, in whatever case or coding it is written", async () => {
  const narrow = narrowHandlers(build);
  const whole = createRequestHandler(build, "production");
  // `_data` asks a route's loader alone.
  const ask = async (path: string, id: string) => {
    const request = () => new Request(`http://koba.example${path}?_data=${id}`);
    const answer = await (await narrow(decodedPath(path))(request(), {} as never)).text();
    expect(answer).toBe(await (await whole(request(), {} as never)).text());
    return answer;
  };
  expect(await ask("/task/kanban", "board")).toBe("board");
  expect(await ask("/Task/7", "card")).toBe("card");
  expect(await ask("/%74ask/kanban", "board")).toBe("board");
  expect(await ask("/setting/12", "person")).toBe("person");
  expect(await ask("/anything/code", "code")).toBe("code");
  expect(await ask("/task/code", "card")).toBe("card");
  expect(await ask("/task/a%2Fb/", "card")).toBe("card");
  expect(await ask("/", "front")).toBe("front");
  expect(await ask("/s", "scan")).toBe("scan");
  expect(await ask("/s/ab+c", "scan")).toBe("scan");
  expect(await ask("/task.csv", "sheet")).toBe("sheet");
  expect(await ask("/taskxcsv", "rest")).toBe("rest");
  expect(await ask("/no/such/page", "rest")).toBe("rest");
});
