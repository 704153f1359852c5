import { ApiError } from "./api.server";

export function renameErrors(rename: (errors: ApiError["errors"]) => ApiError["errors"]) {
  return (error: unknown): never => {
    throw error instanceof ApiError ? new ApiError(error.status, error.detail, rename(error.errors)) : error;
  };
}

/** A refusal that names no field but those of the page that was checked: it is shown as it is now. */
export function checkAgain(look: () => Promise<object>, asked: string[] = []) {
  return async (error: unknown): Promise<never> => {
    const isElsewhere = (name: string) => !asked.includes(name);
    if (!(error instanceof ApiError) || Object.keys(error.errors).some(isElsewhere)) throw error;
    const shown = await look().catch(() => null);
    throw shown ? new ApiError(error.status, error.detail, error.errors, error.confirm, shown) : error;
  };
}
