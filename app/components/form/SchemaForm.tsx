import type { SubmissionResult } from "@conform-to/dom";
import { FormProvider, useForm, useFormMetadata } from "@conform-to/react";
import { getZodConstraint } from "@conform-to/zod/v4";
import type { ReactNode } from "react";
import type { z } from "zod";
import { Button, LinkButton, type Tone } from "./Button";

type Props = {
  id: string;
  schema: z.ZodType;
  reply?: SubmissionResult<string[]> | null;
  /** What the page's action answered: its reply, and the key that a retry keeps. */
  answer?: { reply?: SubmissionResult<string[]>; idempotency_key?: string } | null;
  values?: Record<string, unknown>;
  /** Also what Enter in a field presses. */
  submit: string;
  press?: Press;
  /** What Enter in a field posts instead of `press`. */
  enter?: Press;
  /** For what can't be taken back: never what Enter or Ctrl+Enter presses. */
  final?: Final;
  tone?: Tone;
  action?: string;
  /** A form with a way back has the bar that stays in reach; a small one has just its button. */
  cancel?: string;
  idempotency_key?: string;
  version?: string | number;
  /** The browser posts it itself: the answer may need a document of its own (a Refresh). */
  plain?: boolean;
  upload?: boolean;
  counter?: string;
  wide?: boolean;
  /** On a wide screen its groups stand beside each other. */
  pair?: true;
  /** What its lines are called where that is not their place. */
  numbers?: number[];
  children?: ReactNode;
};

type Press = { name: string; value: string };
type Final = Press & { label: string; note?: string };

export function SchemaForm(props: Props) {
  const {
    id,
    schema,
    answer,
    reply = answer?.reply,
    values,
    submit,
    press,
    enter = press,
    final,
    tone,
    action,
    cancel,
  } = props;
  const { version, plain, upload, counter, wide, pair, numbers, children } = props;
  const idempotency_key = answer?.idempotency_key ?? props.idempotency_key;
  const [form] = useForm<Record<string, unknown>>({
    id,
    lastResult: reply,
    defaultValue: values as Record<string, string> | undefined,
    constraint: getZodConstraint(schema as Parameters<typeof getZodConstraint>[0]),
  });
  return (
    <FormProvider context={form.context}>
      <form
        id={id}
        method="post"
        action={action}
        noValidate
        data-enhance="submit"
        data-edited={Boolean(reply) || undefined}
        data-plain={plain || undefined}
        encType={upload ? "multipart/form-data" : undefined}
        className={`grid gap-4 ${pair ? "items-start wide:grid-cols-2" : wide ? "grid-cols-1" : "max-w-[720px]"}`}
      >
        {/* Enter presses the first submit button of a form: without this one, 削除 of a line. */}
        <button type="submit" {...enter} data-default tabIndex={-1} aria-hidden="true" className="sr-only">
          {submit}
        </button>
        {idempotency_key ? <input type="hidden" name="idempotency_key" value={idempotency_key} /> : null}
        {version === undefined ? null : (
          <input type="hidden" name="version" value={typedUpon(reply) ?? version} />
        )}
        <ErrorSummary numbers={numbers} />
        {children}
        {cancel ? (
          <SaveBar {...{ submit, press, final, tone, cancel, counter }} />
        ) : (
          <Save {...{ submit, press, tone }} />
        )}
      </form>
    </FormProvider>
  );
}

/** What was typed upon what has changed since is still told so, whatever else was wrong with it before. */
function typedUpon(reply: Props["reply"]): string | null {
  const sent = reply?.initialValue?.version;
  return typeof sent === "string" && !reply?.error?.version ? sent : null;
}

function ErrorSummary({ numbers }: Pick<Props, "numbers">) {
  const form = useFormMetadata();
  const own = form.errors ?? [];
  const fields = Object.entries(form.allErrors)
    .filter(([name, errors]) => name !== "" && errors?.length)
    .sort(([a], [b]) => lineOf(a) - lineOf(b));
  if (own.length + fields.length === 0) return null;
  return (
    <div
      role="alert"
      tabIndex={-1}
      data-summary
      className="col-span-full rounded border border-bad border-l-4 bg-bad-soft px-4 py-3 text-bad"
    >
      {own.map((error) => (
        <p key={error} className="font-bold">
          {error}
        </p>
      ))}
      {fields.length > 0 ? (
        <>
          <p className="font-bold">入力内容を確認してください({fields.length}件)</p>
          <ul className="list-disc pl-5">
            {fields.slice(0, MAX_ERRORS).map(([name, errors]) => (
              <li key={name}>
                <a href={`#${form.id}-${name}`} className="text-bad underline">
                  {lineText(name, numbers)}
                  {errors[0]}
                </a>
              </li>
            ))}
          </ul>
          {fields.length > MAX_ERRORS ? (
            <p>ほか{fields.length - MAX_ERRORS}件は、それぞれの欄に示しています。</p>
          ) : null}
        </>
      ) : null}
    </div>
  );
}

/** A pasted sheet may be wrong in every line: more would push the form out of sight. */
const MAX_ERRORS = 20;

const lineOf = (name: string): number => Number(/\[(\d+)\]\./.exec(name)?.[1] ?? -1) + 1;

function lineText(name: string, numbers?: number[]): string {
  const line = lineOf(name);
  return line ? `${numbers?.[line - 1] ?? line}行目: ` : "";
}

const BAR =
  "sticky bottom-0 z-10 max-desk:-mx-4 flex flex-wrap items-center gap-2 border-t border-line bg-ground px-4 py-3 print:hidden max-desk:bottom-14";

function Save({
  submit,
  press,
  tone = "primary",
  beside,
}: {
  submit: string;
  press?: Press;
  tone?: Tone;
  beside?: boolean;
}) {
  // Named, so that focus stays on it where another button comes to stand before it.
  return (
    <Button
      {...press}
      id={`${useFormMetadata().id}-save`}
      tone={tone}
      data-save
      className={beside ? "" : "min-w-32 desk:justify-self-start"}
    >
      {submit}
    </Button>
  );
}

/** 送信する -> 送信できます, 取り消す -> 取り消すことができます, 保存 -> 保存できます. */
const able = (submit: string) =>
  /[うくぐすつぬぶむ]$|(?<!す)る$/.test(submit)
    ? `${submit}ことができます`
    : submit.replace(/(する)?$/, "できます");

type BarProps = {
  submit: string;
  press?: Press;
  final?: Final;
  tone?: Tone;
  cancel: string;
  counter?: string;
};

function SaveBar({ submit, press, final, tone, cancel, counter }: BarProps) {
  return (
    <div className={`col-span-full ${BAR}`}>
      {final?.note ? <b className="text-note">{final.note}</b> : null}
      {final ? (
        <Button tone="primary" name={final.name} value={final.value}>
          {final.label}
        </Button>
      ) : null}
      <Save submit={submit} press={press} tone={final ? "secondary" : tone} beside={final !== undefined} />
      <LinkButton tone="plain" href={cancel}>
        やめる
      </LinkButton>
      {counter ? <b data-selected={counter} aria-live="polite"></b> : null}
      {final ? null : (
        <span data-keys hidden className="ml-auto text-note text-muted touch:hidden">
          Ctrl+Enter でも{able(submit)}
        </span>
      )}
    </div>
  );
}
