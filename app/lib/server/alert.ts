export type Found = { matter: string; text: string };
type Known = Found & { began_time: string; seen_time: string };

const MB = 1024 * 1024;
const LOW = 1024 * MB;
/** So long a matter must stay away before it is over: what comes and goes is told once. */
const CALM_MS = 15 * 60_000;
const STUCK_MINUTES = 30;

const TITLES: Record<string, string> = {
  invariants: "データの整合性が崩れています",
  disk: "保存する場所の空きが少なくなりました",
  backup: "控え（バックアップ）に失敗しました",
  mail: "メールが送れずにたまっています",
};
export const titleOf = (matter: string): string => TITLES[matter.split(":")[0]!] ?? matter;

/** A disk is a machine's own: nobody else can tell that it has room again. */
const isOurs = ({ matter }: Known, host: string) => !matter.startsWith("disk:") || matter === `disk:${host}`;

/** What is to be told now: what has begun, and what is over. */
export function decideAlerts(known: Known[], found: Found[], host: string, now: string) {
  const isFound = ({ matter }: Known) => found.some((one) => one.matter === matter);
  return {
    begun: found.filter(({ matter }) => !known.some((one) => one.matter === matter)),
    still: known.filter(isFound).map(({ matter }) => matter),
    over: known.filter(
      (one) => isOurs(one, host) && !isFound(one) && Date.parse(now) - Date.parse(one.seen_time) >= CALM_MS,
    ),
  };
}

export type Facts = {
  host: string;
  broken: { day: string; num: number } | null;
  free: number | null;
  failed_backup: string | null;
  stuck: { num: number; minutes: number } | null;
};

/** The matters that a look has found, each with what to do about it. */
export function findMatters({ host, broken, free, failed_backup, stuck }: Facts): Found[] {
  const matters: (Found | false)[] = [
    broken !== null &&
      broken.num > 0 && {
        matter: "invariants",
        text: `${broken.day} の夜の確認で、崩れているところが ${broken.num}件 見つかりました。画面の /setting/promise で内容を確かめてください。`,
      },
    free !== null &&
      free < LOW && {
        matter: `disk:${host}`,
        text: `${host} の空きが ${Math.floor(free / MB)} MB です。96 MB を切ると、書き込みを断ります。空きを増やしてください。`,
      },
    failed_backup !== null && {
      matter: "backup",
      text: `最後の控えが取れていません（${failed_backup}）。置き場所と空きを確かめて、取り直してください。`,
    },
    stuck !== null &&
      stuck.minutes >= STUCK_MINUTES && {
        matter: "mail",
        text: `送れないメールが ${stuck.num}通 あり、いちばん古いものは ${stuck.minutes}分 待っています。SMTP_URL と、画面の /setting/outbox の理由を確かめてください。`,
      },
  ];
  return matters.filter((one) => one !== false);
}
