import { expect, test } from "vitest";
import { readConfig } from "~/lib/config/config.server";
import { ApiError } from "./api.server";
import {
  buildHeaders,
  compress,
  contentPolicy,
  downBy,
  finish,
  followUp,
  mayWrite,
  pageHeaders,
  pageStatus,
  withTrueStatus,
} from "./response.server";
import { safePath } from "./return-to";

const config = readConfig({ NODE_ENV: "test", PUBLIC_ORIGIN: "https://koba.example" });
const post = (headers: Record<string, string>) =>
  new Request("https://koba.example/order/new", { method: "POST", headers });

test("a post counts only from a page of ours", () => {
  expect(mayWrite(post({ Origin: "https://koba.example" }), config)).toBe(true);
  expect(mayWrite(post({ "Sec-Fetch-Site": "same-origin" }), config)).toBe(true);
  expect(mayWrite(post({}), config)).toBe(false);
  expect(mayWrite(post({ Origin: "null" }), config)).toBe(false);
  expect(mayWrite(post({ Origin: "https://koba.example.evil.example" }), config)).toBe(false);
  expect(
    mayWrite(
      post({
        Origin: "https://evil.example",
        "Sec-Fetch-Site": "same-origin",
        "X-Forwarded-Host": "evil.example",
      }),
      config,
    ),
  ).toBe(false);
  expect(mayWrite(new Request("https://koba.example/"), config)).toBe(true);
});

test("a program with a token of its own needs no page, but nobody borrows a browser's cookie so", () => {
  const call = (path: string, headers: Record<string, string>) =>
    mayWrite(new Request(`https://koba.example${path}`, { method: "POST", headers }), config);
  expect([call("/api/orders", { "X-Auth": "t" }), call("/graphql", { "X-Auth": "t" })]).toEqual([true, true]);
  expect([
    call("/api/orders", {}),
    call("/api/orders", { "X-Auth": "t", Cookie: "a=b" }),
    call("/api/orders", { "X-Auth": "t", Origin: "https://evil.example" }),
    call("/api/orders", { "X-Auth": "t", "Sec-Fetch-Site": "cross-site" }),
    call("/order/new", { "X-Auth": "t" }),
    call("/apis", { "X-Auth": "t" }),
  ]).toEqual([false, false, false, false, false, false]);
});

test("https is asked for on files and pages, for every name below this one; plain http promises nothing", () => {
  const said = { "Strict-Transport-Security": "max-age=31536000; includeSubDomains" };
  expect([pageHeaders(true, 1), buildHeaders(true)]).toMatchObject([said, said]);
  expect(buildHeaders(false)).toEqual({ "X-Content-Type-Options": "nosniff" });
});

test("after sign-in the way leads back into this site only", () => {
  expect(safePath("/task/kanban?q=1&x=%E5%93%81")).toBe("/task/kanban?q=1&x=%E5%93%81");
  // As a header can carry it, however it was typed.
  expect(safePath("/task/list?q=軸 𠮷")).toBe("/task/list?q=%E8%BB%B8 %F0%A0%AE%B7");
  for (const bad of [
    null,
    "",
    "task",
    "//evil.example",
    "/\\evil.example",
    "/%2f/evil.example",
    "/%5cevil.example",
    "/%252f%252fevil.example",
    "https://evil.example",
    "/a\nb",
    "/\tevil",
    "/%0d%0aSet-Cookie:x",
    "/%00",
    "/a\ud800",
    "/%E0%A4%A",
    `/${"a".repeat(3000)}`,
  ]) {
    expect(safePath(bad), String(bad)).toBeNull();
  }
});

test("a page that the browser has already costs a 304", async () => {
  const page = () =>
    new Response("<!DOCTYPE html>".padEnd(2000, "あ"), { headers: { "Content-Type": "text/html" } });
  const headers = pageHeaders(true, 5);
  const first = await finish(new Request("https://koba.example/"), page(), headers);
  const etag = first.headers.get("ETag")!;
  expect(first.headers.get("Cache-Control")).toBe("private, no-cache");
  expect(first.headers.get("Content-Security-Policy")).toContain("frame-ancestors 'none'");
  const again = await finish(
    new Request("https://koba.example/", { headers: { "If-None-Match": etag } }),
    page(),
    headers,
  );
  expect(again.status).toBe(304);
  expect(await again.text()).toBe("");
});

test("what must not be kept gets no ETag, nor does a page that sets a cookie", async () => {
  const secret = await finish(
    new Request("https://koba.example/"),
    new Response("x", { headers: { "Cache-Control": "no-store" } }),
    {},
  );
  const cookie = await finish(
    new Request("https://koba.example/"),
    new Response("x", { headers: { "Set-Cookie": "a=b" } }),
    {},
  );
  expect([secret.headers.get("ETag"), cookie.headers.get("ETag")]).toEqual([null, null]);
});

test("pages travel as brotli where the browser takes it", async () => {
  const body = Buffer.from("納品書".repeat(500));
  expect((await compress(body, "gzip, deflate, br")).encoding).toBe("br");
  expect((await compress(body, "gzip")).encoding).toBe("gzip");
  expect((await compress(body, "")).encoding).toBeNull();
  expect((await compress(Buffer.from("short"), "br")).encoding).toBeNull();
});

test("an enhanced post follows its own redirect with the cookies it was given, never to another site", () => {
  const request = new Request("https://koba.example/order/new", {
    method: "POST",
    headers: { "X-Enhance": "1", Cookie: "s=1; flash=old" },
  });
  const to = (location: string) =>
    new Response(null, { status: 303, headers: { Location: location, "Set-Cookie": "flash=new; Path=/" } });
  const next = followUp(request, to("/order/5"))!;
  expect([next.method, next.url, next.headers.get("Cookie")]).toEqual([
    "GET",
    "https://koba.example/order/5",
    "s=1; flash=new",
  ]);
  expect(followUp(request, to("https://evil.example/"))).toBeNull();
  expect(followUp(new Request("https://koba.example/", { method: "POST" }), to("/order/5"))).toBeNull();
});

test("whoever opens a page signed out is shown the sign-in page there; what a script or a picture asks for is sent on", () => {
  const opened = {
    "Sec-Fetch-Mode": "navigate",
    "Sec-Fetch-Dest": "document",
    Cookie: "s=1",
    "If-None-Match": "x",
  };
  const next = (headers: Record<string, string>, to = "/login?return_to=%2Forder", method = "GET") =>
    followUp(
      new Request("https://koba.example/order", { method, headers }),
      new Response(null, { status: 302, headers: { Location: to } }),
    );
  const shown = next(opened)!;
  expect([shown.method, shown.url, shown.headers.get("Cookie"), shown.headers.get("If-None-Match")]).toEqual([
    "GET",
    "https://koba.example/login?return_to=%2Forder",
    "s=1",
    null,
  ]);
  expect(next(opened, "/login")!.url).toBe("https://koba.example/login");
  const within = new Request("https://koba.example/login?return_to=%2Flogin", { headers: opened });
  expect(
    followUp(within, new Response(null, { status: 302, headers: { Location: "/login?return_to=%2Flogin" } })),
  ).toBeNull();
  const others = [
    next({}),
    next({ ...opened, "Sec-Fetch-Mode": "cors", "Sec-Fetch-Dest": "empty" }),
    next({ ...opened, "Sec-Fetch-Dest": "iframe" }),
    next(opened, "/order/5"),
    next(opened, "//evil.example/login"),
    next(opened, "/login", "POST"),
    next(opened, "/login", "HEAD"),
  ];
  expect(others).toEqual(others.map(() => null));
});

test("a page that fails because the database is away says 503, one that finds no room 507, any other 500", async () => {
  const page = () =>
    new Response("<p>", {
      status: 500,
      headers: { "Content-Type": "text/html; charset=utf-8", "X-Kept": "1" },
    });
  const away = downBy(Object.assign(new Error("connect"), { code: "ECONNREFUSED", syscall: "connect" }));
  const full = downBy(new ApiError(507, "いっぱいです。"));
  expect([
    withTrueStatus(page(), away!).status,
    withTrueStatus(page(), full!).status,
    withTrueStatus(page(), undefined).status,
  ]).toEqual([503, 507, 500]);
  expect(withTrueStatus(page(), away!).headers.get("X-Kept")).toBe("1");
  expect(await withTrueStatus(new Response("Unexpected Server Error", { status: 500 }), full!).text()).toBe(
    "いっぱいです。",
  );
  expect([downBy(new ApiError(409, "x")), downBy(new Error("x"))]).toEqual([null, null]);
});

test("a page that fails behind what its form answered says so: Remix would tell of the form alone", () => {
  const missing = { status: 404, statusText: "Not Found", internal: false, data: null };
  expect([
    pageStatus(200, null),
    pageStatus(422, {}),
    pageStatus(200, { root: new Error("x") }),
    pageStatus(200, { "routes/order": missing }),
  ]).toEqual([200, 422, 500, 404]);
});

test("the policy lets in what stands in the page by its hash, and nothing by name", () => {
  expect(contentPolicy()).toContain("style-src 'self';");
  expect(contentPolicy("a{}")).toMatch(/style-src 'self' 'sha256-[\w+/=]{44}';/);
  expect(contentPolicy("a{}")).not.toContain("unsafe");
  expect(contentPolicy(undefined, ["abc="])).toContain("style-src 'self' 'sha256-abc=';");
});

test("a ZIP goes out while it is made, and nobody makes it for a HEAD", async () => {
  let given = 0;
  const zip = () =>
    new Response(
      new ReadableStream({
        pull: (controller) => controller.enqueue(new Uint8Array([++given])),
      }),
      { headers: { "Content-Type": "application/zip" } },
    );
  const answer = await finish(new Request("https://koba.example/"), zip(), {});
  expect((await answer.body!.getReader().read()).value).toEqual(new Uint8Array([1]));
  expect(answer.headers.get("Content-Encoding")).toBeNull();
  const asked = given;
  expect((await finish(new Request("https://koba.example/", { method: "HEAD" }), zip(), {})).body).toBeNull();
  expect(given - asked).toBeLessThan(3);
});
