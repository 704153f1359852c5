import type { ReactNode } from "react";
import { type SnackbarMessage, SnackbarPlace } from "./Snackbar";

export function Bare({
  product,
  snackbar,
  children,
}: {
  product: string;
  snackbar?: SnackbarMessage | null;
  children: ReactNode;
}) {
  return (
    <div className="flex min-h-screen flex-col items-center px-4 pt-8 desk:pt-20">
      <header className="mb-4">
        <a href="/" className="text-title font-bold">
          {product}
        </a>
      </header>
      <main id="main" className="w-full max-w-[500px] rounded-lg border border-line bg-surface p-6">
        <p id="offline" role="status" hidden className="mb-4 font-bold text-bad">
          通信できません。回線を確かめて、もう一度押してください。入力した内容は残っています。
        </p>
        {children}
      </main>
      <footer className="py-4 text-note text-muted">© {product}</footer>
      <SnackbarPlace message={snackbar} />
    </div>
  );
}
