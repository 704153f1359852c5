import { hash, verify } from "@node-rs/argon2";
import { PoolFault } from "./fault.server";

// Algorithm 2 is argon2id; the enum itself is a const enum, which isolated modules can't read.
const COST = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const DUMMY = "$argon2id$v=19$m=19456,t=2,p=1$26vYDmty11I1rGC/d88vgw$5py3oqncBtBiNhIdbLX5wSKbt1JlLj/3HTAFEkJV7GM";
const LONGEST = 256;
const QUEUE = 200;

/** Runs at most `places` jobs at once; too long a queue is refused rather than left to time out. */
export function gate(places: number) {
  let free = places;
  const waiting: (() => void)[] = [];
  return async function pass<T>(run: () => Promise<T>): Promise<T> {
    if (waiting.length >= QUEUE) throw new PoolFault("TooManyRequestsException", "Too many requests");
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await run();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    }
  };
}

// Together 4 hashes at once. Two gates, since checking holds its place while it asks the database and a hash may be made within a
// transaction: behind one gate each could wait for the other's connection.
export const checking = gate(3);
const making = gate(1);

/** Compares in the time of one hash, whether or not there is a password to compare with. Call it inside `checking`. */
export async function matches(password_hash: string | null, password: string): Promise<boolean> {
  const fits = password.length <= LONGEST;
  const same = await verify(password_hash ?? DUMMY, fits ? password : "");
  return same && fits && password_hash !== null;
}

export function hashPassword(password: string): Promise<string> {
  return making(() => hash(password, COST));
}

// The commonest passwords of 8 characters and more; shorter ones fall to the length.
const COMMON = new Set(`
  password password1 password12 password123 passw0rd p@ssword p@ssw0rd 12345678 123456789 1234567890 0123456789 87654321 987654321
  9876543210 11111111 111111111 00000000 000000000 88888888 99999999 12341234 11112222 11223344 1122334455 12344321 123123123
  123321123 147258369 159753456 741852963 789456123 963852741 qwertyui qwertyuiop qwerty12 qwerty123 qwerty1234 1qaz2wsx 1q2w3e4r
  1q2w3e4r5t q1w2e3r4 zaq12wsx qazwsxedc asdfghjk asdfghjkl asdfasdf zxcvbnm1 zxcvbnm, abcd1234 abc12345 abcdefgh abcdefg1
  a1234567 a12345678 aa123456 aaaaaaaa iloveyou iloveyou1 sunshine princess football baseball basketball superman starwars
  whatever trustno1 computer internet michelle jennifer welcome1 welcome123 letmein1 changeme changeme1 admin123 admin1234
  administrator root1234 test1234 testtest temp1234 guest123 master123 dragon12 monkey12 shadow12 samsung1 pokemon1 charlie1
  passpass secret12 sakura123 sakurasakura doraemon pikachu1 arigatou takahiro hirohiro nihonjin japan123 tokyo2020 tokyo123
  toyota123 kaisha123 kojo1234 koujou123
`.trim().split(/\s+/));

/** Length (characters) and the block list; no composition rules. `names`: what the password must not simply repeat. */
export function refuseWeak(password: string, names: (string | null)[]): void {
  const refuse = (why: string) => new PoolFault("InvalidPasswordException", `Password did not conform with policy: ${why}`);
  if ([...password].length < 8) throw refuse("Password not long enough");
  if (password.length > LONGEST) throw refuse("Password too long");
  const folded = password.toLowerCase();
  const repeats = names.some((name) => name !== null && (folded === name.toLowerCase() || folded === name.toLowerCase().split("@")[0]));
  if (repeats || COMMON.has(folded) || new Set(password).size === 1) throw refuse("Password is too easy to guess");
}
