// Mixed load: people who are signed in ask for pages and move cards at a steady pace, however slow the
// answers get.
import http from "node:http";
import { at, signIn } from "./app.mjs";

const PEOPLE = 200;
const PAGES_PER_S = 30;
const WRITES_PER_S = 20;
const SELLERS = ["admin@yamada.example", "genba@yamada.example", "keiri@yamada.example"];
const BUYERS = ["admin@tanaka.example", "kobai@tanaka.example", "admin@suzuki.example"];
const SELLER_PAGES = [
  "/task/kanban",
  "/task/kanban",
  "/task/kanban?late=on",
  "/task/list",
  "/task/move?group_id=4",
  "/task/shipped",
];
const BUYER_PAGES = ["/task/kanban", "/order", "/order/new?seller_id=yamada"];
/** keiri does the accounts. */
const ACCOUNTS = ["/accounting/delivery", "/accounting/invoice", "/task/shipped"];

/** One answer: its status, its text and how long it took from the moment at which it was due. */
function ask(base, agent, cookie, method, path, due, body) {
  return new Promise((done) => {
    const failed = (error) => done({ ms: performance.now() - due, status: 0, text: String(error) });
    const headers = {
      Cookie: cookie,
      Origin: base,
      ...(body && {
        "Content-Type": "application/x-www-form-urlencoded",
        "Content-Length": Buffer.byteLength(body),
      }),
    };
    const request = http.request(base + path, { method, agent, headers }, (response) => {
      let text = "";
      response
        .setEncoding("utf8")
        .on("data", (part) => {
          text += part;
        })
        .on("error", failed);
      response.on("end", () => done({ ms: performance.now() - due, status: response.statusCode, text }));
    });
    request.on("error", failed).end(body);
  });
}

/** Cards on the board with the version they have, each moved by one hand at a time. */
async function cardsOf(base, agent, cookie) {
  const cards = [];
  for (const group of [3, 4, 5, 6]) {
    const { text } = await ask(base, agent, cookie, "GET", `/task/move?group_id=${group}`, performance.now());
    for (const [tag] of text.matchAll(/<input\b[^>]*\bname="ids"[^>]*>/g)) {
      const found = /value="(\d+)\.(\d+)"/.exec(tag);
      if (found) cards.push({ key: found[1], version: Number(found[2]), group });
    }
  }
  return cards;
}

/** Each `1/rate` second, for `seconds`: what is late is sent all the same. */
async function paced(rate, seconds, run) {
  const began = performance.now();
  const all = [];
  for (let n = 0; n < rate * seconds; n++) {
    const due = began + (n * 1000) / rate;
    const wait = due - performance.now();
    if (wait > 0) await new Promise((done) => setTimeout(done, wait));
    all.push(run(n, due));
  }
  return Promise.all(all);
}

function printTimes(name, answers, seconds) {
  const times = answers.map((one) => one.ms);
  const wrong = answers.filter((one) => one.status !== 200 && one.status !== 303);
  console.log(
    `${name}: ${(answers.length / seconds).toFixed(0)}/s, p50 ${at(times, 0.5).toFixed(0)} ms, p95 ${at(times, 0.95).toFixed(0)} ms, ` +
      `p99 ${at(times, 0.99).toFixed(0)} ms, errors ${wrong.length}`,
  );
  const kinds = new Map();
  for (const { status, text } of wrong) {
    const kind = `${status} ${status === 0 ? text : ""}`;
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
  }
  for (const [kind, count] of kinds) console.log(`  ${count} × ${kind}`);
}

/** Prints p50, p95, p99 and errors of pages and of writes (goal: p95 ≤ 400 ms, p99 ≤ 1 s, no error). */
export async function measureLoad(base, seconds) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: PEOPLE });
  console.log(
    `\nMixed load: ${PEOPLE} people signed in, ${PAGES_PER_S} pages/s + ${WRITES_PER_S} moves/s for ${seconds} s (goal: p95 ≤ 400 ms, p99 ≤ 1 s, 0 errors)`,
  );
  const people = [];
  for (let n = 0; n < PEOPLE; n++) {
    const name = n % 4 === 3 ? BUYERS[n % BUYERS.length] : SELLERS[n % SELLERS.length];
    people.push({ name, cookie: await signIn(base, name) });
  }
  const hands = people.filter((one) => one.name.endsWith("@yamada.example"));
  const cards = await cardsOf(base, agent, hands[0].cookie);
  if (cards.length < WRITES_PER_S) throw new Error("too few cards on the board to move");
  const page = (n, due) => {
    const { name, cookie } = people[n % people.length];
    const paths = name.startsWith("keiri") ? ACCOUNTS : BUYERS.includes(name) ? BUYER_PAGES : SELLER_PAGES;
    return ask(base, agent, cookie, "GET", paths[n % paths.length], due);
  };
  // In turn, so that a card has long been answered when it is moved again.
  const move = async (n, due) => {
    const card = cards[n % cards.length];
    const group = card.group === 6 ? 3 : card.group + 1;
    // 6 is a 外注 process: nobody is asked.
    const fields = {
      ids: `${card.key}.${card.version}`,
      to: String(group),
      go: "move",
      idempotency_key: crypto.randomUUID(),
      ...(group === 6 && { inside: "on" }),
    };
    const answer = await ask(
      base,
      agent,
      hands[n % hands.length].cookie,
      "POST",
      "/task/move",
      due,
      new URLSearchParams(fields).toString(),
    );
    const moved =
      answer.status === 200 && !answer.text.includes(">失敗<") && answer.text.includes("移動しました");
    if (moved) Object.assign(card, { group, version: card.version + 1 });
    return moved || answer.status !== 200 ? answer : { ...answer, status: 409 };
  };
  const [pages, moves] = await Promise.all([
    paced(PAGES_PER_S, seconds, page),
    paced(WRITES_PER_S, seconds, move),
  ]);
  agent.destroy();
  printTimes("pages", pages, seconds);
  printTimes("moves", moves, seconds);
}
