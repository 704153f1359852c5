import { BlockList, isIP } from "node:net";

const plain = (address: string) => address.trim().replace(/^::ffff:(?=\d+\.)/i, "");
const isAmong = (proxies: BlockList, address: string) =>
  isIP(address) !== 0 && proxies.check(address, isIP(address) === 6 ? "ipv6" : "ipv4");

const INNER = new BlockList();
for (const [net, bits] of [
  ["127.0.0.0", 8],
  ["10.0.0.0", 8],
  ["172.16.0.0", 12],
  ["192.168.0.0", 16],
  ["169.254.0.0", 16],
  ["100.64.0.0", 10],
] as const) {
  INNER.addSubnet(net, bits, "ipv4");
}
for (const [net, bits] of [
  ["::1", 128],
  ["fc00::", 7],
  ["fe80::", 10],
] as const)
  INNER.addSubnet(net, bits, "ipv6");

export const isPrivate = (address: string): boolean => isAmong(INNER, address);

/** Behind a proxy: the last of X-Forwarded-For that is no proxy's. */
export function clientAddress(
  socket: string | undefined,
  forwarded: string | undefined,
  proxies: BlockList,
): string {
  let address = plain(socket ?? "");
  for (const next of (forwarded ?? "").split(",").map(plain).reverse()) {
    if (!isAmong(proxies, address) || isIP(next) === 0) break;
    address = next;
  }
  return address;
}
