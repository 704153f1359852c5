// Many event streams in a process of its own, read as leanly as can be: a mark in the text says when a
// message was posted. Told by its parent
// which cookies to use and how many streams to hold; tells back that they are open, and at the end how long
// each sight took.
import net from "node:net";

const MARK = Buffer.from("at=");
const DIGITS = 17;
const now = () => performance.timeOrigin + performance.now();

let waits = new Float64Array(1 << 20);
let count = 0;
let open = 0;
const sockets = [];

function see(posted) {
  if (count === waits.length) {
    const more = new Float64Array(count * 2);
    more.set(waits);
    waits = more;
  }
  waits[count++] = now() - posted;
}

function connect(port, cookie) {
  const socket = net.connect({ port, host: "127.0.0.1", noDelay: true });
  sockets.push(socket);
  let rest = null;
  let begun = false;
  socket.write(`GET /chat/stream HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: ${cookie}\r\n\r\n`);
  socket.on("data", (part) => {
    if (!begun && part.includes("event: ready")) {
      begun = true;
      open += 1;
    }
    const bytes = rest ? Buffer.concat([rest, part]) : part;
    let at = 0;
    for (
      let found = bytes.indexOf(MARK, at);
      found >= 0 && found + MARK.length + DIGITS <= bytes.length;
      found = bytes.indexOf(MARK, at)
    ) {
      at = found + MARK.length + DIGITS;
      see(Number(bytes.latin1Slice(found + MARK.length, at)));
    }
    // A mark may be cut in two.
    rest =
      bytes.length - at > 0 ? bytes.subarray(Math.max(at, bytes.length - MARK.length - DIGITS + 1)) : null;
  });
  socket.on("error", () => socket.destroy());
}

process.on("disconnect", () => process.exit());
process.on("message", async ({ port, cookies, streams, end }) => {
  if (end) {
    const { user, system } = process.cpuUsage();
    for (const socket of sockets) socket.destroy();
    return void process.send({ waits: waits.slice(0, count), cpu_ms: (user + system) / 1000 }, () =>
      process.disconnect(),
    );
  }
  for (let n = 0; n < streams; n++) {
    connect(port, cookies[n % cookies.length]);
    // Not all doors at once: each is a look at the session.
    while (n - open > 30) await new Promise((done) => setTimeout(done, 2));
  }
  while (open < streams) await new Promise((done) => setTimeout(done, 20));
  process.send({ open });
});
