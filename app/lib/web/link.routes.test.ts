import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const SPACE =
  /^([\w[\]-]+:)?(m[lrtbxy]?-\d|block|inline-\w+|flex|items-|(min-)?h-\d|text-note|tabular|hidden|font-bold)/;

test("a link with a class of its own still looks like one: the stylesheet draws only those without", () => {
  const files = readdirSync("app/routes", { recursive: true, encoding: "utf8" });
  const plain = files.flatMap((file) =>
    !file.endsWith(".tsx")
      ? []
      : [...readFileSync(`app/routes/${file}`, "utf8").matchAll(/<a\b(?:[^>]|=>)*?className="([^"]*)"/g)]
          .filter(([, look]) => look!.split(" ").every((one) => SPACE.test(one)))
          .map(([, look]) => `${file}: ${look}`),
  );
  expect(plain).toEqual([]);
});
