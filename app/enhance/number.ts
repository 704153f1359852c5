import { formatNumber, normalizeNumber } from "~/lib/money/decimal";

/** R7-2: full-width digits become plain on leaving; commas stand at rest and go while typing. */
export function start() {
  addEventListener("focusin", ({ target }) => {
    if (!isNumber(target) || normalizeNumber(target.value) === null) return;
    target.value = target.value.replaceAll(",", "");
    target.select();
  });
  addEventListener("focusout", ({ target }) => tidyNumber(target));
}

function tidyNumber(target: unknown) {
  if (!isNumber(target)) return;
  const number = normalizeNumber(target.value);
  if (number !== null) target.value = formatNumber(number);
}

function isNumber(target: unknown): target is HTMLInputElement {
  return target instanceof HTMLInputElement && "number" in target.dataset && !target.readOnly;
}
