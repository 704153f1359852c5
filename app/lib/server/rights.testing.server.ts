import { createMember } from "~/lib/auth/member.server";
import { SAMPLE_PASSWORD } from "~/lib/sample/cast.server";
import { permission } from "~/lib/vocabulary/permission";
import { PEOPLE } from "./scene.testing.server";
import type { Person, TestApp } from "./testing.server";

/** In a factory and at a buyer: each right alone and none, as an administrator and not. */
export const RIGHTS = (["yamada", "tanaka"] as const).flatMap((company) =>
  [[], ...permission.options.map((one) => [one])].flatMap((permissions) =>
    [false, true].map((is_admin) => ({
      company,
      permissions,
      is_admin,
      account: `${is_admin ? "admin" : "has"}-${permissions[0] ?? "none"}@${company}.example`,
    })),
  ),
);

const THERE = new Set([
  "has-none@yamada.example",
  "has-accounting@yamada.example",
  "has-none@tanaka.example",
]);

export async function peopleWith(
  t: TestApp,
  rights: typeof RIGHTS,
): Promise<{ account: string; rest: Person }[]> {
  const more = rights.filter(({ account }) => !THERE.has(account));
  for (const { company, account, permissions, is_admin } of more) {
    await createMember(t.db, {
      email: account,
      name: account,
      company_id: company,
      is_admin,
      permissions,
      groups: [],
      password: SAMPLE_PASSWORD,
    });
  }
  const accounts = [
    ...PEOPLE.map(([, account]) => account),
    "writer@ops.example",
    ...more.map(({ account }) => account),
  ];
  const people = [];
  for (const account of accounts) people.push({ account, rest: await t.as(account) });
  return people;
}
