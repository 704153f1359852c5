type Reader = { company_id: string | null; acting: unknown };

/** `reader_id`: the company it was sent to. Staff who stand in for a company read nothing for it. */
export const unreadFile = (noun: string) =>
  `まだ確認していない${noun}です。ファイルを受け取る前に、${noun}を開いて「確認しました」を押してください。`;

export const isUnread = (
  reader_id: string,
  { viewed_time }: { viewed_time: string | null },
  who: Reader,
): boolean => viewed_time === null && reader_id === who.company_id && who.acting === null;
