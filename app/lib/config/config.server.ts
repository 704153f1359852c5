import { BlockList, isIP } from "node:net";
import { availableParallelism } from "node:os";
import { PUSH_HOSTS } from "./push.hosts";

export type Config = ReturnType<typeof readConfig>;

const LOOPBACK = /^(localhost|[\w-]+\.localhost|127(\.\d+){3}|\[::1\])$/;

function cookiePrefix(secure: boolean, insecure: boolean): string {
  return secure ? "__Host-koba-" : insecure ? "insecure-koba-" : "koba-";
}

/**
 * Addresses or networks of the reverse proxy, comma separated: the only senders whose X-Forwarded-For counts.
 */
function proxies(text: string | undefined): BlockList {
  const list = new BlockList();
  for (const one of (text ?? "")
    .split(",")
    .map((part) => part.trim())
    .filter(Boolean)) {
    const [ip = "", bits] = one.split("/");
    const family = isIP(ip);
    if (!family)
      throw new Error(`TRUSTED_PROXYにはIPアドレスを書いてください。(TRUSTED_PROXY: ${one} is no address)`);
    const kind = family === 6 ? "ipv6" : "ipv4";
    const longest = family === 6 ? 128 : 32;
    if (bits !== undefined && !(/^\d{1,3}$/.test(bits) && Number(bits) <= longest)) {
      throw new Error(
        `TRUSTED_PROXYの / の後ろは0から${longest}までの数にしてください。(TRUSTED_PROXY: ${one} is no network)`,
      );
    }
    if (bits) list.addSubnet(ip, Number(bits), kind);
    else list.addAddress(ip, kind);
  }
  return list;
}

function address(name: string, text: string | undefined): string | null {
  if (!text) return null;
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return text;
  throw new Error(`${name}にはhttpまたはhttpsのアドレスを書いてください。(${name}: ${text} is no address)`);
}

/** Cores but one, which the database needs; at most eight: the embedded one takes 80 connections. */
function processes(text: string | undefined): number {
  if (!text || text === "auto") return Math.min(8, Math.max(1, availableParallelism() - 1));
  const found = Number(text);
  if (Number.isInteger(found) && found >= 1 && found <= 8) return found;
  throw new Error(`WEB_PROCESSESには1から8までの数か、autoを書いてください。(WEB_PROCESSES: ${text})`);
}

function portOf(name: string, text: string): number {
  const port = Number(text);
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port;
  throw new Error(`${name}には0から65535までの数を書いてください。(${name}: ${text} is no port)`);
}

function addresses(name: string, text: string | undefined): string[] {
  const all = (text ?? "")
    .split(",")
    .map((one) => one.trim())
    .filter(Boolean);
  const wrong = all.find((one) => !/^[^\s@,]+@[^\s@,]+$/.test(one));
  if (wrong === undefined) return all;
  throw new Error(`${name}にはメールアドレスを書いてください。(${name}: ${wrong} is no mail address)`);
}

function originOf(text: string): string {
  const origin = text.trim();
  if (URL.canParse(origin) && /^https?:$/.test(new URL(origin).protocol)) return new URL(origin).origin;
  throw new Error(
    `PUBLIC_ORIGINにはhttps://koba.example.comのように、https://から書いてください。(PUBLIC_ORIGIN: ${origin} is no address)`,
  );
}

export const warnings = ({ proxy_unknown }: Config): string[] =>
  proxy_unknown
    ? [
        "警告: TRUSTED_PROXYが設定されていません。前段（nginxなど）のアドレスを設定してください（同じ機械なら TRUSTED_PROXY=127.0.0.1）。" +
          "設定するまで、ログインなどの回数の制限はユーザー名だけで数えます。" +
          "(TRUSTED_PROXY is not set: behind a proxy all visitors look like one, so attempts are counted by name alone.)",
      ]
    : [];

export function readConfig(env: NodeJS.ProcessEnv) {
  const port = portOf("PORT", env.PORT || "3000");
  const origins = (env.PUBLIC_ORIGIN || `http://localhost:${port},http://127.0.0.1:${port}`)
    .split(",")
    .map(originOf);
  const secure = origins[0]!.startsWith("https:");
  const insecure = origins.some((o) => o.startsWith("http:") && !LOOPBACK.test(new URL(o).hostname));
  if (insecure && env.INSECURE_HTTP !== "1") {
    throw new Error(
      "PUBLIC_ORIGINがhttpsではありません。前段でTLSを受けてhttpsのアドレスにするか、危険を承知で使うときはINSECURE_HTTP=1を設定してください。" +
        "(PUBLIC_ORIGIN is plain http: use https, or set INSECURE_HTTP=1)",
    );
  }
  if (env.SAMPLE_WORLD === "1" && origins.some((o) => !LOOPBACK.test(new URL(o).hostname))) {
    throw new Error(
      "SAMPLE_WORLDは、この機械だけで使うときのものです。PUBLIC_ORIGINをlocalhostにするか、SAMPLE_WORLDを外してください。" +
        "(SAMPLE_WORLD has published passwords: only with a PUBLIC_ORIGIN of this machine)",
    );
  }
  return {
    port,
    host: env.HOST ?? "0.0.0.0",
    origins,
    secure,
    /** Plain http beyond this machine, allowed by INSECURE_HTTP=1: every page says so. */
    insecure,
    cookie_prefix: cookiePrefix(secure, insecure),
    product_name: env.PRODUCT_NAME ?? "KOBA",
    stock_id: env.PRODUCT_STOCK_BUYER_ID ?? "shohin-zaiko",
    parts_id: env.PARTS_BUYER_ID ?? "buhin-zaiko",
    push_hosts:
      env.PUSH_HOSTS?.split(",")
        .map((one) => one.trim())
        .filter(Boolean) ?? PUSH_HOSTS,
    backend_url: env.BACKEND_URL ?? null,
    chat_graphql_url: address("CHAT_GRAPHQL_URL", env.CHAT_GRAPHQL_URL),
    trusted_proxy: proxies(env.TRUSTED_PROXY),
    /** Something takes TLS before us, and nobody has said where it stands. */
    proxy_unknown: secure && !env.TRUSTED_PROXY?.trim(),
    processes: processes(env.WEB_PROCESSES),
    /** Null where nobody asks for figures. */
    metrics_port: env.METRICS_PORT ? portOf("METRICS_PORT", env.METRICS_PORT) : null,
    metrics_host: env.METRICS_HOST || "127.0.0.1",
    /** Whom the server itself writes to; nobody where it is not said. */
    operator_mail: addresses("OPERATOR_MAIL", env.OPERATOR_MAIL),
    sample_world: env.SAMPLE_WORLD === "1",
    sample_cards: Number(env.SAMPLE_CARDS ?? 0),
  };
}
