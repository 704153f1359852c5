import { ApiError } from "./api.server";

/**
 * Where the partner is chosen, if that is what a move into a 外注 process was refused for (decision 022); null for any other failure.
 * `back`: where that page leads when it is done.
 */
export function partnerPage(error: unknown, key: string | number, group_id: number, back: string): string | null {
  const asked = error instanceof ApiError && error.errors.partner_id !== undefined;
  return asked ? `/task/${key}/outsource?${new URLSearchParams({ group_id: String(group_id), return: back })}` : null;
}
