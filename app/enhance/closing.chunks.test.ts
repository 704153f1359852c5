// @vitest-environment happy-dom
import { expect, test, vi } from "vitest";
import { type Asked, every, find, json, server, show } from "./browser.testing";
import { start } from "./move";

const MANY = 120;
const PAGE = `<section data-closing><form method="get"></form><form method="post"><input type="hidden" name="idempotency_key" value="key">
  <input type="hidden" name="ym" value="202606"><textarea name="note">6月分</textarea>
  ${Array.from({ length: MANY + 1 }, (_, at) => `<input type="checkbox" name="buyer_ids" value="b${at}" ${at < MANY ? "checked" : ""}><input type="hidden" name="seen" value="b${at}:1.1">`).join("")}
  <div><button name="go" value="close">締めて発行する</button><button name="go" value="look">計算し直す</button></div></form></section>`;
let posted: [string | null, FormData][];
addEventListener("submit", (event) => {
  if (event.defaultPrevented) return;
  event.preventDefault();
  const button = event.submitter as HTMLButtonElement | null;
  posted.push([button?.value ?? null, new FormData(event.target as HTMLFormElement)]);
});

async function close(answer: (asked: Asked) => Response | Error) {
  posted = [];
  show(PAGE);
  start(document);
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const said = new Set<string>();
  const asked = server((request) => {
    said.add(find("output").textContent!);
    return answer(request);
  });
  find<HTMLButtonElement>("[value=close]").click();
  expect([every<HTMLButtonElement>("button").every((one) => one.disabled), posted]).toEqual([true, []]);
  for (let turn = 0; turn < 100 && posted.length === 0; turn++) await vi.advanceTimersByTimeAsync(1_000);
  vi.useRealTimers();
  const [[pressed, body]] = posted as [[string | null, FormData]];
  const results = JSON.parse((body.get("results") as string | null) ?? "null");
  return { asked, results, pressed, go: body.get("go"), said: [...said] };
}
const issued = ({ body }: Asked) =>
  json({ invoices: [], refused: null, refusals: body.getAll("buyer_ids").filter(isRefused).map(refusal) });
const isRefused = (id: string) => id === "b30";
const refusal = (buyer_id: string) => ({ buyer_id, detail: "2026年6月は締め済みです。" });
const isCheck = ({ body }: Asked) => body.get("step") === "check";

test("what has to be asked is asked of all; then parts with keys, figures and 備考 of their own are closed", async () => {
  const { asked, results, go, said } = await close(issued);
  expect(
    asked.map(({ url, body }) => [
      url.pathname,
      body.get("step"),
      body.get("idempotency_key"),
      body.getAll("buyer_ids").length,
      body.getAll("seen").length,
      body.get("note"),
    ]),
  ).toEqual([
    ["/accounting/invoice/close/chunk", "check", "key.check", 120, 121, "6月分"],
    ["/accounting/invoice/close/chunk", "part", "key.0", 50, 50, "6月分"],
    ["/accounting/invoice/close/chunk", "part", "key.50", 50, 50, "6月分"],
    ["/accounting/invoice/close/chunk", "part", "key.100", 20, 20, "6月分"],
  ]);
  expect(said).toEqual([
    "120件を確かめています",
    "0 / 120件を締めました",
    "50 / 120件を締めました",
    "100 / 120件を締めました",
  ]);
  expect([go, results.length, results.filter((one: { detail: string | null }) => one.detail)]).toEqual([
    "show",
    MANY,
    [refusal("b30")],
  ]);
});

test("what is refused before the first part is posted as one press, whose page asks; nothing was closed", async () => {
  const { asked, results, pressed } = await close((request) =>
    isCheck(request)
      ? json({ reply: { error: { unended: ["期間が終わっていません"] } } }, 422)
      : issued(request),
  );
  expect([asked.length, results, pressed]).toEqual([1, null, "close"]);
  expect([every("progress").length, find<HTMLButtonElement>("[value=close]").disabled]).toEqual([0, false]);
});

test("cut in the middle: the part whose answer is lost goes again under its key, the rest is named as not tried", async () => {
  let turn = 0;
  const { asked, results } = await close((request) => (++turn < 3 ? issued(request) : new TypeError("cut")));
  expect(asked.slice(2).map(({ body }) => body.get("idempotency_key"))).toEqual(Array(4).fill("key.50"));
  expect([0, 50, 100].map((at) => results[at].detail)).toEqual([
    null,
    null,
    "通信できなかったため、発行していません。",
  ]);
});
