import { ask, button, element, pad } from "~/enhance/scan.dialog";
import { formatNumber } from "~/lib/money/decimal";
import { fromThousandths, goodLeft, sumOf, type Word } from "~/lib/scan/ask";
import type { CardSummary } from "~/lib/scan/scan";
import type { StationData } from "~/lib/scan/scan.schema";

type Fields = Record<string, string>;
type Reasons = StationData["reasons"];

const countLabels = () =>
  (["num_good", "num_defective", "num_partial"] as const).map((name, index) => {
    const input = Object.assign(element("input", "scan-number"), {
      name,
      inputMode: "none",
      autocomplete: "off",
    });
    return element("label", "grid gap-1", ["良品", "不良", "途中"][index], input);
  });

const reasonButtons = (reasons: Reasons, chosen: string, choose: (reason_id: string) => void) =>
  reasons
    .filter(({ kind }) => kind === "defect")
    .map(({ label, reason_id }) => {
      const id = String(reason_id);
      const look = chosen === id ? "scan-button scan-first" : "scan-button";
      const pick = button(label, () => choose(id), look);
      pick.setAttribute("aria-pressed", String(chosen === id));
      return pick;
    });

export function finishSheet(card: CardSummary, known: boolean, reasons: Reasons): Promise<Fields | null> {
  return ask<Fields>(
    known ? `完了：残り ${formatNumber(card.num_left)}${card.unit}` : "完了",
    (sheet, answer) => {
      const inputs = countLabels();
      const [good, bad, half] = inputs.map((label) => label.querySelector("input")!) as [
        HTMLInputElement,
        HTMLInputElement,
        HTMLInputElement,
      ];
      let at = good;
      let typed = false;
      good.value = known ? card.num_left : "";
      const why = element("div", "grid grid-cols-2 gap-2");
      const sum = element("p", "text-section font-bold tabular-nums");
      const more = element("div", "grid gap-2");
      const last = element("div", "grid gap-2");
      let reason = "";
      const given = (extra: Fields = {}) =>
        answer({
          ...(good.value && { num_good: good.value }),
          ...(bad.value && { num_defective: bad.value }),
          ...(half.value && { num_partial: half.value }),
          ...(reason && { reason_id: reason }),
          ...extra,
        });
      function draw() {
        const { text, rest, over, wrong } = sumOf(
          known ? card.num_left : good.value,
          good.value,
          bad.value,
          half.value,
        );
        sum.textContent = known || wrong ? text : "良品を空けたままにすると、残り全部が良品になります。";
        const defective = Number(bad.value) > 0;
        why.replaceChildren(
          ...reasonButtons(defective ? reasons : [], reason, (picked) => {
            reason = picked;
            draw();
          }),
        );
        const stop = wrong || (defective && !reason);
        const ends =
          known && rest > 0 && !Number(half.value)
            ? [
                button("残りを分割して置く", () => given({ shortage: "divide" })),
                button("不足のまま完了する", () => given({ shortage: "short" })),
              ]
            : [button("完了を登録", () => given(), "scan-button scan-first")];
        const beyond = known && over > 0;
        sum.classList.toggle("text-warn", beyond);
        if (beyond) sum.append("。残りの数を超えています。");
        for (const one of ends) one.disabled = stop || beyond;
        const all = button(`予定数を${fromThousandths(over)}超えて登録する`, () => given({ over: "on" }));
        all.disabled = stop || !beyond;
        all.classList.toggle("invisible", !beyond);
        more.replaceChildren(all);
        for (const one of [...ends, all]) one.classList.add("disabled:opacity-60");
        last.replaceChildren(
          ...(defective && !reason ? [element("p", "text-bad", "不良の理由を選んでください。")] : []),
          ...ends,
        );
      }
      function changed() {
        typed ||= at === good;
        if (known && !typed) good.value = goodLeft(card.num_left, bad.value, half.value);
        draw();
      }
      for (const input of [good, bad, half]) {
        input.onfocus = () => {
          at = input;
        };
        input.oninput = changed;
      }
      const whole = button("全数良品", () => {
        [good.value, bad.value, half.value] = [known ? card.num_left : "", "", ""];
        typed = false;
        draw();
      });
      sheet.append(
        element("div", "grid grid-cols-3 gap-2", "", ...inputs),
        sum,
        pad(() => at, changed),
        whole,
        why,
        last,
        more,
      );
      draw();
    },
  );
}

export function pauseSheet(reasons: Reasons): Promise<Fields | null> {
  return ask<Fields>("中断の理由", (sheet, answer) => {
    const all = reasons.filter(({ kind }) => kind === "pause");
    sheet.append(
      element(
        "div",
        "grid grid-cols-2 gap-2",
        "",
        ...all.map((one) => button(one.label, () => answer({ reason_id: String(one.reason_id) }))),
      ),
    );
    if (all.length === 0) sheet.append(button("中断する", () => answer({ reason: "中断" })));
  });
}

export function restSheet(card: CardSummary, words: Word[]): Promise<Fields | null> {
  return ask<Fields>(`「${card.status}」が途中です。残りをどうしますか`, (sheet, answer) => {
    sheet.append(...words.map(({ text, fields }) => button(text, () => answer(fields))));
  });
}

export function pinSheet(name: string): Promise<string | null> {
  return ask<string>(`${name}さんの暗証番号`, (sheet, answer) => {
    const input = Object.assign(element("input", "scan-number"), {
      type: "password",
      inputMode: "none",
      autocomplete: "off",
      maxLength: 8,
      ariaLabel: "暗証番号",
    });
    input.onkeydown = (event) => {
      if (event.key === "Enter") answer(input.value);
    };
    sheet.append(
      input,
      pad(() => input, () => {}, ["7", "8", "9", "4", "5", "6", "1", "2", "3", "", "0", "←"]),
      button("決定", () => answer(input.value), "scan-button scan-first"),
    );
  });
}

export function reasonSheet(title: string): Promise<string | null> {
  return ask<string>(title, (sheet, answer) => {
    const input = Object.assign(element("input", "scan-number"), { ariaLabel: "理由", maxLength: 200 });
    sheet.append(
      input,
      button("登録", () => answer(input.value), "scan-button scan-first"),
    );
  });
}
