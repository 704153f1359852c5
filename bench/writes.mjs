// What people write, as their pages post it: each write is sent again under its key until it is answered, as
// an impatient hand does.
import { randomUUID } from "node:crypto";

export const pause = (ms) => new Promise((done) => setTimeout(done, ms));
const day = (days) => new Date(Date.now() + 9 * 3_600_000 + days * 86_400_000).toISOString().slice(0, 10);

/** One post of a form, or null where there was no answer. */
export async function post(base, cookie, path, fields) {
  try {
    const response = await fetch(base + path, {
      method: "POST",
      redirect: "manual",
      body: new URLSearchParams(fields),
      signal: AbortSignal.timeout(40_000),
      headers: { Origin: base, Cookie: cookie, "Content-Type": "application/x-www-form-urlencoded" },
    });
    const text = await response.text();
    return {
      status: response.status,
      to: response.headers.get("Location"),
      retry: response.headers.get("Retry-After"),
      text,
    };
  } catch {
    return null;
  }
}

/** A form whose last step takes only what its check showed, with that. */
export async function checked(base, cookie, path, fields, check) {
  for (;;) {
    const answer = await post(base, cookie, path, { ...fields, ...check });
    const seen = /name="seen" value="([^"]+)"/.exec(answer?.text ?? "")?.[1];
    if (seen) return { ...fields, seen };
    if (answer && answer.status < 500) throw new Error(`${path} was not checked: ${answer.status}`);
    await pause(50);
  }
}

/**
 * The writes of a factory and its buyer. `log` gets each acknowledged write; `seen` counts the answers by
 * status.
 */
export function writer(base, seller, buyer, seen) {
  const log = [];
  async function sent(what, cookie, path, fields) {
    for (const patience = Date.now() + 120_000; ; ) {
      const answer = await post(base, cookie, path, fields);
      const kind =
        answer === null
          ? "none"
          : answer.status === 503 && !answer.retry
            ? "503 without Retry-After"
            : String(answer.status);
      seen.set(kind, (seen.get(kind) ?? 0) + 1);
      if (answer && answer.status < 400) {
        log.push({ what, cookie, path, fields, to: answer.to });
        return answer;
      }
      if (answer && answer.status < 500)
        throw new Error(
          `${what} was refused: ${answer.status} ${/role="alert"[^>]*>([\s\S]{0,300})/.exec(answer.text)?.[1] ?? answer.text.slice(0, 300)}`,
        );
      if (Date.now() > patience) throw new Error(`${what} was never answered`);
      await pause(50);
    }
  }
  const unit = { order_unit: "piece", unit: "piece", unit_price: "10" };

  /** A card made, moved twice, shipped, delivered: five writes. */
  async function card(name) {
    const made = await sent("made", seller, "/task/new", {
      buyer_id: "tanaka",
      name,
      num_items: "3",
      ...unit,
      delivery_date: day(9),
      idempotency_key: randomUUID(),
    });
    const key = /\/task\/(\d+)/.exec(made.to)[1];
    await sent("moved", seller, `/task/${key}/move`, { version: "1", group_id: "3" });
    await sent("moved", seller, `/task/${key}/move`, { version: "2", group_id: "8" });
    await sent("shipped", seller, `/task/${key}/ship`, {
      version: "3",
      num_good: "3",
      uncounted: "on",
      idempotency_key: randomUUID(),
    });
    await sent(
      "delivered",
      seller,
      "/accounting/delivery/new",
      await checked(
        base,
        seller,
        "/accounting/delivery/new",
        {
          go: "issue",
          buyer_id: "tanaka",
          delivery_date: day(0),
          grouping: "one",
          "lines[0].card_key": key,
          "lines[0].num_items": "3",
          "lines[0].unit_price": "10",
          show_amounts: "on",
          idempotency_key: randomUUID(),
        },
        { go: "check" },
      ),
    );
  }
  const order = async (order_id) =>
    sent(
      "ordered",
      buyer,
      "/order/new",
      await checked(
        base,
        buyer,
        "/order/new",
        {
          seller_id: "yamada",
          order_id,
          order_date: day(0),
          delivery_date: day(9),
          inspection_days: "7",
          destination: "本社",
          payment_method: "transfer",
          step: "send",
          "lines[0].name": `${order_id}-1`,
          "lines[0].num_items": "1",
          "lines[0].unit_price": "100",
          "lines[1].name": `${order_id}-2`,
          "lines[1].num_items": "2",
          "lines[1].unit_price": "100",
          idempotency_key: randomUUID(),
        },
        { step: "check" },
      ),
    );
  const say = (message) => sent("said", buyer, "/chat/yamada_tanaka/messages", { id: randomUUID(), message });
  return { log, card, order, say };
}

/**
 * What is wrong with what was acknowledged, one sentence each: rows lost, doubled or half there, promises
 * broken. `mark`: how every name begins.
 */
export async function judged(client, log, mark) {
  const wrong = [];
  const rows = async (text, ...values) => (await client.query(text, values)).rows;
  const count = (what) => log.filter((one) => one.what === what).length;
  const differ = (what, wanted, found) =>
    wanted !== found && wrong.push(`${what}: ${wanted} acknowledged, ${found} there`);
  const names = log.filter((one) => one.what === "made").map((one) => one.fields.name);
  const cards = await rows(
    "select name, count(*)::int as n from card where name = any($1) group by name",
    names,
  );
  differ("cards made", names.length, cards.length);
  for (const { name, n } of cards) if (n !== 1) wrong.push(`card ${name} was made ${n} times`);
  for (const [what, kind] of [
    ["moved", "moved"],
    ["shipped", "shipped"],
  ]) {
    const [{ n }] = await rows(
      "select count(*)::int as n from activity a join card c on c.key = a.subject_key where a.subject = 'card' and a.kind = $1 and c.name like $2",
      kind,
      `${mark}%`,
    );
    differ(what, count(what), n);
  }
  const [{ n: lines, cards: once }] = await rows(
    `select count(*)::int as n, count(distinct l.card_key)::int as cards from delivery_line l join card c on c.key = l.card_key
    where c.name like $1`,
    `${mark}%`,
  );
  differ("delivered", count("delivered"), lines);
  differ("delivered once", lines, once);
  const [{ n: ordered, lines: of }] = await rows(
    `select count(distinct o.key)::int as n, count(c.key)::int as lines from orders o left join card c on c.order_key = o.key
    where o.order_id like $1`,
    `${mark}%`,
  );
  differ("ordered", count("ordered"), ordered);
  differ("lines of orders", 2 * count("ordered"), of);
  const [{ n: said }] = await rows(
    "select count(*)::int as n from message where message like $1",
    `${mark}%`,
  );
  differ("said", count("said"), said);
  for (const { rule, detail } of await rows("select rule, detail from check_invariants()"))
    wrong.push(`${rule}: ${detail}`);
  return wrong;
}

/**
 * Sends everything acknowledged once more under its key; gives how many were answered otherwise than the
 * first time.
 */
export async function replayed(base, log) {
  let other = 0;
  for (const { cookie, path, fields, to } of log) {
    const answer = await post(base, cookie, path, fields);
    if (!answer || answer.status >= 400 || answer.to !== to) other += 1;
  }
  return other;
}
