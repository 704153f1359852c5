import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";

type Arrived = { to: string[]; text: string; isEncrypted: boolean; user: string };

/** Head and words of a letter: quoted-printable and base64 as nodemailer writes them. */
export function readable(raw: string): string {
  const [head = "", ...rest] = raw.split("\r\n\r\n");
  const body = rest.join("\r\n\r\n");
  const text = /base64/i.test(head)
    ? Buffer.from(body, "base64").toString()
    : /quoted-printable/i.test(head)
      ? Buffer.from(
          body
            .replace(/=\r\n/g, "")
            .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))),
          "latin1",
        ).toString()
      : body;
  return `${head}\n\n${text}`;
}

type Given = { key: string; cert: string; user: string; password: string; secure: boolean };

/** A mail server that takes letters only from who signs in, and a sign-in only under TLS. */
export async function startMailServer({ key, cert, user, password, secure }: Given) {
  const arrived: Arrived[] = [];
  const server = new SMTPServer({
    key,
    cert,
    secure,
    onAuth(auth, session, done) {
      const isKnown = session.secure && auth.username === user && auth.password === password;
      if (isKnown) done(null, { user: auth.username });
      else done(new Error("Authentication credentials invalid"));
    },
    onData(stream, { envelope, secure: isEncrypted, user: name }, done) {
      const parts: Buffer[] = [];
      stream.on("data", (part: Buffer) => parts.push(part));
      stream.on("end", () => {
        const to = envelope.rcptTo.map(({ address }) => address);
        arrived.push({
          to,
          text: readable(Buffer.concat(parts).toString()),
          isEncrypted,
          user: String(name),
        });
        done();
      });
    },
  });
  // Who does not trust the certificate hangs up in the middle of its greeting.
  server.on("error", () => {});
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.server.address() as AddressInfo;
  const url = (secret = password) =>
    `${secure ? "smtps" : "smtp"}://${encodeURIComponent(user)}:${encodeURIComponent(secret)}@127.0.0.1:${port}`;
  return { arrived, url, stop: () => new Promise<void>((done) => server.close(() => done())) };
}
