type Props = {
  company: string;
  mode: string;
  minutes: number;
  /** Then the enhancement asks for a page, which leads back. */
  seconds: number;
  until: string;
  back: string;
  extend?: string;
};

const BUTTON = "min-h-9 whitespace-nowrap rounded border border-warn px-3 font-bold touch:min-h-11";

export function StandInBar({ company, mode, minutes, seconds, until, back, extend }: Props) {
  return (
    <div data-rare data-over={seconds} className="flex flex-wrap items-center gap-x-4 gap-y-1">
      <p>
        <b>{company}</b> として表示中（{mode}）
      </p>
      <p data-left className="whitespace-nowrap tabular-nums">{`残り${minutes}分（${until}まで）`}</p>
      <span className="ml-auto flex gap-2">
        {extend ? (
          <form method="post" action={extend} data-plain>
            <button className={BUTTON}>30分延長</button>
          </form>
        ) : null}
        <form method="post" action={back} data-plain>
          <button className={BUTTON}>戻る</button>
        </form>
      </span>
    </div>
  );
}
