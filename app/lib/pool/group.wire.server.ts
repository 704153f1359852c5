import { and, asc, eq, gt, inArray, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "~/lib/db/connection.server";
import { groups, memberships, users } from "~/lib/tables/user.table.server";
import { admin, listed, seconds, usernameSchema } from "./admin.operation.server";
import { addPoolUserToGroup, createPoolGroup, poolUser } from "./admin.server";
import type { PoolContext } from "./context.server";
import { invalidParameter, PoolFault } from "./fault.server";
import { selectUsers } from "./user.server";

type Group = typeof groups.$inferSelect;

const groupNameSchema = z.string().min(1);
const limitSchema = z.int().min(0).max(60).nullish();
const Token = z.string().nullish();

/** Where a page of a list goes on: after this name. */
const after = (name: string) => Buffer.from(name).toString("base64url");
function start(token: string | null | undefined): string {
  const name = Buffer.from(token ?? "", "base64url").toString();
  if (token && after(name) !== token) throw invalidParameter("Invalid pagination token");
  return name;
}

const groupOf = ({ settings: { pool_id } }: PoolContext, { group_name, description, created_at }: Group) => ({
  GroupName: group_name,
  Description: description ?? undefined,
  UserPoolId: pool_id,
  CreationDate: seconds(created_at),
  LastModifiedDate: seconds(created_at),
});

async function groupNamed({ db }: PoolContext, name: string): Promise<Group> {
  const [group] = await db.select().from(groups).where(eq(groups.group_name, name));
  if (!group) throw new PoolFault("ResourceNotFoundException", "Group not found.");
  return group;
}

const described = { GroupName: groupNameSchema, Description: z.string().max(2048).nullish() };

export const CreateGroup = admin(described, async (context, { GroupName, Description }) => {
  if (!(await createPoolGroup(context.db, GroupName, Description ?? null, context.now()))) {
    throw new PoolFault("GroupExistsException", "A group with the name already exists.");
  }
  return { Group: groupOf(context, await groupNamed(context, GroupName)) };
});

export const DeleteGroup = admin({ GroupName: groupNameSchema }, async (context, { GroupName }) => {
  const { group_name } = await groupNamed(context, GroupName);
  await context.db.delete(groups).where(eq(groups.group_name, group_name));
  return {};
});

export const AdminAddUserToGroup = admin(
  { Username: usernameSchema, GroupName: groupNameSchema },
  async ({ db }, { Username, GroupName }) => {
    await addPoolUserToGroup(db, Username, GroupName);
    return {};
  },
);

export const AdminRemoveUserFromGroup = admin(
  { Username: usernameSchema, GroupName: groupNameSchema },
  async (context, { Username, GroupName }) => {
    const { sub } = await poolUser(context.db, Username);
    const { group_name } = await groupNamed(context, GroupName);
    await context.db
      .delete(memberships)
      .where(and(eq(memberships.sub, sub), eq(memberships.group_name, group_name)));
    return {};
  },
);

export const AdminListGroupsForUser = admin(
  { Username: usernameSchema, Limit: limitSchema, NextToken: Token },
  async (context, { Username, Limit, NextToken }) => {
    const { sub } = await poolUser(context.db, Username);
    const limit = Limit || 60;
    const rows = await context.db
      .select({ group: groups })
      .from(groups)
      .innerJoin(memberships, eq(memberships.group_name, groups.group_name))
      .where(and(eq(memberships.sub, sub), gt(groups.group_name, start(NextToken))))
      .orderBy(asc(groups.group_name))
      .limit(limit + 1);
    const page = rows.slice(0, limit).map(({ group }) => group);
    const NextPage = rows.length > limit ? after(page.at(-1)!.group_name) : undefined;
    return { Groups: page.map((group) => groupOf(context, group)), NextToken: NextPage };
  },
);

async function pageOf(db: Database, which: SQL | undefined, limit: number, token: string | null | undefined) {
  const rows = await selectUsers(db)
    .where(and(which, gt(users.username, start(token))))
    .orderBy(asc(users.username))
    .limit(limit + 1);
  const page = rows.slice(0, limit);
  return { page, next: rows.length > limit ? after(page.at(-1)!.username) : undefined };
}

export const ListUsersInGroup = admin(
  { GroupName: groupNameSchema, Limit: limitSchema, NextToken: Token },
  async (context, { GroupName, Limit, NextToken }) => {
    const { group_name } = await groupNamed(context, GroupName);
    const members = context.db
      .select({ sub: memberships.sub })
      .from(memberships)
      .where(eq(memberships.group_name, group_name));
    const { page, next } = await pageOf(context.db, inArray(users.sub, members), Limit || 60, NextToken);
    return { Users: page.map(listed), NextToken: next };
  },
);

const FIELDS: Record<string, unknown> = {
  username: users.username,
  email: users.email,
  name: users.name,
  sub: sql`${users.sub}::text`,
  status: sql`case when ${users.enabled} then 'Enabled' else 'Disabled' end`,
  "cognito:user_status": users.status,
};

function filtered(text: string | null | undefined) {
  if (!text) return undefined;
  const [, name = "", how, value = ""] =
    /^\s*"?([\w:]+)"?\s*(\^?=)\s*"((?:[^"\\]|\\.)*)"\s*$/.exec(text) ?? [];
  const field = FIELDS[name];
  if (!field) throw invalidParameter("Error while parsing filter.");
  const wanted = value.replace(/\\(.)/g, "$1");
  return how === "=" ? sql`${field} = ${wanted}` : sql`starts_with(${field}, ${wanted})`;
}

export const ListUsers = admin(
  {
    Limit: limitSchema,
    PaginationToken: Token,
    Filter: z.string().max(256).nullish(),
    AttributesToGet: z.array(z.string()).nullish(),
  },
  async ({ db }, { Limit, PaginationToken, Filter, AttributesToGet }) => {
    const { page, next } = await pageOf(db, filtered(Filter), Limit || 60, PaginationToken);
    const wanted = (Name: string) => !AttributesToGet || AttributesToGet.includes(Name);
    const Users = page.map((user) => ({
      ...listed(user),
      Attributes: listed(user).Attributes.filter(({ Name }) => wanted(Name)),
    }));
    return { Users, PaginationToken: next };
  },
);
