type Rule = { selectors: string[]; body: string } | { group: string; rules: Rule[] } | { whole: string };

/** For the compiler's own output: well formed, without comments. */
function parse(css: string): Rule[] {
  const rules: Rule[] = [];
  let at = 0;
  while (at < css.length) {
    const open = css.indexOf("{", at);
    if (open < 0) break;
    let end = open + 1;
    for (let depth = 1; depth > 0; end++) depth += css[end] === "{" ? 1 : css[end] === "}" ? -1 : 0;
    const head = css.slice(at, open).trim();
    const body = css.slice(open + 1, end - 1);
    if (/^@(media|supports)/.test(head)) rules.push({ group: head, rules: parse(body) });
    else if (head.startsWith("@")) rules.push({ whole: css.slice(at, end).trim() });
    else rules.push({ selectors: split(head), body: body.trim() });
    at = end;
  }
  return rules;
}

function split(head: string): string[] {
  const out = [""];
  let depth = 0;
  for (let i = 0; i < head.length; i++) {
    const c = head[i]!;
    if (c === "\\") out[out.length - 1] += c + head[++i];
    else if (c === "," && depth === 0) out.push("");
    else {
      depth += "([".includes(c) ? 1 : ")]".includes(c) ? -1 : 0;
      out[out.length - 1] += c;
    }
  }
  return out.map((selector) => selector.trim());
}

const unescaped = (name: string) => name.replace(/\\(.)/g, "$1");
/** What stands in :not(), or is one choice of :is(), need not be on the page. */
const classesOf = (selector: string) =>
  [...selector.replace(/:(not|is)\([^)]*\)/g, "").matchAll(/\.((?:\\.|[\w-])+)/g)].map(([, name]) =>
    unescaped(name!),
  );

function usedRules(rules: Rule[], on: Set<string>): string {
  return rules
    .map((rule) => {
      if ("whole" in rule) return rule.whole;
      if ("group" in rule) {
        const inner = usedRules(rule.rules, on);
        return inner && `${rule.group}{${inner}}`;
      }
      const selectors = rule.selectors.filter((selector) =>
        classesOf(selector).every((name) => on.has(name)),
      );
      return selectors.length > 0 ? `${selectors.join(",")}{${rule.body}}` : "";
    })
    .join("");
}

const ENTITIES: Record<string, string> = {
  "&amp;": "&",
  "&gt;": ">",
  "&lt;": "<",
  "&quot;": '"',
  "&#x27;": "'",
};

function classesOn(html: string): Set<string> {
  const found = new Set<string>();
  for (let at = html.indexOf(MARK); at >= 0; at = html.indexOf(MARK, at)) {
    const end = html.indexOf('"', (at += MARK.length));
    found.add(html.slice(at, end));
    at = end;
  }
  return found;
}
const MARK = ' class="';

const namesIn = (value: string) =>
  value.replace(/&(amp|gt|lt|quot|#x27);/g, (entity) => ENTITIES[entity]!).split(/\s+/);

export function usedStyles(css: string): (html: string) => string {
  const rules = parse(css);
  const known = new Map<string, string>();
  return (html) => {
    const values = classesOn(html);
    const key = [...values].sort().join();
    const before = known.get(key);
    if (before !== undefined) return before;
    if (known.size >= 500) known.clear();
    const text = usedRules(rules, new Set([...values].flatMap(namesIn)));
    known.set(key, text);
    return text;
  };
}
