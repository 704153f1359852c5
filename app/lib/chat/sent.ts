export const filesSent = ([first, ...more]: { name: string }[]): string =>
  `「${first!.name}」${more.length > 0 ? `ほか${more.length}件` : ""}を送りました`;
