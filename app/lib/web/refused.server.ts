import { ApiError } from "./api.server";

export function renameErrors(rename: (errors: ApiError["errors"]) => ApiError["errors"]) {
  return (error: unknown): never => {
    throw error instanceof ApiError ? new ApiError(error.status, error.detail, rename(error.errors)) : error;
  };
}

/** A refusal that names no field: the page shows what was checked as it is now. */
export function checkAgain(look: () => Promise<object>) {
  return async (error: unknown): Promise<never> => {
    if (!(error instanceof ApiError) || Object.keys(error.errors).length > 0) throw error;
    const shown = await look().catch(() => null);
    throw shown ? new ApiError(error.status, error.detail, {}, error.confirm, shown) : error;
  };
}
