import { decrypt, encrypt } from "./encrypt.server";

let secret: string | undefined;

/** APP_SECRET, for what commands keep sealed; said once when the application is made. */
export function sealWith(given: string): void {
  secret = given;
}

function known(): string {
  if (secret === undefined) throw new Error("No secret to seal with: call sealWith (lib/config) first.");
  return secret;
}

export const seal = (text: string, about: string): string => encrypt(known(), text, about);

/** Null where it was sealed with another secret, or for another place. */
export function unseal(sealed: string, about: string): string | null {
  try {
    return decrypt(known(), sealed, about);
  } catch {
    return null;
  }
}
