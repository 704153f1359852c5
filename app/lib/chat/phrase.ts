/** "2.-1" moves the third up, "2.1" down, "2.0" removes it. */
export function pressed(all: (string | undefined)[], press: string): (string | undefined)[] {
  const [, at, by] = /^(\d{1,3})\.(-1|0|1)$/.exec(press) ?? [];
  if (at === undefined || Number(at) >= all.length) return all;
  const rest = all.filter((_, index) => index !== Number(at));
  const to = Math.max(0, Number(at) + Number(by));
  return by === "0" ? rest : [...rest.slice(0, to), all[Number(at)], ...rest.slice(to)];
}
