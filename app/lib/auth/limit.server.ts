import { createHash } from "node:crypto";
import { isIPv6 } from "node:net";
import { RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";
import type { Database } from "~/lib/db/connection.server";
import { nameKey } from "~/lib/pool/user.server";

/** Named as a pool's refusal, so that the same sentence tells of it. `seconds`: when to try again. */
export class TooManyRequests extends Error {
  override name = "TooManyRequestsException";
  constructor(readonly seconds: number) {
    super("Too many requests");
  }
}

const MINUTES = 60;
// An office is one address: it may fail often together; a name may not.
const SIGN_IN = { ip: 100, name: 30, seconds: 15 * MINUTES };
const SEND_CODE = { ip: 30, name: 10, seconds: 60 * MINUTES };
const CONFIRM_CODE = { ip: 60, name: 30, seconds: 60 * MINUTES };

type Bound = typeof SIGN_IN;
export type Limits = ReturnType<typeof limits>;

/** A customer has a whole /64 of IPv6 addresses. */
function network(ip: string): string {
  if (!isIPv6(ip) || ip.startsWith("::ffff:")) return ip.replace("::ffff:", "").slice(0, 64);
  const [head = "", tail] = ip.split("::");
  const [left, right] = [head, tail ?? ""].map((part) => part.split(":").filter(Boolean));
  const gap = tail === undefined ? [] : Array<string>(8 - left!.length - right!.length).fill("0");
  return [...left!, ...gap, ...right!].slice(0, 4).join(":");
}

// The name may hold anything and any length; also, who reads the table shall not read a list of users.
const person = (username: string) => createHash("sha256").update(nameKey(username)).digest("base64url");

/** How often an address and a user name may knock, counted in the database for all processes together, before either pool. */
export function limits(db: Database) {
  function knocker(about: string, bound: Bound) {
    const limiter = (by: "ip" | "name") => new RateLimiterPostgres({
      storeClient: db.$client, schemaName: "pool", tableName: "limits", tableCreated: true, storeType: "pool",
      keyPrefix: `${about}.${by}`, points: bound[by], duration: bound.seconds,
    });
    const [byIp, byName] = [limiter("ip"), limiter("name")];
    return {
      async knock(ip: string, username: string): Promise<void> {
        try {
          await byIp.consume(network(ip));
          await byName.consume(person(username));
        } catch (error) {
          throw error instanceof RateLimiterRes ? new TooManyRequests(Math.ceil(error.msBeforeNext / 1000)) : error;
        }
      },
      async giveBack(ip: string, username: string): Promise<void> {
        await Promise.all([byIp.reward(network(ip)), byName.delete(person(username))]);
      },
    };
  }

  const signIn = knocker("signin", SIGN_IN);
  return {
    /** Before asking the pool; throws TooManyRequests. */
    signIn: signIn.knock,
    /** After the pool said yes: only failures count. */
    signedIn: signIn.giveBack,
    sendCode: knocker("code", SEND_CODE).knock,
    confirmCode: knocker("confirm", CONFIRM_CODE).knock,
  };
}
