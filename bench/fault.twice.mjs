// One form sent by two to ten hands at once under one key; one card moved by two people at once.
import { randomUUID } from "node:crypto";
import pg from "pg";
import { signIn } from "./app.mjs";
import { checked, post } from "./writes.mjs";

const NEW = {
  order_unit: "piece",
  unit: "piece",
  unit_price: "10",
  num_items: "3",
  buyer_id: "tanaka",
  delivery_date: "2031-01-10",
};
const ORDER = {
  seller_id: "yamada",
  order_date: new Date().toISOString().slice(0, 10),
  delivery_date: "2031-01-10",
  inspection_days: "7",
  destination: "本社",
  payment_method: "transfer",
  step: "send",
  "lines[0].num_items": "1",
  "lines[0].unit_price": "100",
};

async function withRows(app, run) {
  const client = new pg.Client({ connectionString: app.database().owner_url });
  await client.connect();
  try {
    return await run(async (text, ...values) => (await client.query(text, values)).rows);
  } finally {
    await client.end();
  }
}

const verdict = (wrong, well) => {
  console.log(
    `  ${wrong.length === 0 ? well : wrong.slice(0, 10).join("\n  ")}${wrong.length > 10 ? `\n  … ${wrong.length} in all` : ""}`,
  );
  return wrong.length === 0;
};

/** Goal: one effect, the same answer to all; the same key with another body is 422. */
export async function measureTwice(app, times) {
  console.log(`\nDouble submit: ${times} forms, each sent 2 to 10 times at once under one key`);
  const [seller, buyer] = [
    await signIn(app.base, "admin@yamada.example"),
    await signIn(app.base, "admin@tanaka.example"),
  ];
  const wrong = [];
  const mark = `T${Date.now()}`;
  const names = [];
  let sent = 0;
  for (let n = 0; n < times; n++) {
    const name = `${mark}-${n}`;
    const key = { idempotency_key: randomUUID() };
    const order = async () =>
      checked(
        app.base,
        buyer,
        "/order/new",
        { ...ORDER, order_id: name, "lines[0].name": name },
        { step: "check" },
      );
    const [cookie, path, fields] =
      n % 2 ? [buyer, "/order/new", await order()] : [seller, "/task/new", { ...NEW, name }];
    const copies = 2 + (n % 9);
    sent += copies;
    const answers = await Promise.all(
      Array.from({ length: copies }, () => post(app.base, cookie, path, { ...fields, ...key })),
    );
    const told = new Set(answers.map((one) => (one === null ? "none" : `${one.status} ${one.to}`)));
    if (told.size !== 1 || answers[0]?.status !== 303) wrong.push(`${name}: ${[...told].join(", ")}`);
    const other = await post(app.base, cookie, path, { ...fields, ...key, note: "別の内容" });
    if (other?.status !== 422) wrong.push(`${name} with another body: ${other?.status}`);
    names.push(name);
  }
  await withRows(app, async (rows) => {
    for (const { name, n } of await rows(
      "select w.name, count(c.key)::int as n from unnest($1::text[]) w(name) left join card c using (name) group by w.name having count(c.key) <> 1",
      names,
    )) {
      wrong.push(`${name}: ${n} effects`);
    }
    for (const { rule, detail } of await rows("select rule, detail from check_invariants()"))
      wrong.push(`${rule}: ${detail}`);
  });
  return verdict(
    wrong,
    `${sent} posts: one effect and one answer each, ${times} other bodies refused with 422`,
  );
}

const WIDTH = 12;

/** Goal: one wins each time, the other is told; the card is never lost and never in two columns. */
export async function measureRace(app, times) {
  console.log(`\nOne card moved by two at once, ${times} times (${WIDTH} cards side by side)`);
  const people = [
    await signIn(app.base, "admin@yamada.example"),
    await signIn(app.base, "genba@yamada.example"),
  ];
  const wrong = [];
  const mark = `M${Date.now()}`;
  let [left, told] = [times, 0];
  const cards = [];
  async function table(at) {
    const made = await post(app.base, people[0], "/task/new", {
      ...NEW,
      name: `${mark}-${at}`,
      idempotency_key: randomUUID(),
    });
    const key = Number(/\/task\/(\d+)/.exec(made.to)[1]);
    const card = { key, version: 1, group_id: null };
    cards.push(card);
    for (let round = 0; left-- > 0; round++) {
      const to = round % 2 ? [4, 5] : [3, 7];
      const answers = await Promise.all(
        people.map((cookie, who) =>
          post(app.base, cookie, `/task/${key}/move`, {
            version: String(card.version),
            group_id: String(to[who]),
            close_work: "on",
          }),
        ),
      );
      const states = answers.map((one) => one?.status);
      if ([...states].sort().join() !== "303,409")
        wrong.push(`card ${key}, round ${round}: ${states.join(" and ")}`);
      if (answers.some((one) => one?.status === 409 && one.text.includes("他の人が更新しました"))) told += 1;
      if (!states.includes(303)) return;
      card.group_id = to[states.indexOf(303)];
      card.version += 1;
    }
  }
  await Promise.all(Array.from({ length: WIDTH }, (_, at) => table(at)));
  if (told !== times) wrong.push(`${times - told} losers were not told`);
  await withRows(app, async (rows) => {
    for (const { key, version, group_id } of cards) {
      const [row] = await rows(
        `select c.group_id, c.version, (select count(*)::int from activity where subject = 'card' and subject_key = c.key) as entries,
        (select count(*)::int from board_row b where b.key = c.key) as places from card c where c.key = $1`,
        key,
      );
      const wanted = JSON.stringify({ group_id, version, entries: version, places: 1 });
      if (JSON.stringify(row) !== wanted) wrong.push(`card ${key} is ${JSON.stringify(row)}, not ${wanted}`);
    }
    for (const { rule, detail } of await rows("select rule, detail from check_invariants()"))
      wrong.push(`${rule}: ${detail}`);
  });
  return verdict(
    wrong,
    `one won each time, ${told} losers were told who had moved it and where to; each card stands where its last winner put it, once`,
  );
}
