import type { ReactNode } from "react";

type Tone = "good" | "warn" | "bad" | "accent" | "muted";
/** `icon` stands before the text where the reader's fonts may lack the sign. */
type Icon = "fork" | "chain" | "clip" | "star";
type Mark = { text: string; tone: Tone; icon?: Icon };
type Progress = { good: number; bad: number; partial: number; total: number; text: string };

type Props = {
  id: number;
  href: string;
  title: string;
  /** 品番, behind the name. */
  code?: string;
  /** A file's key. */
  picture?: string;
  /** Where no progress says it. */
  quantity?: string;
  of?: string;
  /** Drawn only; what is read aloud is the text. */
  progress?: Progress;
  /** Tone bad is late: the bar at the left and the words in `rest` say so too. */
  due?: { day: string; rest: string; tone: Tone };
  chips: Mark[];
  /** Said quietly. */
  signs?: Mark[];
  menu?: { href: string; state: string };
  act?: ReactNode;
  acts?: ReactNode;
  /** A drop sends and minds them. */
  version?: number;
  sort?: string;
};

export function BoardCard({
  id,
  href,
  title,
  code,
  picture,
  quantity,
  of,
  progress,
  due,
  chips,
  signs = [],
  menu,
  act,
  acts,
  version,
  sort,
}: Props) {
  return (
    <article
      id={`card-${id}`}
      className={due?.tone === "bad" ? "card card-late" : "card"}
      data-v={version}
      data-at={sort}
      data-state={menu?.state}
    >
      <div className="flex items-start gap-2">
        <div className="min-w-0 flex-1">
          <p>
            <a href={href} className="card-link">
              {title}
            </a>{" "}
            {code && <span className="whitespace-nowrap text-muted">{code}</span>}
          </p>
          {progress && <Bar {...progress} />}
        </div>
        {picture && (
          <img
            src={`/file/${picture}/icon`}
            alt=""
            loading="lazy"
            width="48"
            height="48"
            className="object-contain"
          />
        )}
        {menu && (
          <a href={menu.href} className="dots" aria-label={`${title}の操作`} data-acts>
            ⋯
          </a>
        )}
      </div>
      <div className="card-foot">
        {!progress && quantity}
        {chips.map((chip) => (
          <Chip key={chip.text} {...chip} />
        ))}
        {signs.map((sign) => (
          <Sign key={sign.text} {...sign} />
        ))}
        {due && (
          <span className={`ml-auto tabular-nums${DUE[due.tone]}`}>
            <b className="text-base">{due.day}</b>
            {due.rest}
          </span>
        )}
      </div>
      {(of || act) && (
        <div className="card-of flex items-center text-muted">
          <span className="flex-1 truncate">{of}</span>
          {act}
        </div>
      )}
      {acts}
    </article>
  );
}

const TONES: Record<Tone, string> = {
  good: "mark mark-good",
  warn: "mark mark-warn",
  bad: "mark mark-bad",
  accent: "mark mark-accent",
  muted: "mark mark-muted",
};
const ICONS: Record<Icon, string> = {
  fork: " mark-fork",
  chain: " mark-chain",
  clip: " mark-clip",
  star: " mark-star",
};

const DUE: Record<Tone, string> = {
  bad: " text-bad",
  warn: " text-warn",
  accent: "",
  good: "",
  muted: "",
};

const Sign = ({ text, icon }: Mark) => <span className={`text-muted${icon ? ICONS[icon] : ""}`}>{text}</span>;

const Chip = ({ text, tone, icon }: Mark) => (
  <span className={TONES[tone] + (icon ? ICONS[icon] : "")}>{text}</span>
);

function Bar({ good, bad, partial, total, text }: Progress) {
  const whole = Math.max(total, good + bad + partial, 0.001);
  const share = (n: number) => Math.round((n / whole) * 1000) / 10;
  const [a, b, c] = [share(good), share(bad), share(partial)];
  return (
    <div className="card-bar">
      <svg viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
        {a > 0 && <rect width={a} height="1" className="fill-good" />}
        {b > 0 && <rect x={a} width={b} height="1" className="fill-bad" />}
        {c > 0 && (
          <line
            x1={Math.round((a + b) * 10) / 10}
            x2={Math.round((a + b + c) * 10) / 10}
            y1=".5"
            y2=".5"
            className="card-half"
          />
        )}
      </svg>
      <span>{text}</span>
    </div>
  );
}
