import { hash, verify } from "@node-rs/argon2";
import { isCommon, isDull } from "./blocklist.server";
import { PoolFault } from "./fault.server";
import { type Called, isPersonal } from "./password.personal.server";
import { semaphore } from "./semaphore.server";

// Algorithm 2 is argon2id; the enum itself is a const enum, which isolated modules can't read.
const COST = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const DUMMY =
  "$argon2id$v=19$m=19456,t=2,p=1$26vYDmty11I1rGC/d88vgw$5py3oqncBtBiNhIdbLX5wSKbt1JlLj/3HTAFEkJV7GM";
const LONGEST = 256;

// Together 4 hashes at once. Two gates, since checking holds its place while it asks the database and a hash
// may be made within a transaction: behind one gate each could wait for the other's connection.
export const checking = semaphore(3);
const making = semaphore(1);

/** Takes the time of one hash, whether or not there is a password; call it inside `checking`. */
export async function matches(password_hash: string | null, password: string): Promise<boolean> {
  const fits = password.length <= LONGEST;
  const same = await verify(password_hash ?? DUMMY, fits ? password : "");
  return same && fits && password_hash !== null;
}

/** Of a password or a PIN. */
export function hashPassword(password: string): Promise<string> {
  return making(() => hash(password, COST));
}

/** `names`, `companies`: what it must not lean on, whatever digits and signs stand beside. */
export function refuseWeak(password: string, names: (string | null)[], companies: Called[] = []): void {
  const refuse = (why: string) =>
    new PoolFault("InvalidPasswordException", `Password did not conform with policy: ${why}`);
  if ([...password].length < 8) throw refuse("Password not long enough");
  if (password.length > LONGEST) throw refuse("Password too long");
  if (isDull(password) || isCommon(password) || isPersonal(password, names, companies))
    throw refuse("Password is too easy to guess");
}
