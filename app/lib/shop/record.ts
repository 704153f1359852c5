import { compareDecimal } from "~/lib/money/decimal";
import { choicesOf, type RecordInput } from "./record.schema";

export function recordProblems(items: RecordInput[], groups: number[]): Record<string, string[]> {
  const errors: Record<string, string[]> = {};
  const same = (one: RecordInput, other: RecordInput) =>
    one.label === other.label && one.group_id === other.group_id;
  items.forEach((item, index) => {
    const say = (field: string, sentence: string) => {
      errors[`items[${index}].${field}`] = [sentence];
    };
    const { kind, lower_limit, upper_limit } = item;
    if (items.findIndex((one) => same(one, item)) !== index)
      say("label", `同じ工程に「${item.label}」が2つあります。別の名前にしてください`);
    if (item.group_id !== undefined && !groups.includes(item.group_id))
      say("group_id", "この工程はなくなりました。画面を読み込み直してください");
    if (kind === "choice" && choicesOf(item.choices).length < 2)
      say("choices", "選択肢を「、」で区切って2つ以上入力してください");
    const strange = choicesOf(item.ng_choices).filter((one) => !choicesOf(item.choices).includes(one));
    if (kind === "choice" && strange.length > 0)
      say("ng_choices", `「${strange.join("、")}」は選択肢にありません`);
    if (kind !== "number" && (lower_limit ?? upper_limit) !== undefined) {
      say(
        lower_limit === undefined ? "upper_limit" : "lower_limit",
        "規格は型が「数値」の項目だけに入力してください",
      );
    } else if (
      lower_limit !== undefined &&
      upper_limit !== undefined &&
      compareDecimal(lower_limit, upper_limit) > 0
    ) {
      say("upper_limit", "上限は下限以上で入力してください");
    }
  });
  return errors;
}
