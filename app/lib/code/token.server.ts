import { createHmac, timingSafeEqual } from "node:crypto";
import { type CodeKind } from "~/lib/vocabulary/scan";
import { sealText, type Token, tokenOf } from "./token";

function sealOf(secret: string, company_id: string, kind: CodeKind, key: number, generation: number): string {
  return sealText(
    createHmac("sha256", secret).update([company_id, kind, key, generation].join("\n")).digest(),
  );
}

/** `generation` grows with each 再発行. */
export const signToken = (
  secret: string,
  company_id: string,
  kind: CodeKind,
  key: number,
  generation: number,
) => tokenOf(kind, key, sealOf(secret, company_id, kind, key, generation));

export function checkToken(
  secret: string,
  company_id: string,
  { kind, key, seal }: Token,
  generation: number,
): "valid" | "old" | "strange" {
  const made = (of: number) =>
    timingSafeEqual(Buffer.from(sealOf(secret, company_id, kind, key, of)), Buffer.from(seal));
  if (made(generation)) return "valid";
  return Array.from({ length: generation - 1 }, (_, index) => index + 1).some(made) ? "old" : "strange";
}

type Pinned = { worker_id: number; pin_hash: string | null };
const instant = (text: string | undefined) => {
  const at = parseInt(text ?? "", 36);
  return Number.isFinite(at) && at >= 0 && at <= 8e15 ? at : null;
};

/** A changed PIN ends the pass. */
export function signPass(secret: string, worker: Pinned, issued: string, until: string): string {
  const seal = createHmac("sha256", secret)
    .update(["pass", worker.worker_id, worker.pin_hash, issued, until].join("\n"))
    .digest("base64url")
    .slice(0, 27);
  return `${Date.parse(issued).toString(36)}.${Date.parse(until).toString(36)}.${seal}`;
}

/** A scan made before the PIN was given belongs to nobody. */
export function checkPass(secret: string, worker: Pinned, pass: string | undefined, at: string): boolean {
  const [from, to] = (pass ?? "").split(".");
  const [issued, until] = [instant(from), instant(to)];
  if (!pass || issued === null || until === null || Date.parse(at) < issued || Date.parse(at) > until)
    return false;
  const made = signPass(secret, worker, new Date(issued).toISOString(), new Date(until).toISOString());
  const [given, right] = [Buffer.from(pass), Buffer.from(made)];
  return given.length === right.length && timingSafeEqual(given, right);
}
