import { expect, test } from "vitest";
import { readConfig, warnings } from "~/lib/config/config.server";
import { clientAddress, isPrivate } from "./address.server";

const proxies = (list?: string) => readConfig({ NODE_ENV: "test", TRUSTED_PROXY: list }).trusted_proxy;

test("without a configured proxy nobody can claim another address", () => {
  expect(clientAddress("203.0.113.5", "1.2.3.4", proxies())).toBe("203.0.113.5");
  expect(clientAddress("::ffff:203.0.113.5", "", proxies())).toBe("203.0.113.5");
});

test("behind the proxy the last address counts that no proxy added, whatever stands before it", () => {
  const known = proxies("10.0.0.0/8, 127.0.0.1, fd00::/8");
  expect(clientAddress("127.0.0.1", "1.2.3.4", known)).toBe("1.2.3.4");
  expect(clientAddress("::ffff:127.0.0.1", "6.6.6.6, 1.2.3.4, 10.1.2.3", known)).toBe("1.2.3.4");
  expect(clientAddress("fd00::1", "2001:db8::1", known)).toBe("2001:db8::1");
  expect(clientAddress("203.0.113.5", "1.2.3.4", known)).toBe("203.0.113.5");
  expect(clientAddress("127.0.0.1", "nonsense", known)).toBe("127.0.0.1");
  expect(clientAddress("127.0.0.1", "1.2.3.4, nonsense", known)).toBe("127.0.0.1");
  expect(clientAddress(undefined, "1.2.3.4", known)).toBe("");
});

test("a proxy that nobody has told us of stands in this machine or in a network of its own", () => {
  expect(
    ["127.0.0.1", "10.1.2.3", "172.20.0.1", "192.168.1.9", "::1", "fd00::1", "fe80::1"].every(isPrivate),
  ).toBe(true);
  expect(["203.0.113.5", "172.32.0.1", "2001:db8::1", "", "nonsense"].some(isPrivate)).toBe(false);
});

test("the sample world, whose passwords everybody knows, is for this machine alone", () => {
  const read = (PUBLIC_ORIGIN: string) => () =>
    readConfig({ NODE_ENV: "test", SAMPLE_WORLD: "1", PUBLIC_ORIGIN });
  expect(read("https://koba.example")).toThrow(/SAMPLE_WORLD/);
  expect(read("http://localhost:3000,http://127.0.0.1:3000")).not.toThrow();
});

test("https without a word of the proxy is warned of at the start; with it, or on this machine alone, it is not", () => {
  const said = (env: Record<string, string>) => warnings(readConfig({ NODE_ENV: "test", ...env })).join();
  expect(said({ PUBLIC_ORIGIN: "https://koba.example" })).toMatch(/TRUSTED_PROXY/);
  expect([said({ PUBLIC_ORIGIN: "https://koba.example", TRUSTED_PROXY: "127.0.0.1" }), said({})]).toEqual([
    "",
    "",
  ]);
});
