import type { ReactNode } from "react";

type Props = {
  open: boolean;
  /** There is nothing to fold. */
  fixed?: boolean;
  children: ReactNode;
};

/** On a phone behind one tap of the head, so that the rows come first; conditions in force stay in sight. */
export function Foldable({ open, fixed = false, children }: Props) {
  return (
    <div className="foldable grid min-w-0 grid-cols-1 gap-2">
      <input
        id="conditions"
        type="checkbox"
        defaultChecked={open || fixed}
        hidden={fixed}
        className="sr-only desk:hidden"
      />
      {children}
    </div>
  );
}

export const FoldLabel = ({ children = "絞り込み" }: { children?: string }) => (
  <label
    htmlFor="conditions"
    className="ml-auto inline-flex min-h-11 cursor-pointer items-center rounded border border-muted/75 bg-surface px-3 desk:hidden"
  >
    {children}
  </label>
);
