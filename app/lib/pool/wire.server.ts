import { randomUUID } from "node:crypto";
import { isUnavailable } from "~/lib/db/failure.server";
import { sayError } from "~/lib/telemetry/logger.server";
import * as administration from "./admin.wire.server";
import type { PoolContext } from "./context.server";
import {
  AdminSetUserMFAPreference,
  AssociateSoftwareToken,
  SetUserMFAPreference,
  VerifySoftwareToken,
} from "./factor.server";
import { invalidParameter, PoolFault } from "./fault.server";
import * as forgot from "./forgot.server";
import * as grouping from "./group.wire.server";
import type { Operation } from "./operation.server";
import * as self from "./self.server";
import * as signin from "./signin.server";

const { InitiateAuth, RespondToAuthChallenge } = signin;
const { ForgotPassword, ConfirmForgotPassword } = forgot;

// Apart from the administrative ones, so that a listener on a port can be given these alone.
const open: Record<string, Operation> = {
  InitiateAuth,
  RespondToAuthChallenge,
  ForgotPassword,
  ConfirmForgotPassword,
  AssociateSoftwareToken,
  VerifySoftwareToken,
  SetUserMFAPreference,
  ...self,
};
const all: Record<string, Operation> = { ...open, AdminSetUserMFAPreference, ...administration, ...grouping };
const [outside, inside] = [new Map(Object.entries(open)), new Map(Object.entries(all))];

type WireRequest = { headers: Record<string, string>; body?: unknown };
export type WireResponse = {
  statusCode: number;
  reason: string;
  headers: Record<string, string>;
  body: Uint8Array;
};

export type PoolHandler = {
  handle(request: WireRequest): Promise<{ response: WireResponse }>;
  updateHttpClientConfig(): void;
  httpHandlerConfigs(): Record<string, never>;
};

const TARGET = "AWSCognitoIdentityProviderService.";

/** The network of a call, told in process where the wire has no field for it; no port reads this. */
export const NETWORK_HEADER = "x-koba-network";

export function requestHandler(context: PoolContext): PoolHandler {
  return {
    async handle({ headers, body }) {
      try {
        const IpAddress = headers[NETWORK_HEADER];
        const said = IpAddress ? { UserContextData: { IpAddress } } : undefined;
        return {
          response: respond(200, await run(context, inside, headers["x-amz-target"] ?? "", body, said), {}),
        };
      } catch (error) {
        // A database that is away is for the caller what a pool out of reach would be, not an answer of the
        // pool.
        if (isUnavailable(error)) throw bare(error);
        return { response: refuse(error) };
      }
    },
    updateHttpClientConfig() {},
    httpHandlerConfigs: () => ({}),
  };
}

export async function answerOpenly(
  context: PoolContext,
  target: string,
  body: string,
): Promise<WireResponse> {
  return run(context, outside, target, body, { UserContextData: undefined }).then(
    (answer) => respond(200, answer, {}),
    refuse,
  );
}

async function run(
  context: PoolContext,
  operations: Map<string, Operation>,
  target: string,
  body: unknown,
  instead?: object,
): Promise<object> {
  const operation = target.startsWith(TARGET) ? operations.get(target.slice(TARGET.length)) : undefined;
  if (!operation) throw new PoolFault("UnknownOperationException", `Unknown operation ${target}`);
  // Not Buffer.from: it asks the SDK's body for its string value, against which the SDK warns.
  const text =
    typeof body === "string" ? body : body instanceof Uint8Array ? new TextDecoder().decode(body) : "";
  const sent = parse(text);
  return operation(context, instead && typeof sent === "object" ? { ...sent, ...instead } : sent);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw invalidParameter("The body is not JSON");
  }
}

/** drizzle wraps the error in a message that quotes the values sent. */
function bare(error: unknown): unknown {
  return error instanceof Error && error.cause instanceof Error ? error.cause : error;
}

function refuse(error: unknown): WireResponse {
  const known = error instanceof PoolFault;
  if (!known) sayError("user_pool", error);
  const { name, message, status } = known
    ? error
    : new PoolFault("InternalErrorException", "Internal error", 500);
  // A message may quote what was sent; a header can't carry all of that.
  const plain = message.replace(/[^\x20-\x7e]/g, "?").slice(0, 1000);
  return respond(
    status,
    { __type: name, message },
    { "x-amzn-errortype": `${name}:`, "x-amzn-errormessage": plain },
  );
}

function respond(statusCode: number, body: object, extra: Record<string, string>): WireResponse {
  return {
    statusCode,
    reason: statusCode === 200 ? "OK" : "Error",
    headers: { "content-type": "application/x-amz-json-1.1", "x-amzn-requestid": randomUUID(), ...extra },
    body: Buffer.from(JSON.stringify(body)),
  };
}
