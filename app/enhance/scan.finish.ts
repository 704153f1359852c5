import { formatNumber } from "~/lib/money/decimal";
import { fromThousandths, goodLeft, sumOf } from "~/lib/scan/ask";
import type { CardSummary } from "~/lib/scan/scan";
import { countLabels, reasonButtons } from "./scan.counts";
import { ask, button, element, pad } from "./scan.dialog";
import type { Fields, Reasons } from "./scan.sheet";

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
