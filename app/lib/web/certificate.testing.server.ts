import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";

const OPENSSL = ["/usr/bin/openssl", "/opt/homebrew/bin/openssl"].find(existsSync);

export const hasOpenssl = OPENSSL !== undefined;

/** A certificate for this machine that nobody trusts who is not told to: privkey.pem and fullchain.pem. */
export function makeCertificate(folder: string): { key: string; cert: string } {
  const [key, cert] = [`${folder}/privkey.pem`, `${folder}/fullchain.pem`];
  const made = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"];
  const named = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"];
  execFileSync(OPENSSL!, ["req", "-x509", ...made, ...named, "-keyout", key, "-out", cert], {
    stdio: "ignore",
  });
  return { key, cert };
}
