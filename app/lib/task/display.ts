/** Cards that a page of a wall shows without scrolling, and how many pages a process may take. */
export const ON_PAGE = 12;
export const PAGES = 8;
/** Long enough to read twelve cards. */
export const TURN_S = 15;

export type Turn = { id: string | null; page: number; of: number };
type Counted = { id: string; count: number };

const pagesOf = ({ id, count }: Counted): Turn[] => {
  const of = Math.min(PAGES, Math.max(1, Math.ceil(count / ON_PAGE)));
  return Array.from({ length: of }, (_, page) => ({ id, page, of }));
};

/** The pages of one process; of all: how many stand where, then each process that has cards. */
export function turnsOf(columns: Counted[], chosen: string): Turn[] {
  const only = columns.find((column) => column.id === chosen);
  if (only) return pagesOf(only);
  return [
    { id: null, page: 0, of: 1 },
    ...columns.filter((column) => column.count > 0).flatMap((column) => pagesOf(column)),
  ];
}

/** Where a wall stands after so many turns; the processes may have grown or emptied meanwhile. */
export const turnAt = (turns: Turn[], at: number): [turn: Turn, index: number] => {
  const index = at % turns.length;
  return [turns[index]!, index];
};
