import http, { type IncomingMessage } from "node:http";
import { type AddressInfo, BlockList } from "node:net";
import { expect, test } from "vitest";
import type { Config } from "~/lib/config/config.server";
import { publicListener } from "./listener.server";

const config = { origins: ["http://localhost"], trusted_proxy: new BlockList(), proxy_unknown: false };

test("a connection outlives a long body that no route has read, and one that was read in part", async () => {
  const seen: IncomingMessage[] = [];
  const server = http.createServer(
    publicListener(config as unknown as Config, async (request) => {
      if (request.url.endsWith("/part")) await request.body!.getReader().read();
      return new Response("ok", { headers: { "X-Read": request.headers.get("Host")! } });
    }),
  );
  server.on("request", (incoming) => seen.push(incoming));
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  const post = (path: string, body: string) =>
    new Promise<number>((done, failed) => {
      const request = http.request({ port, host: "127.0.0.1", path, method: "POST", agent }, (answer) =>
        answer.resume().on("end", () => done(answer.statusCode!)),
      );
      request.on("error", failed).end(body);
    });
  for (const path of ["/", "/part", "/"]) expect(await post(path, "x".repeat(800_000))).toBe(200);
  expect(await post("/", "")).toBe(200);
  expect(new Set(seen.map(({ socket }) => socket.remotePort)).size).toBe(1);
  agent.destroy();
  server.close();
});
