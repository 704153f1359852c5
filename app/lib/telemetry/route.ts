type Addresses = {
  /** The address without whatever somebody may have typed: known words and numbers stay. */
  shown: (path: string) => string;
  /** Of which few kinds it is. */
  classOf: (path: string) => string;
};

const FIXED: [prefix: string, name: string][] = [
  ["/build/", "static"],
  ["/icons/", "static"],
  ["/health", "health"],
  ["/chat/stream", "stream"],
  ["/graphql", "graphql"],
];
const NUMBER = /^\d{1,12}$/;
const isWord = (part: string) => /^[a-z][a-z0-9_.-]*$/.test(part);

/** `patterns`: every address that is answered, with its parameters as `:name`, `{name}` or `$name`. */
export function addressesOf(patterns: string[]): Addresses {
  const words = new Set<string>();
  const heads = new Set<string>();
  for (const pattern of patterns) {
    const parts = pattern.split("/").filter(Boolean);
    for (const part of parts) if (isWord(part)) words.add(part);
    if (parts[0] && isWord(parts[0])) heads.add(parts[0]);
    if (parts[1] && isWord(parts[0]!) && isWord(parts[1])) heads.add(`${parts[0]}.${parts[1]}`);
  }
  const partOf = (part: string) => (words.has(part) || NUMBER.test(part) ? part : "*");
  return {
    shown: (path) =>
      path
        .slice(0, 300)
        .split("/", 12)
        .map((part) => part && partOf(part))
        .join("/"),
    classOf: (path) => {
      for (const [prefix, name] of FIXED) if (path.startsWith(prefix)) return name;
      if (path === "/") return "home";
      const [, first = "", second = ""] = path.split("/", 3);
      const both = `${first}.${second}`;
      return heads.has(both) ? both : heads.has(first) ? first : "other";
    },
  };
}
