const SHAPES = {
  bell: "M6 16V11a6 6 0 0112 0v5l2 2H4zM10 21h4",
  speech: "M4 5h16v11H9l-5 4z",
  board: "M4 4h4v16H4zM10 4h4v11h-4zM16 4h4v7h-4z",
  cart: "M3 4h3l2 11h10l2-8H7M9 20h.01M17 20h.01",
  sheet: "M6 3h9l4 4v14H6zM9 11h7M9 15h7",
  box: "M4 8l8-4 8 4v9l-8 4-8-4zM4 8l8 4 8-4M12 12v9",
  chart: "M4 20h16M7 16v-5M12 16V6M17 16v-8",
  gear: "M12 9a3 3 0 100 6 3 3 0 000-6zM12 3v3M12 18v3M3 12h3M18 12h3M6 6l2 2M16 16l2 2M18 6l-2 2M8 16l-2 2",
  menu: "M4 7h16M4 12h16M4 17h16",
  dots: "M6 12h.01M12 12h.01M18 12h.01",
  info: "M12 3a9 9 0 100 18 9 9 0 000-18zM12 11v5M12 8h.01",
  success: "M5 12l5 5 9-10",
  error: "M12 4l9 16H3zM12 10v4M12 17h.01",
  down: "M7 10l5 5 5-5",
  printer: "M7 9V4h10v5M7 17H4V9h16v8h-3M7 14h10v6H7z",
  back: "M11 6l-6 6 6 6M5 12h14",
} as const;

export type IconName = keyof typeof SHAPES;

export function Icon({ name, size = 20 }: { name: IconName; size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={name === "dots" ? 3 : 2}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      className="shrink-0"
    >
      <path d={SHAPES[name]} />
    </svg>
  );
}
