import { z } from "zod";
import type { PoolContext } from "./context.server";
import { invalidParameter, PoolFault } from "./fault.server";
import { type Operation, operation } from "./operation.server";
import { attributesOf, type PoolUser } from "./user.server";

export const seconds = (at: Date) => at.getTime() / 1000;

type Run<S extends z.ZodRawShape> = (
  context: PoolContext,
  input: z.output<z.ZodObject<S>>,
) => Promise<object>;

export function admin<S extends z.ZodRawShape>(shape: S, run: Run<S>): Operation {
  const schema = z.object(shape);
  const inPool = operation(z.object({ UserPoolId: z.string() }), async ({ settings }, { UserPoolId }) => {
    if (UserPoolId !== settings.pool_id)
      throw new PoolFault("ResourceNotFoundException", `User pool ${UserPoolId} does not exist.`);
    return {};
  });
  const call = operation(schema, run);
  return async (context, body) => {
    await inPool(context, body);
    return call(context, body);
  };
}

export const usernameSchema = z.string().min(1);
export const Attributes = z
  .array(z.object({ Name: z.string(), Value: z.string().max(2048).default("") }))
  .default([]);
const KNOWN = ["email", "email_verified", "name", "zoneinfo"];

/** The attributes by name; one that this pool does not have is refused. */
export function attributeMap(attributes: { Name: string; Value: string }[]): Map<string, string> {
  const stray = attributes.find(({ Name }) => !KNOWN.includes(Name));
  if (stray)
    throw invalidParameter(
      `Attributes did not conform to the schema: ${stray.Name}: Attribute does not exist in the schema.`,
    );
  return new Map(attributes.map(({ Name, Value }) => [Name, Value]));
}

export function userType(user: PoolUser) {
  return {
    Username: user.username,
    UserCreateDate: seconds(user.created_at),
    UserLastModifiedDate: seconds(user.updated_at),
    Enabled: user.enabled,
    UserStatus: user.status,
  };
}

export const listed = (user: PoolUser) => ({ ...userType(user), Attributes: attributesOf(user) });
