import type { Option } from "~/lib/list/option";
import { FURTHER, type Typed } from "~/lib/order/order.draft";
import { type Unit, unit } from "~/lib/vocabulary/card.schema";
import { unitOptions } from "~/lib/vocabulary/unit";

/** Without JavaScript: what choosing a product would have filled in, once the page comes back. */
export function withProducts<T extends { initialValue?: unknown }>(reply: T, products: Option[]): T {
  const typed = reply.initialValue as Typed;
  const lines = typed.lines?.map((line) => {
    const fill = products.find((product) => product.value === line?.product_id)?.fill;
    return line && !line.name
      ? { ...fill, ...Object.fromEntries(Object.entries(line).filter(([, value]) => value)) }
      : line;
  });
  return { ...reply, initialValue: { ...typed, lines } };
}

export function showsFurther(typed: Typed, errors: Record<string, unknown>): boolean {
  const said = (typed.lines ?? []).some((line) => FURTHER.some((name) => line?.[name] && !line.product_id));
  return (
    typed.columns === "all" ||
    said ||
    // A price that is missing may be said to be undetermined: why and until when are such columns.
    Object.keys(errors).some((name) => [...FURTHER, "unit_price"].some((own) => name.endsWith(`].${own}`)))
  );
}

export function lineUnits(units: Unit[], products: Option[], { lines }: Typed): Option[] {
  const said = [...products.map(({ fill }) => fill), ...(lines ?? [])].flatMap((one) => [
    one?.order_unit,
    one?.unit,
  ]);
  return unitOptions(units, ...said.filter((one): one is Unit => unit.safeParse(one).success));
}
