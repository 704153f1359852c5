import { createCookie } from "@remix-run/node";
import { ENROL_MS } from "~/lib/auth/session.server";
import type { Config } from "~/lib/config/config.server";
import { decrypt, encrypt } from "~/lib/config/encrypt.server";

/** product §9. */
const CHALLENGE_MS = 180_000;
const RESET_MS = 3600_000;

type Pending =
  | (Step & { kind: "new_password" })
  | (Step & { kind: "code" })
  | Enrolment
  | { kind: "factor"; secret: string }
  | { kind: "reset"; username: string; destination: string; done: boolean };
type Step = { session: string; username: string; typed: string; keep: boolean; return_to: string | null };
export type Enrolment = {
  kind: "enrol";
  secret: string;
  session?: string;
  id?: string;
  username: string;
  typed: string;
  keep: boolean;
  return_to: string | null;
};
type Kind = Pending["kind"];
const MS: Record<Kind, number> = {
  new_password: CHALLENGE_MS,
  code: CHALLENGE_MS,
  enrol: ENROL_MS,
  factor: ENROL_MS,
  reset: RESET_MS,
};

/** Sealed and HttpOnly: never in a page. */
export function pendingCookie(config: Config, secret: string) {
  const name = `${config.cookie_prefix}pending`;
  const cookie = createCookie(name, { path: "/", httpOnly: true, sameSite: "lax", secure: config.secure });
  const ms = (kind: Kind) => MS[kind];

  async function read<K extends Kind>(
    request: Request,
    kind: K,
  ): Promise<(Extract<Pending, { kind: K }> & { until: number }) | null> {
    const sealed: unknown = await cookie.parse(request.headers.get("Cookie"));
    if (typeof sealed !== "string") return null;
    try {
      const kept = JSON.parse(decrypt(secret, sealed, name));
      return kept.kind === kind && kept.until > Date.now() ? kept : null;
    } catch {
      return null;
    }
  }

  return {
    read,
    keep(pending: Pending): Promise<string> {
      const text = JSON.stringify({ ...pending, until: Date.now() + ms(pending.kind) });
      return cookie.serialize(encrypt(secret, text, name), { maxAge: ms(pending.kind) / 1000 });
    },
    drop: (): Promise<string> => cookie.serialize("", { maxAge: 0 }),
  };
}
