import { useEffect, useRef } from "react";
import { Answering, Attached } from "./Attached";
import { BUTTON, ITEM } from "./Pick";
import { PlainTools } from "./Plain";
import type { About, Draft, Reply } from "./state";
import { TextField } from "./TextField";
import { AskFields, EnterChoice, Tools } from "./Tools";
import { draftProblem, useDraft, useDroppedFiles, useEnterKey } from "./useDraft";
import { useMention } from "./useMention";

type Props = {
  room: string;
  me: string;
  about: About | null;
  reply: Reply | null;
  onReply: (reply: Reply | null) => void;
  live: boolean;
  pair: boolean;
  typed?: string;
  error?: string;
  fresh: string;
  onSend?: (draft: Draft) => void;
  phrases: string[];
  admin: boolean;
  enter: boolean;
  reads: boolean;
  returned: Draft | null;
};

export function Composer({
  room,
  live,
  typed = "",
  error,
  phrases,
  reply,
  onReply,
  onSend,
  ...props
}: Props) {
  const field = useRef<HTMLTextAreaElement>(null);
  const { draft, change, addLine, addFiles, clear } = useDraft({
    username: props.me,
    room,
    live,
    typed,
    about: props.about,
    returned: props.returned,
    field,
  });
  const mention = useMention(room, field, draft.message, (message) => change({ message }));
  const [enter, setEnter] = useEnterKey(props.enter);
  useDroppedFiles(live, addFiles);
  useEffect(() => {
    if (reply) field.current?.focus();
  }, [reply]);
  useEffect(() => {
    if (props.returned) onReply(props.returned.reply);
  }, [props.returned]);
  const problem = draftProblem(draft);

  function send() {
    const { message, about, ask, due, files } = draft;
    if ((!message.trim() && files.length === 0) || problem || !onSend) return;
    onSend({ message: message.trim(), about, reply, ask, due, files });
    clear();
    onReply(null);
    mention.close();
    field.current?.focus();
  }

  if (props.reads)
    return (
      <p role="note" className="border-t border-line bg-surface p-4 text-muted">
        閲覧のみでは送れません。送るには、「編集できる」で切り替え直してください。
      </p>
    );
  const editPhrases = props.admin ? (
    <a href="/chat/phrases" className={`${ITEM} text-note`}>
      定型文を編集
    </a>
  ) : null;

  return (
    <form
      method="post"
      action={`/chat/${room}${reply ? `?reply=${reply.id}` : ""}`}
      data-plain
      className="sticky bottom-14 grid gap-2 border-t border-line bg-surface p-2 desk:bottom-0"
      onSubmit={
        live
          ? (event) => {
              event.preventDefault();
              event.stopPropagation();
              send();
            }
          : undefined
      }
    >
      <input type="hidden" name="id" value={props.fresh} />
      {reply ? <Answering reply={reply} room={room} onEnd={live ? () => onReply(null) : undefined} /> : null}
      <Attached draft={draft} room={room} live={live} onChange={change} />
      {problem || error ? (
        <p role="alert" data-summary tabIndex={-1} className="text-note font-bold text-bad">
          {problem || error}
        </p>
      ) : null}
      <TextField
        field={field}
        text={draft.message}
        typed={typed}
        live={live}
        isRequired={draft.files.length === 0}
        enter={enter}
        mention={mention}
        onText={(message) => change({ message })}
        onFiles={addFiles}
        onSend={send}
      />
      <div className="flex flex-wrap items-center gap-1">
        {live ? (
          <Tools
            room={room}
            phrases={phrases}
            onPhrase={(phrase) => {
              addLine(phrase);
              field.current?.focus();
            }}
            onAbout={(about) => {
              change({ about });
              field.current?.focus();
            }}
            onFiles={addFiles}
          >
            {editPhrases}
          </Tools>
        ) : (
          <PlainTools room={room} about={draft.about} phrases={phrases}>
            {editPhrases}
          </PlainTools>
        )}
        <AskFields ask={draft.ask} due={draft.due} live={live} onChange={change} />
        {live ? <EnterChoice enter={enter} pair={props.pair} onChoose={setEnter} /> : null}
        <button
          className={`${BUTTON} border-accent bg-accent px-4 font-bold text-white hover:bg-accent-strong ${live ? "max-desk:ml-auto" : "ml-auto"}`}
        >
          送信
        </button>
      </div>
    </form>
  );
}
