const LOOK = "inline-flex h-9 items-center touch:h-11 text-accent [@media(scripting:none)]:hidden";

/** Shown by the enhancement alone. In a sheet Tab passes it by. */
export function CalendarButton({ label, inCell }: { label: string; inCell?: boolean }) {
  return (
    <button
      type="button"
      data-cal
      aria-label="カレンダーを開く"
      aria-description={label}
      aria-haspopup="dialog"
      tabIndex={inCell ? -1 : undefined}
      className={`${inCell ? "px-1" : "px-3"} ${LOOK}`}
    >
      <svg
        className="shrink-0"
        width="16"
        height="16"
        viewBox="0 0 16 16"
        fill="none"
        stroke="currentColor"
        aria-hidden="true"
      >
        <path d="M2 3h12v11H2zM2 7h12M5 1v4M11 1v4" />
      </svg>
    </button>
  );
}
