import { Button } from "~/components/form/Button";
import { CalendarButton } from "~/components/form/CalendarButton";
import { ERROR, INPUT } from "~/components/form/control";
import { conditionProblem, type FilterField, type List } from "~/lib/list/list.schema";
import { formatDate, today } from "~/lib/time/date";
import { parseDateInput } from "~/lib/time/dateinput";
import { backward, backwardText } from "~/lib/time/range";

export type Filter = Record<string, unknown>;

type ActiveChip = { name: string; text: string; href: string };

type Listed = Pick<List, "fields" | "filter">;
/** By name: the sentence under a condition that is not applied. */
function problemsOf(list: Listed, filter: Filter): Record<string, string> {
  const wrong = backward(filter);
  const found = list.fields.flatMap(({ name, label }) => {
    const text = wrong.includes(name) ? backwardText(label) : conditionProblem(list, name, filter[name]);
    return text ? [[name, text]] : [];
  });
  return Object.fromEntries(found);
}

/** Something typed as a condition can't be read: its field is to be seen. */
export const isWrong = (list: Listed, filter: Filter) => Object.keys(problemsOf(list, filter)).length > 0;

export function chips(list: Listed & Pick<List, "path">, filter: Filter): ActiveChip[] {
  const wrong = problemsOf(list, filter);
  return list.fields.flatMap((field) => {
    const value = filterValue(filter, field.name);
    if (!value || field.always || wrong[field.name]) return [];
    return [
      {
        name: field.name,
        text: chipText(field, value),
        href: listHref(list.path, { ...filter, [field.name]: undefined }),
      },
    ];
  });
}

export function listHref(
  path: string,
  filter: Filter,
  place?: { after: string } | { before: string },
): string {
  const query = new URLSearchParams();
  for (const name of Object.keys(filter)) {
    const value = filterValue(filter, name);
    if (value && name !== "after" && name !== "before") query.append(name, value);
  }
  for (const [name, value] of Object.entries(place ?? {})) query.append(name, value);
  const text = query.toString();
  return text ? `${path}?${text}` : path;
}

function filterValue(filter: Filter, name: string): string {
  const value = filter[name];
  if (value === undefined || value === null || value === false) return "";
  return value === true ? "on" : String(value);
}

function chipText(field: FilterField, value: string): string {
  if (field.kind === "check") return field.label;
  const shown =
    field.kind === "date" ? dateText(value) : field.options?.find((option) => option.value === value)?.label;
  return `${field.label}: ${shown ?? value}`;
}

/** The URL holds a date as it was typed. */
function dateText(value: string): string {
  const date = parseDateInput(value, today());
  return date ? formatDate(date) : value;
}

export function FilterBar({ list, filter, active }: { list: List; filter: Filter; active: ActiveChip[] }) {
  if (list.fields.length === 0) return null;
  const open = list.fields.filter((field) => !field.more);
  const more = list.fields.filter((field) => field.more);
  const wrong = problemsOf(list, filter);
  const draw = (field: FilterField) => (
    <Condition
      key={field.name}
      field={field}
      value={filterValue(filter, field.name)}
      wrong={wrong[field.name]}
    />
  );
  return (
    <form method="get" action={list.path} data-enhance="submit" className="grid gap-2 print:hidden">
      {filter.sort ? <input type="hidden" name="sort" value={String(filter.sort)} /> : null}
      <div className="flex flex-wrap items-end gap-3 max-desk:grid max-desk:grid-cols-2">
        {open.map(draw)}
        <Button>絞り込む</Button>
        {more.length > 0 ? (
          <details
            open={more.some(({ name }) => wrong[name]) || undefined}
            className="col-span-full open:basis-full"
          >
            <summary className="inline-flex h-9 items-center text-accent touch:h-11">
              <span aria-hidden="true" className="mr-1">
                ＋
              </span>
              条件を追加
            </summary>
            <div className="flex flex-wrap items-end gap-3 max-desk:grid max-desk:grid-cols-2">
              {more.map(draw)}
            </div>
          </details>
        ) : null}
      </div>
      {active.length > 0 ? (
        <ul className="flex flex-wrap items-center gap-2" aria-label="絞り込み中の条件">
          {active.map((chip) => (
            <li key={chip.name}>
              <a
                href={chip.href}
                aria-label={`${chip.text} を外す`}
                className="inline-flex items-center text-note touch:h-11"
              >
                <span className="rounded-full bg-accent-soft px-3 py-1 text-accent-strong">
                  {chip.text}
                  <span aria-hidden="true" className="ml-2">
                    ×
                  </span>
                </span>
              </a>
            </li>
          ))}
          <li>
            <a
              href={listHref(list.path, { sort: filter.sort })}
              className="inline-flex items-center text-note text-accent underline touch:h-11"
            >
              条件をクリア
            </a>
          </li>
        </ul>
      ) : null}
    </form>
  );
}

function Condition({ field, value, wrong }: { field: FilterField; value: string; wrong?: string }) {
  const id = `filter-${field.name}`;
  if (field.kind === "check") {
    return (
      <label className="flex h-9 items-center gap-2 touch:h-11">
        <input
          type="checkbox"
          name={field.name}
          value="on"
          defaultChecked={value !== ""}
          className="h-4 w-4 accent-accent"
        />
        {field.label}
      </label>
    );
  }
  return (
    <div className={field.kind === "text" ? "max-desk:col-span-full" : "min-w-0"}>
      <label htmlFor={id} className="block text-note text-muted">
        {field.label}
      </label>
      {field.kind === "select" ? (
        <select
          id={id}
          name={field.name}
          defaultValue={value}
          className={`${INPUT} min-w-32 max-desk:w-full`}
        >
          {field.fixed ? null : <option value="">すべて</option>}
          {field.options?.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      ) : (
        <span className="flex">
          <input
            id={id}
            type={field.kind === "text" ? "search" : "text"}
            name={field.name}
            autoComplete="off"
            defaultValue={field.kind === "date" ? dateText(value) : value}
            {...(field.kind === "date" ? { "data-date": "nearest", "data-today": today() } : {})}
            {...(wrong ? { "aria-invalid": true, "aria-describedby": `${id}-error` } : {})}
            className={`${INPUT} max-desk:w-full ${field.kind === "date" ? "w-40 tabular-nums" : "w-64"}`}
          />
          {field.kind === "date" ? <CalendarButton label={field.label} /> : null}
        </span>
      )}
      {wrong ? (
        <p id={`${id}-error`} role="alert" className={ERROR}>
          {wrong}
        </p>
      ) : null}
    </div>
  );
}
