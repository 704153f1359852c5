import { createHash } from "node:crypto";
import { createCookie } from "@remix-run/node";
import type { z } from "zod";
import type { Args, Visitor } from "./visit.server";

/** A tablet is used by many: what one of them chose is nobody else's. */
const owner = ({ who }: Visitor) =>
  createHash("sha256").update(`${who.username} ${who.company_id}`).digest("base64url").slice(0, 10);

function cookieOf(
  {
    context: {
      app: { config },
    },
  }: Args,
  name: string,
) {
  return createCookie(`${config.cookie_prefix}${name}`, {
    path: "/",
    httpOnly: true,
    sameSite: "lax",
    secure: config.secure,
    maxAge: 400 * 86_400,
  });
}

export async function preferenceOf<S extends z.ZodType>(
  args: Args,
  visitor: Visitor,
  name: string,
  schema: S,
): Promise<z.output<S> | null> {
  const found = (await cookieOf(args, name)
    .parse(args.request.headers.get("Cookie"))
    .catch(() => null)) as { u?: string; v?: unknown } | null;
  if (found?.u !== owner(visitor)) return null;
  const read = schema.safeParse(found.v);
  return read.success ? read.data : null;
}

export async function preferenceHeaders(
  args: Args,
  visitor: Visitor,
  name: string,
  value: unknown,
): Promise<HeadersInit> {
  return { "Set-Cookie": await cookieOf(args, name).serialize({ u: owner(visitor), v: value }) };
}
