import { ApiError } from "./api.server";

type To = { group_id: number; subgroup_id?: number };

export function asksFirst(
  error: unknown,
  key: string | number,
  { group_id, subgroup_id }: To,
  back: string,
): string | null {
  const rest = error instanceof ApiError && error.errors.rest !== undefined;
  const to = [group_id, subgroup_id].filter(Boolean).join(".");
  return rest
    ? `/task/${key}/move?${new URLSearchParams({ to, return: back })}`
    : partnerPage(error, key, group_id, back);
}

/** Decision 022. */
export function partnerPage(
  error: unknown,
  key: string | number,
  group_id: number,
  back: string,
): string | null {
  const asked = error instanceof ApiError && error.errors.partner_id !== undefined;
  return asked
    ? `/task/${key}/outsource?${new URLSearchParams({ group_id: String(group_id), return: back })}`
    : null;
}
