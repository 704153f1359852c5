const IP = /^\[|^\d+(\.\d+){3}$/;

/**
 * Why a push message may not be sent to this address, or null: only https, only to the makers' own hosts, on
 * the usual port, and never to an address by number.
 */
export function pushProblem(endpoint: string, hosts: string[]): string | null {
  const refused = "この端末の通知の送り先は使えません。別のブラウザーでお試しください。";
  if (endpoint.length > 2_000 || !URL.canParse(endpoint)) return refused;
  const url = new URL(endpoint);
  // Written otherwise, another reader might find another host in it.
  if (url.href !== endpoint) return refused;
  if (hosts.some((one) => one.includes("://") && one === url.origin)) return null;
  if (url.protocol !== "https:" || url.username || url.password || url.port || IP.test(url.hostname))
    return refused;
  const under = (domain: string) => url.hostname.endsWith(domain) && url.hostname.length > domain.length;
  return hosts.some((host) => (host.startsWith("*.") ? under(host.slice(1)) : url.hostname === host))
    ? null
    : refused;
}
