import { createHash } from "node:crypto";
import { isIPv6 } from "node:net";
import { RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";
import type { Database } from "~/lib/db/connection.server";
import { networkKey } from "~/lib/pool/network.server";
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
// `alone`: for a name where the address can't be told, and a name is all there is to count.
const SIGN_IN = { ip: 100, name: 30, alone: 15, seconds: 15 * MINUTES };
const SEND_CODE = { ip: 30, name: 10, alone: 5, seconds: 60 * MINUTES };
const CONFIRM_CODE = { ip: 60, name: 30, alone: 15, seconds: 60 * MINUTES };

type Bound = typeof SIGN_IN;
export type Limits = ReturnType<typeof limits>;

/** A customer has a whole /64 of IPv6 addresses. */
export function network(ip: string): string {
  if (!isIPv6(ip) || ip.startsWith("::ffff:")) return ip.replace("::ffff:", "").slice(0, 64);
  const [head = "", tail] = ip.split("::");
  const [left, right] = [head, tail ?? ""].map((part) => part.split(":").filter(Boolean));
  const gap = tail === undefined ? [] : Array<string>(8 - left!.length - right!.length).fill("0");
  return [...left!, ...gap, ...right!].slice(0, 4).join(":");
}

// The name may hold anything and any length; also, who reads the table shall not read a list of users.
const person = (username: string) => createHash("sha256").update(nameKey(username)).digest("base64url");

// Sign-ins are many at eight in the morning: both counts in one statement, in the library's own table. A name
// is not counted on behalf of an address that is shut out.
const COUNT =
  "set points = case when l.expire <= $4 then 1 else l.points + 1 end, expire = case when l.expire <= $4 then $3 else l.expire end";
// Where somebody has signed in from before, failures have a count of their own: strangers shut out strangers.
const KNOWN = `exists (select 1 from pool.places p join pool.users u using (sub) where p.network = $6
  and (lower(u.username) = lower($7) or lower(u.email) = lower($7) and u.email_verified))`;
const KNOCK = {
  name: "signin_knock",
  text: `with ip as (insert into pool.limits as l (key, points, expire) values ($1, 1, $3) on conflict (key) do update ${COUNT} returning points, expire),
    person as (insert into pool.limits as l (key, points, expire) select case when ${KNOWN} then $8 else $2 end, 1, $3 from ip where ip.points <= $5
      on conflict (key) do update ${COUNT} returning points, expire)
    select ip.points as ip, ip.expire as ip_until, person.points as person, person.expire as person_until from ip left join person on true`,
};
const GIVE_BACK = {
  name: "signin_give_back",
  text: `with known as (delete from pool.limits where key = $3 returning key), gone as (delete from pool.limits where key = $2
    and not exists (select 1 from known)) update pool.limits set points = points - 1 where key = $1 and points > 0`,
};
type Count = { ip: number; ip_until: string; person: number | null; person_until: string | null };

function signInKnocks(db: Database) {
  const keys = (ip: string | null, username: string) =>
    [
      ip === null ? `signin.alone:${person(username)}` : `signin.ip:${network(ip)}`,
      `signin.name:${person(username)}`,
    ] as const;
  const place = (ip: string | null) => (ip === null ? "" : networkKey(network(ip)));
  const here = (ip: string | null, username: string) => `signin.place:${person(username)}@${place(ip)}`;
  return {
    async knock(ip: string | null, username: string): Promise<void> {
      const now = Date.now();
      const most = ip === null ? SIGN_IN.alone : SIGN_IN.ip;
      const {
        rows: [count],
      } = await db.$client.query<Count>({
        ...KNOCK,
        values: [
          ...keys(ip, username),
          now + SIGN_IN.seconds * 1000,
          now,
          most,
          place(ip),
          nameKey(username).replace(/\0/g, "").slice(0, 256),
          here(ip, username),
        ],
      });
      const until =
        count!.ip > most ? count!.ip_until : count!.person! > SIGN_IN.name ? count!.person_until : null;
      if (until !== null) throw new TooManyRequests(Math.ceil((Number(until) - now) / 1000));
    },
    async giveBack(ip: string | null, username: string): Promise<void> {
      await db.$client.query({ ...GIVE_BACK, values: [...keys(ip, username), here(ip, username)] });
    },
  };
}

export function limits(db: Database) {
  function knocker(about: string, bound: Bound) {
    const limiter = (by: "ip" | "name" | "alone") =>
      new RateLimiterPostgres({
        storeClient: db.$client,
        schemaName: "pool",
        tableName: "limits",
        tableCreated: true,
        storeType: "pool",
        keyPrefix: `${about}.${by}`,
        points: bound[by],
        duration: bound.seconds,
      });
    const [byIp, byName, byNameAlone] = [limiter("ip"), limiter("name"), limiter("alone")];
    return {
      async knock(ip: string | null, username: string): Promise<void> {
        try {
          if (ip === null) await byNameAlone.consume(person(username));
          else await byIp.consume(network(ip));
          await byName.consume(person(username));
        } catch (error) {
          throw error instanceof RateLimiterRes
            ? new TooManyRequests(Math.ceil(error.msBeforeNext / 1000))
            : error;
        }
      },
    };
  }

  const signIn = signInKnocks(db);
  return {
    /** Before asking the pool; throws TooManyRequests. */
    signIn: signIn.knock,
    /** After the pool said yes: only failures count. */
    signedIn: signIn.giveBack,
    sendCode: knocker("code", SEND_CODE).knock,
    confirmCode: knocker("confirm", CONFIRM_CODE).knock,
  };
}
