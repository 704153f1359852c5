import type { ReactNode } from "react";
import { Mark } from "./Mark";
import { type SnackbarMessage, SnackbarPlace } from "./Snackbar";
import { Welcome } from "./Welcome";

type Props = {
  product: string;
  snackbar?: SnackbarMessage | null;
  /** The page that strangers see first also says what this is. */
  welcome?: boolean;
  children: ReactNode;
};

/** One sheet: what this is, and beside it, at the same height, the way in. */
const WELCOME =
  "grid w-full max-w-[1080px] overflow-hidden rounded-lg border border-line bg-surface desk:grid-cols-2";

export function Bare({ product, snackbar, welcome, children }: Props) {
  return (
    <div
      className={`flex min-h-screen flex-col items-center px-4 ${welcome ? "py-2 desk:pt-20" : "pt-4 desk:pt-20"}`}
    >
      {welcome ? null : (
        <header className="mb-4">
          <a href="/" className="flex items-center gap-2 text-title font-bold">
            <span className="text-accent">
              <Mark size={28} />
            </span>
            {product}
          </a>
        </header>
      )}
      <div className={welcome ? WELCOME : "contents"}>
        {welcome ? <Welcome product={product} /> : null}
        <main
          id="main"
          className={`mx-auto w-full max-w-[500px] ${welcome ? "self-center p-4 desk:px-6" : "rounded-lg border border-line bg-surface p-6"}`}
        >
          <p id="offline" role="status" hidden className="mb-4 font-bold text-bad">
            通信できません。回線を確かめて、もう一度押してください。入力した内容は残っています。
          </p>
          {children}
        </main>
      </div>
      <footer className="py-4 text-note text-muted">© {product}</footer>
      <SnackbarPlace message={snackbar} />
    </div>
  );
}
