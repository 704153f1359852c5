import * as React from "react";
import { createElement, type ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";

/** A page's HTML, and the values of its class attributes, each once. */
export type Markup = { html: string; classes: Set<string> };

type Props = Record<string, unknown> & { children?: ReactNode; dangerouslySetInnerHTML?: { __html: string } };
type Context = { _currentValue2: unknown };
type Element = { $$typeof: symbol; type: unknown; props: Props; ref: unknown };
type Made = { $$typeof?: symbol; _context: Context; type: unknown; render: (props: Props, ref: unknown) => unknown };
type Class = (new (props: Props, context: unknown) => React.Component)
  & { contextType?: Context; getDerivedStateFromProps?: (props: Props, state: unknown) => object | null };

const kind = (name: string) => Symbol.for(`react.${name}`);
const [ELEMENT, FORWARD, MEMO, PROVIDER, CONTEXT] = ["element", "forward_ref", "memo", "provider", "context"].map(kind);
const PLAIN = new Set(["fragment", "strict_mode", "profiler"].map(kind));
const VOID = new Set("area base br col embed hr img input keygen link meta param source track wbr".split(" "));

const ESCAPED: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#x27;" };
const SIGN = /[&<>"']/;
const SIGNS = /[&<>"']/g;
const escaped = (text: string): string => (SIGN.test(text) ? text.replace(SIGNS, (sign) => ESCAPED[sign]!) : text);

/** How an attribute is written: whole, or (`valued`) up to its value. */
type Rule = { text: string; valued: boolean };
const rules: Record<"text" | "number" | "true" | "false" | "empty" | "zero", Map<string, Rule>> =
  { text: new Map(), number: new Map(), true: new Map(), false: new Map(), empty: new Map(), zero: new Map() };

/** React's own answer, asked once for each name and kind of value: its rules hold here without being written again. */
function learn(name: string, value: unknown): Rule {
  const text = renderToStaticMarkup(createElement("div", { [name]: value })).slice("<div".length, -"></div>".length);
  const valued = value === 1 && text.endsWith('="1"');
  return { text: valued ? text.slice(0, -'1"'.length) : text, valued };
}

function attribute(name: string, value: unknown): string {
  if (value === null || value === undefined || typeof value === "function" || typeof value === "symbol") return "";
  const sort = value === true ? "true" : value === false ? "false" : value === "" ? "empty" : value === 0 ? "zero"
    : typeof value === "number" ? "number" : "text";
  let rule = rules[sort].get(name);
  if (!rule) rules[sort].set(name, rule = learn(name, sort === "text" || sort === "number" ? 1 : value));
  return rule.valued ? `${rule.text}${escaped(String(value))}"` : rule.text;
}

const nothing = () => {};
let ids = 0;
const read = (context: Context) => context._currentValue2;
/** A page is drawn once: what hooks would do later, or again, never comes. */
const once = {
  readContext: read, useContext: read,
  useState: (initial: unknown) => [typeof initial === "function" ? (initial as () => unknown)() : initial, nothing],
  useReducer: (_: unknown, initial: unknown, make?: (value: unknown) => unknown) => [make ? make(initial) : initial, nothing],
  useRef: (current: unknown) => ({ current }),
  useMemo: (make: () => unknown) => make(),
  useCallback: (kept: unknown) => kept,
  useEffect: nothing, useLayoutEffect: nothing, useInsertionEffect: nothing, useImperativeHandle: nothing, useDebugValue: nothing,
  useId: () => `:R${(ids++).toString(32)}:`,
  useSyncExternalStore: (_: unknown, get: () => unknown, served?: () => unknown) => (served ?? get)(),
  useTransition: () => [false, nothing], useDeferredValue: (value: unknown) => value,
};
const hooks = (React as unknown as { __SECRET_INTERNALS_DO_NOT_USE_OR_YOU_WILL_BE_FIRED: { ReactCurrentDispatcher: { current: unknown } } })
  .__SECRET_INTERNALS_DO_NOT_USE_OR_YOU_WILL_BE_FIRED.ReactCurrentDispatcher;

let html = "";
let classes = new Set<string>();
/** Whether the last thing written was text: what follows it as text of its own is set apart, as hydration wants it. */
let after_text = false;
/** What the select around has chosen. */
let chosen: unknown;

function draw(node: unknown): void {
  if (typeof node === "string" || typeof node === "number") {
    if (node === "") return;
    html += after_text ? `<!-- -->${escaped(String(node))}` : escaped(String(node));
    after_text = true;
  } else if (typeof node === "object" && node !== null) {
    if ((node as Element).$$typeof === ELEMENT) drawElement(node as Element);
    else if (Array.isArray(node)) for (let i = 0; i < node.length; i++) draw(node[i]);
    else if (Symbol.iterator in node) for (const one of node as Iterable<unknown>) draw(one);
    else throw new Error(`not to be drawn: ${Object.prototype.toString.call(node)}`);
  }
}

function drawElement({ type, props, ref }: Element): void {
  if (typeof type === "string") return drawTag(type, props);
  if (typeof type === "function") {
    if ((type.prototype as { isReactComponent?: object } | undefined)?.isReactComponent) return draw(instance(type as Class, props).render());
    return draw((type as (props: Props) => unknown)(props));
  }
  if (PLAIN.has(type as symbol)) return draw(props.children);
  const made = type as Made;
  if (made.$$typeof === FORWARD) return draw(made.render(props, ref));
  if (made.$$typeof === MEMO) return drawElement({ $$typeof: ELEMENT!, type: made.type, props, ref });
  if (made.$$typeof === CONTEXT) return draw((props.children as unknown as (value: unknown) => unknown)(read(type as Context)));
  if (made.$$typeof !== PROVIDER) throw new Error(`not to be drawn: an element of ${String(made.$$typeof ?? type)}`);
  const { _context: context } = made;
  const before = context._currentValue2;
  context._currentValue2 = props.value;
  try {
    draw(props.children);
  } finally {
    context._currentValue2 = before;
  }
}

function instance(type: Class, props: Props): React.Component {
  const made = new type(props, type.contextType && read(type.contextType));
  const derived = type.getDerivedStateFromProps?.(props, made.state);
  return Object.assign(made, { props, state: derived ? { ...made.state, ...derived } : made.state });
}

function drawTag(tag: string, props: Props): void {
  const [own, kept] = [tag === "select" || tag === "textarea" || tag === "input", chosen];
  let text = `<${tag}`;
  for (const name in props) {
    if (name === "children" || name === "dangerouslySetInnerHTML") continue;
    const value = props[name];
    if (name === "className" && typeof value === "string") classes.add(value);
    if (!own || (name !== "value" && name !== "checked")) text += attribute(name, value);
  }
  if (tag === "input") text += attribute("checked", props.checked ?? props.defaultChecked) + attribute("value", props.value ?? props.defaultValue);
  if (tag === "option" && chosen !== null && chosen !== undefined) text += isChosen(props) ? ' selected=""' : "";
  after_text = false;
  if (VOID.has(tag)) {
    html += `${text}/>`;
    return;
  }
  html += `${text}>`;
  if (tag === "select") chosen = props.value ?? props.defaultValue;
  if (tag === "textarea") {
    const value = String(props.value ?? props.defaultValue ?? props.children ?? "");
    html += (value.startsWith("\n") ? "\n" : "") + escaped(value);
  } else if (props.dangerouslySetInnerHTML) html += props.dangerouslySetInnerHTML.__html;
  else draw(props.children);
  chosen = kept;
  html += `</${tag}>`;
  after_text = false;
}

function isChosen({ value, children }: Props): boolean {
  const own = String(value ?? React.Children.toArray(children).join(""));
  return Array.isArray(chosen) ? chosen.map(String).includes(own) : String(chosen) === own;
}

/**
 * The HTML of an element, sign for sign what React's renderToString writes, in little more than half its time: nothing here can
 * wait, be drawn again or be sent in parts, and classes are noted on the way. What it does not know (Suspense, lazy) it refuses.
 */
export function markupOf(element: React.ReactElement): Markup {
  const before = hooks.current;
  [html, classes, after_text, chosen, ids] = ["", new Set(), false, undefined, 0];
  hooks.current = once;
  try {
    draw(element);
    return { html, classes };
  } finally {
    hooks.current = before;
    html = "";
  }
}
