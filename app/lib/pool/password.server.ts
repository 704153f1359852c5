import { hash, verify } from "@node-rs/argon2";
import { isCommon } from "./blocklist.server";
import { PoolFault } from "./fault.server";
import { semaphore } from "./semaphore.server";

// Algorithm 2 is argon2id; the enum itself is a const enum, which isolated modules can't read.
const COST = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const DUMMY =
  "$argon2id$v=19$m=19456,t=2,p=1$26vYDmty11I1rGC/d88vgw$5py3oqncBtBiNhIdbLX5wSKbt1JlLj/3HTAFEkJV7GM";
const LONGEST = 256;

// Together 4 hashes at once. Two gates, since checking holds its place while it asks the database and a hash
// may be made within a
// transaction: behind one gate each could wait for the other's connection.
export const checking = semaphore(3);
const making = semaphore(1);

/**
 * Compares in the time of one hash, whether or not there is a password to compare with. Call it inside
 * `checking`.
 */
export async function matches(password_hash: string | null, password: string): Promise<boolean> {
  const fits = password.length <= LONGEST;
  const same = await verify(password_hash ?? DUMMY, fits ? password : "");
  return same && fits && password_hash !== null;
}

export function hashPassword(password: string): Promise<string> {
  return making(() => hash(password, COST));
}

/** What is left of a password without digits and signs: "Yamada-2026!" is "yamada". */
const lettersOf = (text: string) =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}]/gu, "");

// What companies and their addresses are called besides their own word.
const TRADE =
  /seisakusho|seisaku|seiki|kogyosho|kogyo|koki|denki|denshi|kinzoku|kikai|kakou?|sangyo|shoji|shokai|giken|tekko|factory|works|corp/g;
const LONG = 16;

/** The words in a name: of an address also what stands before the @, and the names of its host. */
const wordsIn = (name: string) => {
  const [local = "", host = ""] = name.split("@");
  return [name, local, ...host.split(".").slice(0, -1)].map(lettersOf).filter((word) => word.length > 2);
};

/**
 * Whether hardly anything stands beside a word of one's own: "yamadaseiki7", "keiri-abc". A long password may
 * begin as it likes.
 */
function leansOn(bare: string, own: string[]): boolean {
  return own.some((word) => {
    const rest = bare.startsWith(word)
      ? bare.slice(word.length)
      : bare.endsWith(word)
        ? bare.slice(0, -word.length)
        : null;
    return rest !== null && rest.replace(TRADE, "").length < 4;
  });
}

/**
 * Length (characters) and the block list; no composition rules. `names`: what it must not repeat, whatever
 * digits and signs stand beside.
 */
export function refuseWeak(password: string, names: (string | null)[]): void {
  const refuse = (why: string) =>
    new PoolFault("InvalidPasswordException", `Password did not conform with policy: ${why}`);
  if ([...password].length < 8) throw refuse("Password not long enough");
  if (password.length > LONGEST) throw refuse("Password too long");
  const folded = password.toLowerCase();
  const bare = lettersOf(password);
  const own = names.flatMap((name) => (name === null ? [] : wordsIn(name)));
  const leans = [...password].length < LONG && leansOn(bare, own);
  const repeats = names.some(
    (name) => name !== null && (folded === name.toLowerCase() || folded === name.toLowerCase().split("@")[0]),
  );
  const common = isCommon(folded) || isCommon(bare) || new Set(password).size === 1;
  if (repeats || leans || own.includes(bare) || common) throw refuse("Password is too easy to guess");
}
