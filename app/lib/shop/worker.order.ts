export function stepped(ids: number[], id: number, by: number): number[] {
  const at = ids.indexOf(id);
  const rest = ids.filter((one) => one !== id);
  return at < 0 ? ids : [...rest.slice(0, Math.max(0, at + by)), id, ...rest.slice(Math.max(0, at + by))];
}
