type Asked = { card_id: string; buyer_name: string; is_open: boolean };

/** What keeps these 不良 from going to a buyer in one 不良報告書, before anything is typed. */
export function cannotSend(items: Asked[]): string | null {
  const done = items.find(({ is_open }) => !is_open);
  if (done)
    return `カード ${done.card_id} の不良には、もう処置が登録されています。未処置の不良だけを選んでください。`;
  const buyers = new Set(items.map(({ buyer_name }) => buyer_name));
  return buyers.size > 1 ? "不良報告書は依頼元ごとに送ります。同じ依頼元の不良だけを選んでください。" : null;
}
