/** What a message of files alone says, where only words are shown: in the list of rooms, in mail. */
export const filesSent = ([first, ...more]: { name: string }[]): string =>
  `「${first!.name}」${more.length > 0 ? `ほか${more.length}件` : ""}を送りました`;
