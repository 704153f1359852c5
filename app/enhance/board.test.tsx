// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from "vitest";
import { Board, Cell, Column } from "~/components/board/Board";
import { BoardCard } from "~/components/board/BoardCard";
import { start } from "./board";
import { start as drag } from "./board.drag";
import { board, dragging, mergeColumns } from "./board.fresh";
import { openMenu } from "./board.menu";
import { move } from "./board.move";
import { refreshChanged } from "./board.pulse";
import { sequencedBefore, sortedBefore } from "./board.spot";
import {
  type Asked,
  called,
  drawn,
  every,
  find,
  json,
  page,
  press,
  rest,
  server,
  show,
} from "./browser.testing";

/** A card: its key, where it sorts, its state ("o": put by hand). */
type Card = [key: number, sort: string, state?: string, title?: string];
type Place = { id: string; cards: Card[]; manual?: boolean; further?: string };

function card([id, sort, state = "a", title = `品${id}`]: Card) {
  return (
    <BoardCard
      key={id}
      id={id}
      href={`/task/${id}`}
      title={title}
      quantity="10"
      chips={[]}
      version={3}
      sort={sort}
      menu={{ href: `/task/${id}/menu`, state }}
      act={
        <form method="post" action="/task/kanban/drop">
          <input type="hidden" name="group_id" value="2" />
          <button title="検査へ">次へ</button>
        </form>
      }
    />
  );
}

const SORTS = ["1", "2", "3"];
const draw = (places: Place[], pulse = 100) =>
  drawn(
    <main id="main">
      <Board
        label="進捗"
        columns={places.map((place) => ({
          id: place.id,
          label: `工程${place.id}`,
          count: place.cards.length,
        }))}
        live={{ at: pulse, day: "2026-11-22", drop: "/task/kanban/drop" }}
      >
        {places.map(({ id, cards: inside, manual, further }) => (
          <Column
            key={id}
            id={id}
            sort={SORTS.indexOf(id)}
            label={`工程${id}`}
            count={inside.length}
            menu={<a href="/x">畳む</a>}
          >
            <Cell
              column={id}
              manual={manual}
              further={further ? { href: `/task/kanban?more=${id}`, next: further } : undefined}
            >
              {inside.map(card)}
            </Cell>
          </Column>
        ))}
      </Board>
      <template id="card-acts">
        <a href="/task/0/edit" data-on="ao">
          編集
        </a>
        <a href="/task/0/ship" data-on="s">
          出荷
        </a>
      </template>
      <div id="snackbars" />
    </main>,
  );

const USUAL: Place[] = [
  {
    id: "1",
    cards: [
      [11, "2026-11-20"],
      [12, "2026-11-25"],
    ],
  },
  {
    id: "2",
    cards: [
      [21, "2026-11-18"],
      [22, "2026-11-22"],
      [23, "2026-11-30"],
    ],
  },
  { id: "3", cards: [], manual: true },
];

let asked: Asked[];
beforeEach(async () => {
  dragging.busy = false;
  asked = server(() => json({ today: "2026-11-22", columns: [] }));
  show(draw(USUAL));
  start();
  await rest();
  asked.length = 0;
});

const at = (id: number) => find<HTMLElement>(`#card-${id}`);
const cards = (group: string) =>
  every(`[data-group="${group}"] > .card`).map(({ id }) => Number(id.slice(5)));
const count = (group: string) => find<HTMLElement>(`#column-${group} [data-count]`).textContent;
const cell = (group: string) => find<HTMLElement>(`[data-group="${group}"]`);
const link = (id: number) => at(id).querySelector<HTMLElement>(".card-link")!;
const told = () => every("#snackbars .snackbar").map((each) => each.textContent);

test("what did not change is not touched; a card that did is another, in its place", () => {
  const [same, changed, head] = [at(21), at(22), find("#column-2 header")];
  mergeColumns(
    draw(
      [
        {
          id: "2",
          cards: [
            [21, "2026-11-18"],
            [22, "2026-11-22", "a", "新しい名"],
            [23, "2026-11-30"],
          ],
        },
      ],
      101,
    ),
    ["2"],
  );
  expect(find("#column-2 header")).toBe(head);
  expect([at(21) === same, at(22) === changed, link(22).textContent, cards("2")]).toEqual([
    true,
    false,
    "新しい名",
    [21, 22, 23],
  ]);
  expect(cards("1")).toEqual([11, 12]);
});

test("a card that went elsewhere stands once, whichever of its columns comes first", () => {
  const moved = at(11);
  mergeColumns(
    draw([
      { id: "1", cards: [[12, "2026-11-25"]] },
      {
        id: "2",
        cards: [
          [21, "2026-11-18"],
          [11, "2026-11-20"],
          [22, "2026-11-22"],
          [23, "2026-11-30"],
        ],
      },
    ]),
    ["1", "2"],
  );
  expect([cards("1"), cards("2"), at(11) === moved]).toEqual([[12], [21, 11, 22, 23], false]);
  expect(every("#card-11")).toHaveLength(1);
  mergeColumns(
    draw([
      {
        id: "1",
        cards: [
          [11, "2026-11-20"],
          [12, "2026-11-25"],
        ],
      },
      {
        id: "2",
        cards: [
          [23, "2026-11-30"],
          [21, "2026-11-18"],
        ],
      },
    ]),
    ["1", "2"],
  );
  expect([cards("1"), cards("2"), count("2")]).toEqual([[11, 12], [23, 21], "2"]);
});

test("a card that came, and is another, from a column that was not asked for stands once", () => {
  mergeColumns(
    draw([
      {
        id: "1",
        cards: [
          [11, "2026-11-20"],
          [22, "2026-11-22", "a", "新しい名"],
        ],
      },
    ]),
    ["1"],
  );
  expect([cards("1"), cards("2")]).toEqual([
    [11, 22],
    [21, 23],
  ]);
});

test("a card that another column has taken meanwhile is drawn from what the server says, and cards that are gone go", () => {
  cell("1").append(at(23));
  const same = at(23);
  mergeColumns(draw([{ id: "2", cards: [[23, "2026-11-30"]] }]), ["2"]);
  expect([cards("1"), cards("2"), at(23) === same]).toEqual([[11, 12], [23], true]);
});

test("columns come where they belong and go where they are no more; others are left", () => {
  mergeColumns(
    draw([
      { id: "1", cards: [[11, "2026-11-20"]] },
      { id: "3", cards: [] },
    ]),
    ["1", "2"],
  );
  expect(every("[data-column]").map((each) => each.dataset.column)).toEqual(["1", "3"]);
  mergeColumns(draw([{ id: "2", cards: [[22, "2026-11-22"]] }]), ["2"]);
  expect(every("[data-column]").map((each) => each.dataset.column)).toEqual(["1", "2", "3"]);
  expect(called("工程1 1").tagName).toBe("A");
});

test("a menu that is open stays open, its column's cards follow", () => {
  const menu = find<HTMLDetailsElement>("#column-1 details");
  menu.open = true;
  mergeColumns(draw([{ id: "1", cards: [[12, "2026-11-25"]] }]), ["1"]);
  expect([find("#column-1 details") === (menu as Element), menu.open, cards("1")]).toEqual([
    true,
    true,
    [12],
  ]);
});

test("the card whose name has the focus keeps it when it is drawn anew", () => {
  link(11).focus();
  mergeColumns(
    draw([
      {
        id: "1",
        cards: [
          [11, "2026-11-20", "a", "新しい名"],
          [12, "2026-11-25"],
        ],
      },
    ]),
    ["1"],
  );
  expect(document.activeElement).toBe(link(11));
});

test("nothing changes under a card that is in somebody's hand", async () => {
  dragging.busy = true;
  mergeColumns(draw([{ id: "1", cards: [] }]), ["1"]);
  await refreshChanged();
  expect([cards("1"), asked]).toEqual([[11, 12], []]);
});

test("what the server names as changed is read anew, all of it once the day has turned", async () => {
  let said = { at: 102, today: "2026-11-22", columns: ["2", "2"] };
  asked = server(({ url }) =>
    url.pathname.endsWith("pulse") ? json(said) : page(draw([{ id: "2", cards: [[21, "2026-11-18"]] }], 102)),
  );
  history.replaceState(null, "", "/task/kanban?q=蓋");
  await refreshChanged();
  expect(asked.map(({ url }) => decodeURIComponent(url.pathname + url.search))).toEqual([
    "/task/kanban/pulse?since=100",
    "/task/kanban/column?q=蓋&group_id=2",
  ]);
  expect(cards("2")).toEqual([21]);
  said = { at: 102, today: "2026-11-23", columns: [] };
  await refreshChanged();
  expect(asked.slice(2).map(({ url }) => decodeURIComponent(url.search))).toEqual(["?since=102", "?q=蓋"]);
  history.replaceState(null, "", "/task/kanban");
});

test("an answer that was overtaken brings back nothing, and what is told meanwhile is asked for afterwards", async () => {
  const moved = draw(
    [
      { id: "1", cards: [[12, "2026-11-25"]] },
      { id: "2", cards: [[11, "2026-11-20"]] },
    ],
    103,
  );
  let overtaken = () => {};
  const late = new Promise<void>((done) => (overtaken = done));
  let pulse = { at: 101, today: "2026-11-22", columns: ["1"] };
  asked = server(async ({ url }) => {
    if (url.pathname.endsWith("pulse")) return json(pulse);
    await late;
    return page(draw([{ id: "1", cards: [[11, "2026-11-20"]] }], 101));
  });
  const refreshed = refreshChanged();
  await rest(5);
  mergeColumns(moved, ["1", "2"]);
  pulse = { at: 103, today: "2026-11-22", columns: ["1", "2"] };
  await refreshChanged();
  overtaken();
  await refreshed;
  expect([cards("1"), cards("2")]).toEqual([[12], [11]]);
  // Both columns stand as of entry 103 already.
  expect(asked.map(({ url }) => url.pathname + url.search)).toEqual([
    "/task/kanban/pulse?since=100",
    "/task/kanban/column?group_id=1",
    "/task/kanban/pulse?since=101",
  ]);
  expect(board()!.dataset.board).toBe("103");
});

test("次へ: the card goes at once among those of its day, and is laid as the server answers", async () => {
  const after = draw(
    [
      { id: "1", cards: [[12, "2026-11-25"]] },
      {
        id: "2",
        cards: [
          [21, "2026-11-18"],
          [11, "2026-11-20"],
          [22, "2026-11-22"],
          [23, "2026-11-30"],
        ],
      },
    ],
    103,
  );
  asked = server(() => page(after));
  at(11).querySelector("button")!.click();
  expect([cards("1"), cards("2"), count("1"), count("2")]).toEqual([[12], [21, 11, 22, 23], "1", "4"]);
  await rest(5);
  expect(Object.fromEntries(asked[0]!.body)).toEqual({
    key: "11",
    version: "3",
    group_id: "2",
    part: "group_id=1&group_id=2",
  });
  expect(at(11).classList.contains("card-gone")).toBe(false);
});

test("a card that may not go comes back to its place with the reason", async () => {
  asked = server(({ method }) =>
    method === "POST" ? json({ detail: "検査は終わっています。" }, 409) : json({}, 500),
  );
  move(at(11), cell("2"));
  await rest(5);
  expect([cards("1"), cards("2"), count("1"), count("2"), told()]).toEqual([
    [11, 12],
    [21, 22, 23],
    "2",
    "3",
    ["検査は終わっています。"],
  ]);
});

test("without a connection, or from a server that fails, it comes back too", async () => {
  for (const [answer, said] of [
    [() => new TypeError("cut"), /通信できませんでした/],
    [() => page("<h1>500</h1>", {}, 500), /うまく処理できませんでした/],
  ] as const) {
    server(answer);
    move(at(12), cell("2"));
    await rest(5);
    expect([cards("1"), told()[0]]).toEqual([[11, 12], expect.stringMatching(said)]);
  }
});

test("where more must be asked, the card comes back and the page that asks is opened", async () => {
  const go = vi.spyOn(location, "assign").mockImplementation(() => {});
  server(() => json({ to: "/task/11/outsource", detail: "" }, 409));
  move(at(11), cell("3"));
  await rest(5);
  expect([go.mock.calls, cards("1"), told()]).toEqual([[["/task/11/outsource"]], [11, 12], []]);
  go.mockRestore();
});

test("a card on its way is not sent twice", async () => {
  asked = server(async () => {
    await rest(5);
    return json({ detail: "後で" }, 409);
  });
  move(at(11), cell("2"));
  move(at(11), cell("3"));
  expect(asked.filter(({ method }) => method === "POST")).toHaveLength(1);
  await rest(10);
});

test("put by hand a card lies between those that it was let go between, which the server is told", async () => {
  show(
    draw([
      { id: "1", cards: [[11, "2026-11-20"]] },
      {
        id: "3",
        manual: true,
        cards: [
          [31, "2026-11-30", "ao"],
          [32, "2026-11-01", "ao"],
          [33, "2026-11-02"],
        ],
      },
    ]),
  );
  asked = server(() => json({ detail: "" }, 409));
  const lands = (id: number | null) =>
    sequencedBefore(cell("3"), at(11), (each) => each.id === `card-${id}`)?.id;
  // Below the last that has its place a card has none of its own.
  expect([lands(31), lands(32), lands(33), lands(null)]).toEqual([
    "card-31",
    "card-32",
    "card-33",
    "card-33",
  ]);
  for (const next of [at(31), at(32), at(33), null]) {
    move(at(11), cell("3"), next);
    await rest(5);
  }
  expect(asked.filter(({ method }) => method === "POST").map(({ body }) => body.get("place"))).toEqual([
    "before.31",
    "after.31",
    "after.32",
    "after.33",
  ]);
});

test("by itself a card comes after those of its day and those put by hand", () => {
  show(
    draw([
      { id: "1", cards: [[11, "2026-11-20"]] },
      {
        id: "3",
        cards: [
          [31, "2026-11-30", "ao"],
          [32, "2026-11-20"],
          [33, "2026-11-21"],
        ],
      },
    ]),
  );
  expect(sortedBefore(cell("3"), at(11))?.id).toBe("card-33");
});

test("the arrows walk among cards and columns; with Shift they take the card along", async () => {
  asked = server(() => json({ detail: "" }, 409));
  link(11).focus();
  press(link(11), "ArrowDown");
  expect(document.activeElement).toBe(link(12));
  press(link(12), "ArrowRight");
  expect(document.activeElement).toBe(link(21));
  press(link(21), "ArrowLeft");
  expect(document.activeElement).toBe(link(11));
  press(link(11), "ArrowRight", { shiftKey: true });
  expect([cards("2"), document.activeElement === link(11)]).toEqual([[21, 11, 22, 23], true]);
  await rest(5);
});

test("⋯ offers what the card's state allows, and its links lead to this card and back", () => {
  at(12).querySelector<HTMLElement>("[data-acts]")!.click();
  expect(every(".card-pop > *").map((each) => each.textContent)).toEqual(["検査へ", "編集"]);
  expect(find(".card-pop a").getAttribute("href")).toBe(
    `/task/12/edit?return=${encodeURIComponent(location.pathname)}`,
  );
  press(document.activeElement!, "ArrowDown");
  expect(document.activeElement).toBe(find(".card-pop a"));
  press(document.activeElement!, "Escape");
  expect([every(".card-pop"), document.activeElement]).toEqual([[], at(12).querySelector("[data-acts]")]);
});

test("pressed again, or elsewhere, ⋯ closes", () => {
  const dots = at(12).querySelector<HTMLElement>("[data-acts]")!;
  for (const other of [dots, document.body]) {
    dots.click();
    expect(every(".card-pop")).toHaveLength(1);
    other.click();
    expect(every(".card-pop")).toEqual([]);
  }
});

test("さらに表示 brings the further cards into their column, and the address remembers how many", async () => {
  show(draw([{ id: "1", cards: [[11, "2026-11-20"]], further: "/task/kanban/column?more=1" }]));
  asked = server(() => page(draw([{ id: "1", cards: [[12, "2026-11-25"]] }])));
  called("さらに表示").click();
  called("さらに表示").click();
  await rest(5);
  expect([
    cards("1"),
    asked.length,
    location.search,
    every("[data-more]"),
    document.activeElement === link(12),
  ]).toEqual([[11, 12], 1, "?more=1", [], true]);
  history.replaceState(null, "", "/task/kanban");
});

let over: Element | null = null;
document.elementFromPoint = () => over;
const pointer = (kind: string, target: EventTarget, more: PointerEventInit = {}) =>
  target.dispatchEvent(
    new PointerEvent(kind, {
      bubbles: true,
      cancelable: true,
      isPrimary: true,
      pointerType: "mouse",
      ...more,
    }),
  );
drag({ board, hand: dragging, before: sortedBefore, spot: sequencedBefore, move, openMenu });

test("by mouse a card is taken once it has moved a little, shows where it will lie, and is sent where it is let go", async () => {
  asked = server(() => json({ detail: "" }, 409));
  pointer("pointerdown", link(11), { clientX: 5, clientY: 5 });
  pointer("pointermove", document.body, { clientX: 8, clientY: 5 });
  expect([every(".card-lift"), dragging.busy]).toEqual([[], false]);
  over = at(22);
  pointer("pointermove", document.body, { clientX: 60, clientY: 5 });
  expect([
    every(".card-lift").length,
    dragging.busy,
    every('[data-group="2"] > *').map(({ id }) => id || "here"),
  ]).toEqual([1, true, ["card-21", "here", "card-22", "card-23"]]);
  pointer("pointerup", document.body);
  expect([every(".card-lift,.card-land"), dragging.busy, cards("2"), asked[0]!.body.get("group_id")]).toEqual(
    [[], false, [21, 11, 22, 23], "2"],
  );
  const click = new MouseEvent("click", { bubbles: true, cancelable: true });
  link(11).dispatchEvent(click);
  expect(click.defaultPrevented).toBe(true);
  await rest(60);
});

test("Escape, or a pointer that is lost, puts the card down where it was", () => {
  for (const end of [() => press(document.body, "Escape"), () => pointer("pointercancel", document.body)]) {
    pointer("pointerdown", link(11));
    over = at(22);
    pointer("pointermove", document.body, { clientX: 60 });
    expect(every(".card-lift")).toHaveLength(1);
    end();
    pointer("pointerup", document.body);
    expect([every(".card-lift,.card-land,.card-gone"), cards("1"), asked]).toEqual([[], [11, 12], []]);
  }
});

test("a finger that moves at once scrolls; held, it takes the card, and let go there it opens the menu", async () => {
  pointer("pointerdown", link(11), { pointerType: "touch" });
  pointer("pointermove", document.body, { pointerType: "touch", clientY: 30 });
  await rest(360);
  expect(every(".card-lift")).toEqual([]);
  pointer("pointerdown", link(11), { pointerType: "touch" });
  await rest(360);
  expect(every(".card-lift")).toHaveLength(1);
  pointer("pointerup", document.body, { pointerType: "touch" });
  expect([every(".card-pop").length, asked]).toEqual([1, []]);
});
