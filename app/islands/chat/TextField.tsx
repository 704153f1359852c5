import type { ClipboardEvent, KeyboardEvent, RefObject } from "react";
import { MentionList } from "./Pick";
import type { useMention } from "./useMention";

type Props = {
  field: RefObject<HTMLTextAreaElement>;
  text: string;
  typed: string;
  live: boolean;
  isRequired: boolean;
  enter: boolean;
  mention: ReturnType<typeof useMention>;
  onText: (text: string) => void;
  onFiles: (files: File[]) => void;
  onSend: () => void;
};

const STEP: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, Enter: 0, Tab: 0 };

/** A thumb has no Shift: there Enter begins a line. */
const hasKeys = () => !matchMedia("(pointer: coarse)").matches;

/** Enter or Ctrl+Enter sends, as this person has chosen; never while composing. */
function handleKey(event: KeyboardEvent, { enter, mention, onSend }: Props) {
  if (event.nativeEvent.isComposing || event.keyCode === 229) return;
  if (event.key === "Escape" && mention.isTyping) return mention.close();
  const step = STEP[event.key];
  const picks = mention.found.length > 0 && step !== undefined && !event.shiftKey;
  const enterAlone = enter && !event.shiftKey && !picks && hasKeys();
  const sends = event.key === "Enter" && (event.ctrlKey || event.metaKey || enterAlone);
  if (!sends && !picks) return;
  event.preventDefault();
  if (sends) onSend();
  else if (step === 0) mention.insertMarked();
  else mention.move(step!);
}

export function TextField(props: Props) {
  const { field, text, typed, live, isRequired, mention, onText, onFiles } = props;
  const isOffering = mention.found.length > 0;
  function paste(event: ClipboardEvent) {
    if (event.clipboardData.files.length === 0) return;
    event.preventDefault();
    onFiles([...event.clipboardData.files]);
  }
  return (
    <>
      {isOffering ? <MentionList people={mention.found} at={mention.index} onPick={mention.insert} /> : null}
      <label className="sr-only" htmlFor="chat-text">
        メッセージ
      </label>
      <textarea
        id="chat-text"
        name="message"
        ref={field}
        rows={Math.min(6, Math.max(2, text.split("\n").length))}
        required={isRequired}
        value={live ? text : undefined}
        defaultValue={live ? undefined : typed}
        // On a low screen the buttons are in reach as soon as one types.
        onFocus={({ target: { form } }) => {
          if (form!.getBoundingClientRect().bottom > innerHeight) form!.scrollIntoView({ block: "nearest" });
        }}
        onChange={(event) => {
          onText(event.target.value);
          mention.follow(event.target);
        }}
        onSelect={(event) => {
          if (mention.isTyping) mention.follow(event.currentTarget);
        }}
        aria-controls={isOffering ? "chat-names" : undefined}
        aria-activedescendant={isOffering ? `chat-name-${mention.index}` : undefined}
        placeholder="メッセージ（@氏名 で知らせます）"
        onKeyDown={(event) => handleKey(event, props)}
        onPaste={live ? paste : undefined}
        className="w-full rounded border border-muted/75 px-2 py-1 touch:text-input"
      />
    </>
  );
}
