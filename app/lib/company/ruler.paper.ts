import { withHonorific } from "~/lib/text/addressee";
import { today } from "~/lib/time/date";
import type { Party } from "~/lib/vocabulary/factory.schema";
import type { PaperDocumentProps } from "~/lib/vocabulary/paper";
import type { AddressPlace } from "~/lib/vocabulary/print";
import { dayOn, issuer } from "./paper.party";

/** A sheet with an address as long as they are, to be folded and held against the envelope (R5-6). */
export const rulerPaper = (own: Party, place: AddressPlace): PaperDocumentProps => ({
  title: "宛名の位置の確認",
  dates: [{ label: "印刷日", text: dayOn(own)(today()) }],
  addressee: {
    postal_code: "100-0001",
    address: ["東京都千代田区千代田一丁目１番１号　見本ビルディング１０階"],
    name: withHonorific("見本株式会社　大阪第二工場"),
  },
  issuer: issuer(own),
  greeting: `宛名の左端 ${place.left}mm、上端 ${place.top}mm`,
  columns: [{ label: "確かめ方", mm: 180 }],
  lines: [
    "1. 用紙はA4、倍率は100%（「ページに合わせる」を外す）で印刷し、下の線が100mmあることを定規で確かめる。",
    "2. 下の折り目、上の折り目の順に三つに折り、封筒に入れて、宛名の全部が窓から見えるか確かめる。",
    "3. ずれたときは、窓の左端と上端が当たる目盛を読んで、宛名の左端と上端を変える。",
  ].map((text) => ({ cells: [text] })),
  plain: true,
  place,
  measured: true,
});
