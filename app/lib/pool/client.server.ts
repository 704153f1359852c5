import { createHmac, timingSafeEqual } from "node:crypto";
import type { PoolContext } from "./context.server";
import { notAuthorized, PoolFault } from "./fault.server";

export function refuseClient({ settings }: PoolContext, client_id: string): void {
  if (client_id !== settings.client_id)
    throw new PoolFault("ResourceNotFoundException", `User pool client ${client_id} does not exist.`);
}

export function refuseSecretHash(
  context: PoolContext,
  username: string,
  sent: string | null | undefined,
): void {
  const { client_id, client_secret } = context.settings;
  const none = sent === undefined || sent === null;
  if (client_secret === null && none) return;
  if (none)
    throw notAuthorized(`Client ${client_id} is configured with secret but SECRET_HASH was not received`);
  const right = createHmac("sha256", client_secret ?? "")
    .update(username + client_id)
    .digest();
  const bytes = Buffer.from(sent, "base64");
  const same = bytes.length === right.length && timingSafeEqual(bytes, right);
  if (client_secret === null || !same)
    throw notAuthorized(`Unable to verify secret hash for client ${client_id}`);
}
