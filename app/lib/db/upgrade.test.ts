import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { SAMPLE_PASSWORD } from "~/lib/sample/cast.server";
import { makeApp } from "~/lib/server/app.server";
import { openDatabase } from "./open.server";
import { restore } from "./restore.server";
import { emptyDatabase } from "./testing.server";

const FOLDER = "app/lib/db/backups";
const SECRET = "a secret of the tests, 32 letters or more";
/** What the people of the sample world open first; the answers hold rows of every large table. */
const ASKED = {
  "admin@yamada.example": [
    "/users/self",
    "/cards",
    "/shipped",
    "/deliveries",
    "/invoices",
    "/products/master",
    "/factories/collaborators",
    "/users",
    "/chats/status",
  ],
  "admin@tanaka.example": ["/users/self", "/cards", "/orders", "/deliveries", "/invoices", "/chats/status"],
};

// A backup of each version that was given out; none is ever taken away or made anew.
test.each(readdirSync(FOLDER))(
  "data of version %s starts with today's program: its people sign in and find what they had",
  async (file) => {
    const database = await emptyDatabase();
    try {
      await restore(database.owner_url, SECRET, `${FOLDER}/${file}`);
      const env = {
        DATABASE_URL: database.app_url,
        DATABASE_OWNER_URL: database.owner_url,
        APP_SECRET: SECRET,
      };
      const opened = await openDatabase(env);
      const app = makeApp({ ...env, NODE_ENV: "test" }, opened.db, opened.secret);
      try {
        for (const [username, paths] of Object.entries(ASKED)) {
          const answer = await app.provider.signIn(username, SAMPLE_PASSWORD);
          if (answer.kind !== "tokens") throw new Error(`${username} can't sign in`);
          for (const path of paths) {
            const response = await app.backend.fetch(
              new Request(`http://koba.test${path}`, { headers: { "X-Auth": answer.tokens.id_token } }),
            );
            const body = (await response.json()) as { items?: unknown[] };
            expect([path, response.status, body.items?.length]).toEqual([
              path,
              200,
              body.items && expect.any(Number),
            ]);
            if (body.items) expect(body.items.length, path).toBeGreaterThan(0);
          }
        }
        expect((await opened.db.execute("select * from check_invariants()")).rows).toEqual([]);
      } finally {
        await opened.stop();
      }
    } finally {
      await database.drop();
    }
  },
  120_000,
);
