import { and, asc, between, eq, isNull } from "drizzle-orm";
import { keepFiles } from "~/lib/file/file.server";
import type { Storage } from "~/lib/file/storage.server";
import { acceptFile, keepBytes } from "~/lib/file/take.server";
import { card } from "~/lib/tables/card.table.server";
import type { Clock } from "./world.clock.server";
import type { Act, Company } from "./world.stage.server";

const LINE = `fill="none" stroke="#1f2933" stroke-width="6"`;
const THIN = `fill="none" stroke="#5b6770" stroke-width="2"`;
const sheet = (inside: string) =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="1400" height="990"><rect width="1400" height="990" fill="white"/>
  <rect x="30" y="30" width="1340" height="930" ${LINE}/><path d="M950 820H1370M950 890H1370M950 820V960M1150 820V960" ${THIN}/>${inside}</svg>`);

const SHAPES = [
  `<rect x="200" y="180" width="640" height="420" rx="24" ${LINE}/><circle cx="300" cy="280" r="42" ${LINE}/><circle cx="740" cy="500" r="42" ${LINE}/>
   <path d="M200 680H840M200 660V700M840 660V700M120 180V600M100 180H140M100 600H140" ${THIN}/>`,
  `<path d="M260 160V660H900V560H360V160Z" ${LINE}/><circle cx="560" cy="610" r="24" ${LINE}/><circle cx="760" cy="610" r="24" ${LINE}/>
   <path d="M260 740H900M260 720V760M900 720V760" ${THIN}/>`,
  `<rect x="180" y="330" width="300" height="200" ${LINE}/><rect x="480" y="380" width="520" height="100" ${LINE}/>
   <path d="M120 430H1060M180 620H1000M180 600V640M1000 600V640" ${THIN}/>`,
];
const CODES = ["YM-1001", "YM-1002", "YM-1003", "YM-1004", "YM-2001", "YM-2002"];

export async function fileActs(
  storage: Storage,
  username: string,
  clock: Clock,
  { products }: Company,
): Promise<Act[]> {
  const { default: sharp } = await import("sharp");
  const taken = await Promise.all(
    SHAPES.map(async (shape, index) => {
      const bytes = await sharp(sheet(shape)).png({ palette: true, colours: 8 }).toBuffer();
      const one = await acceptFile("yamada", { name: `図面${index + 1}.png`, bytes }, { images: true });
      await keepBytes(storage, one);
      return one;
    }),
  );
  const latest = { kind: "drawing" as const, revision: "A", is_latest: true, is_inner: false };
  const drawings = CODES.flatMap((code, index): Act[] => {
    const key = products.get(code);
    const buyer_id = code.startsWith("YM-1") ? "tanaka" : "suzuki";
    return key === undefined
      ? []
      : [
          {
            at: clock.instant(-70),
            username,
            run: (tx, who) =>
              keepFiles(
                tx,
                who,
                { kind: "product", key, seller_id: "yamada", buyer_id },
                [{ ...taken[index % 3]!, name: `${code}.png` }],
                latest,
              ),
          },
        ];
  });
  return [
    ...drawings,
    {
      at: clock.instant(0.96),
      username,
      async run(tx, who) {
        const rows = await tx
          .select()
          .from(card)
          .where(
            and(eq(card.seller_id, who.company_id), between(card.group_id, 3, 5), isNull(card.parent_id)),
          )
          .orderBy(asc(card.key))
          .limit(3);
        for (const { key, seller_id, buyer_id } of rows) {
          await keepFiles(
            tx,
            who,
            { kind: "card", key, seller_id, buyer_id },
            [{ ...taken[1]!, name: "段取り.png" }],
            { kind: "photo", revision: undefined, is_latest: false, is_inner: true },
          );
        }
      },
    },
  ];
}
