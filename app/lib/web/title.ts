type Matches = { id: string; data?: unknown }[];

export function titled(name: string) {
  return ({ matches }: { matches: Matches }) => {
    const product = (matches.find(({ id }) => id === "root")?.data as { product?: string } | undefined)
      ?.product;
    return [{ title: product ? `${name} | ${product}` : name }];
  };
}

/** With what tells the thing itself from others of its kind, so that tabs and a history differ. */
export const titledOf =
  <Data>(noun: string, named: (data: Data) => string | null | undefined) =>
  ({ data, matches }: { data?: unknown; matches: Matches }) =>
    titled([noun, data && named(data as Data)].filter(Boolean).join(" "))({ matches });

/** What is done with a card, and with which. */
export const cardTitled = (act: string) =>
  titledOf<{ card?: { id: string; name: string } }>(act, ({ card }) => card && `${card.id} ${card.name}`);

type Goods = { code: string; name: string };
/** A part of a product's page, or of its stock's. */
export const productTitled = (part: string) =>
  titledOf<{ product?: Goods; page?: { product: Goods }; row?: Goods }>(part, ({ product, page, row }) => {
    const of = product ?? page?.product ?? row;
    return of && `${of.code} ${of.name}`;
  });

export const partnerTitled = (part: string) =>
  titledOf<{ partner: { name: string } }>(part, ({ partner }) => partner.name);

/** An act that is asked once more: on whom, and what. */
export const actTitled = (noun: string) =>
  titledOf<{ name?: string; row?: { name: string }; label: string }>(
    noun,
    ({ name, row, label }) => `${name ?? row?.name} ${label}`,
  );

/** The same for an editor: 作業者, or 作業者の追加 at `…/new`. */
export const editorTitled = (noun: string) => (args: { params: { key?: string }; matches: Matches }) =>
  titled(args.params.key === "new" ? `${noun}の追加` : noun)(args);

/** What a browser offers as the name of the PDF (R3-6). */
export const fileTitled =
  (otherwise: string) =>
  ({ data }: { data?: { file_name?: string } }) => [{ title: data?.file_name ?? otherwise }];
