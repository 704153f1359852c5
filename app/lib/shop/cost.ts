type Minutes = { group_id: number; minutes: number };

/** Minutes × 時間単価 ÷ 60, each process in whole yen (half up); `missing` have no rate. */
export function costOf(work: Minutes[], rates: ReadonlyMap<number, number>) {
  const rated = work.filter(({ group_id }) => rates.has(group_id));
  const yen = ({ group_id, minutes }: Minutes) => Math.floor((minutes * rates.get(group_id)! + 30) / 60);
  return {
    rows: rated.map((one) => ({ ...one, hourly_rate: rates.get(one.group_id)!, yen: yen(one) })),
    yen: rated.reduce((sum, one) => sum + yen(one), 0),
    missing: work
      .filter(({ group_id, minutes }) => minutes > 0 && !rates.has(group_id))
      .map(({ group_id }) => group_id),
  };
}
