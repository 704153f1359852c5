import { userCalls } from "~/lib/auth/user.api.server";
import type { Call } from "./call.server";

/** Every call of the REST API. */
export const calls: Call[] = [...userCalls];
