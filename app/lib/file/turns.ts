type Piece = () => Promise<void>;

export class QueueFull extends Error {}

/** One piece of each owner at once, so that whoever brings much waits for himself alone. */
export function turns(wide: number, most: number) {
  const waiting = new Map<string, Piece[]>();
  const busy = new Set<string>();

  function next(): void {
    for (const [owner, pieces] of waiting) {
      if (busy.size >= wide) return;
      if (busy.has(owner)) continue;
      const piece = pieces.shift()!;
      // Behind all the others, if there is more.
      waiting.delete(owner);
      if (pieces.length > 0) waiting.set(owner, pieces);
      busy.add(owner);
      void piece().finally(() => {
        busy.delete(owner);
        next();
      });
    }
  }

  return <T>(owner: string, run: () => Promise<T>): Promise<T> =>
    new Promise((done, failed) => {
      const mine = waiting.get(owner) ?? [];
      if (mine.length >= most) return failed(new QueueFull(`${owner} has ${most} pieces waiting`));
      mine.push(() => run().then(done, failed));
      waiting.set(owner, mine);
      next();
    });
}
