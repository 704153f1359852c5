import type { ReactNode } from "react";
import { AboutPick, BUTTON, Fold, ITEM } from "./Pick";
import type { About } from "./state";

export function Tools({
  room,
  phrases,
  onPhrase,
  onAbout,
  onFiles,
  children,
}: {
  room: string;
  phrases: string[];
  onPhrase: (phrase: string) => void;
  onAbout: (about: About) => void;
  onFiles: (files: File[]) => void;
  children: ReactNode;
}) {
  return (
    <>
      <Fold label="定型文">
        {(close) => (
          <>
            {phrases.map((phrase) => (
              <button
                key={phrase}
                type="button"
                className={ITEM}
                onClick={() => {
                  close();
                  onPhrase(phrase);
                }}
              >
                {phrase}
              </button>
            ))}
            {children}
          </>
        )}
      </Fold>
      <Fold label="カード" rest="・商品">
        {(close) => (
          <AboutPick
            room={room}
            onPick={(about) => {
              close();
              onAbout(about);
            }}
          />
        )}
      </Fold>
      <label className={`${BUTTON} cursor-pointer border-muted/75 bg-surface px-3`}>
        写真<span className="max-desk:hidden">・ファイル</span>
        <input
          type="file"
          multiple
          className="sr-only"
          aria-label="写真・ファイル"
          title="一度に10件、1件10MBまで"
          onChange={(event) => {
            onFiles([...event.target.files!]);
            event.target.value = "";
          }}
        />
      </label>
    </>
  );
}

export function AskFields({
  ask,
  due,
  live,
  onChange,
}: {
  ask: boolean;
  due: string;
  live: boolean;
  onChange: (more: { ask: boolean } | { due: string }) => void;
}) {
  return (
    <>
      <label className="inline-flex min-h-9 cursor-pointer items-center gap-2 touch:min-h-11">
        <input
          type="checkbox"
          name="ask"
          className="h-4 w-4 accent-accent"
          {...(live ? { checked: ask } : {})}
          onChange={(event) => onChange({ ask: event.target.checked })}
        />
        要回答
      </label>
      {ask || !live ? (
        <input
          name="due"
          aria-label="回答の期日"
          placeholder="期日 例 11/25"
          maxLength={20}
          {...(live ? { value: due } : {})}
          onChange={(event) => onChange({ due: event.target.value })}
          className="h-9 w-36 rounded border border-muted/75 px-2 touch:h-11 touch:text-input"
        />
      ) : null}
    </>
  );
}

export function EnterChoice({
  enter,
  pair,
  onChoose,
}: {
  enter: boolean;
  pair: boolean;
  onChoose: (value: boolean) => void;
}) {
  return (
    <select
      aria-label="送信のしかた"
      value={enter ? "on" : ""}
      className="ml-auto text-note text-muted max-desk:hidden"
      onChange={({ target: { value } }) => onChoose(value === "on")}
    >
      {["Ctrl+", ""].map((modifier, index) => (
        <option key={index} value={index ? "on" : ""}>
          {modifier}Enter で送信{pair ? "" : "（社内）"}
        </option>
      ))}
    </select>
  );
}
