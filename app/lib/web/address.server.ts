import { isIP, type BlockList } from "node:net";

const plain = (address: string) => address.trim().replace(/^::ffff:(?=\d+\.)/i, "");
const among = (proxies: BlockList, address: string) => isIP(address) !== 0 && proxies.check(address, isIP(address) === 6 ? "ipv6" : "ipv4");

/** Who is at the other end: the socket's address, or, where that is the proxy's, the last of X-Forwarded-For that is no proxy's. */
export function clientAddress(socket: string | undefined, forwarded: string | undefined, proxies: BlockList): string {
  let address = plain(socket ?? "");
  for (const next of (forwarded ?? "").split(",").map(plain).reverse()) {
    if (!among(proxies, address) || isIP(next) === 0) break;
    address = next;
  }
  return address;
}
