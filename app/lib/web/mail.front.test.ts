import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { drainOutbox, sendMail } from "~/lib/pool/mail.server";
import { startMailServer } from "~/lib/pool/smtp.testing.server";
import { testPool } from "~/lib/pool/testing.server";
import { outbox } from "~/lib/tables/mail.table.server";
import { hasOpenssl, makeCertificate } from "./certificate.testing.server";
import { jar, startFront } from "./front.testing.server";

vi.setConfig({ testTimeout: 120_000 });
const WAIT = { timeout: 20_000 };
const ADMIN = "admin@yamada.example";
// Letters that an address has to write otherwise.
const ACCOUNT = { user: "koba@mail.example", password: "p@ss:w/ord #1%" };
let folder: string;
let certificate: { key: string; cert: string };

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), "koba-mail-"));
  if (hasOpenssl) certificate = makeCertificate(folder);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const serve = (secure: boolean) => {
  const [key, cert] = [certificate.key, certificate.cert].map((file) => readFileSync(file, "utf8"));
  return startMailServer({ key: key!, cert: cert!, secure, ...ACCOUNT });
};

test.runIf(hasOpenssl)(
  "an invitation goes out over STARTTLS by the account of SMTP_URL, and what it says lets the person in",
  async () => {
    const { arrived, url, stop } = await serve(false);
    const front = await startFront({
      SMTP_URL: url(),
      MAIL_FROM: "koba@mail.example",
      NODE_EXTRA_CA_CERTS: certificate.cert,
    });
    try {
      const Cookie = await front.cookieOf(ADMIN);
      const email = "mail@yamada.example";
      const invited = await front.post("/setting/user/new", { email, name: "郵便 太郎" }, { Cookie });
      expect([invited.status, invited.headers.location]).toEqual([303, "/setting/user"]);
      await vi.waitFor(() => expect(arrived).toHaveLength(1), WAIT);
      expect(arrived[0]).toMatchObject({ to: [email], isEncrypted: true, user: ACCOUNT.user });
      expect(arrived[0]!.text).toMatch(/^From: koba@mail\.example$/m);
      const password = /仮パスワード: (\S+)/.exec(arrived[0]!.text)![1]!;
      const first = await front.post("/login", { username: email, password });
      expect(first.headers.location).toBe("/login?state=new_password");
      const own = { username: email, new_password: "じぶんの新しい合言葉" };
      const done = await front.post("/login?state=new_password", own, { Cookie: jar(first) });
      expect(done.status).toBe(303);
      expect((await front.ask("/task/list", { headers: { Cookie: jar(done) } })).status).toBe(200);
      for (const secret of [ACCOUNT.password, encodeURIComponent(ACCOUNT.password), password])
        expect(front.log.text).not.toContain(secret);
    } finally {
      await front.stop();
      await stop();
    }
  },
);

test.runIf(hasOpenssl).each([
  ["by STARTTLS", false],
  ["from the first byte", true],
])(
  "mail goes under TLS %s, or not at all: by no other password, and to no certificate that is not trusted",
  async (_, secure) => {
    vi.spyOn(console, "error").mockReturnValue();
    const [house, { arrived, url, stop }] = await Promise.all([testPool(), serve(secure)]);
    const from = "koba@mail.example";
    const drain = (smtp_url: string) => drainOutbox(house.db, { smtp_url, from });
    const untrusting = "?tls.rejectUnauthorized=false";
    try {
      await sendMail(house.db, { to: ADMIN, subject: "件名", text: "本文" });
      for (const [smtp_url, why] of [
        [url(), /self-signed certificate/],
        [`${url("of-another-time")}${untrusting}`, /credentials invalid/],
      ] as const) {
        expect(await drain(smtp_url)).toBe(0);
        const [waiting] = await house.db.select().from(outbox);
        expect(waiting!.problem).toMatch(why);
        expect(waiting!.problem).not.toContain("of-another-time");
        await house.db.update(outbox).set({ next_time: new Date(0).toISOString() });
      }
      expect(arrived).toEqual([]);
      expect(await drain(`${url()}${untrusting}`)).toBe(1);
      expect(arrived).toMatchObject([{ to: [ADMIN], isEncrypted: true, user: ACCOUNT.user }]);
    } finally {
      vi.restoreAllMocks();
      await house.drop();
      await stop();
    }
  },
);
