import { ApiError } from "./api.server";

type To = { group_id: number; subgroup_id?: number };

/**
 * Where what a move was refused for is asked: the partner of a 外注 process, or what becomes of a half-finished
 * lot's rest; else null.
 */
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

/**
 * Where the partner is chosen, if that is what a move into a 外注 process was refused for (decision 022); null
 * for any other failure.
 * `back`: where that page leads when it is done.
 */
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
