import { type Choice, findChoices } from "./combobox.find";
import { fill } from "./fill";

/** A field with suggestions: what is chosen fills its neighbours, what is typed is searched for. */
export async function offer(input: HTMLInputElement) {
  const known = [...input.list!.options].find((one) => one.value === input.value);
  if (known?.dataset.fill) return fill(input, JSON.parse(known.dataset.fill));
  if (!input.dataset.source) return;
  const found = await findChoices(input.value, [], input.dataset.source);
  if (found) input.list!.replaceChildren(...found.map(choiceOption));
}

function choiceOption(choice: Choice) {
  const option = new Option(choice.label, choice.value);
  if (choice.fill) option.dataset.fill = JSON.stringify(choice.fill);
  return option;
}
