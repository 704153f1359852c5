import { judgeToriteki } from "~/lib/partner/collaboration.change.server";
import { changeContacts } from "~/lib/partner/contact.change.server";
import { contactInput } from "~/lib/partner/contact.schema";
import { addDestination } from "~/lib/partner/destination.server";
import type { Clock } from "./world.clock.server";
import type { Shop } from "./world.shop.server";
import type { Act } from "./world.stage.server";

const NOTES = {
  tanaka: {
    code: "T-001",
    person: "田村 購",
    payee_kana: "ﾀﾅｶｻﾝｷﾞﾖｳｷｶｲ(ｶ",
    send_method: "app",
    capital: 300_000_000,
    employees: "over_300",
  },
  suzuki: {
    code: "S-002",
    person: "鈴木 次郎",
    payee_kana: "ｽｽﾞｷﾃﾞﾝｿｳ(ｶ",
    send_method: "post",
    capital: 80_000_000,
    employees: "to_300",
  },
  sato: { code: "G-010", person: "佐藤 花子", send_method: "app", capital: 10_000_000, employees: "to_100" },
};

/** What a factory notes of its partners in its first days, and whom it judges to be protected by 取適法. */
export function partnerActs({ boss, since }: Shop, clock: Clock): Act[] {
  return [
    {
      at: clock.instant(since + 0.01),
      username: boss,
      run: async (tx, who) => {
        await changeContacts(
          tx,
          who,
          Object.entries(NOTES).map(([partner_id, note]) => ({
            ...contactInput.parse({ ...note, honorific: "onchu", version: 0 }),
            partner_id,
          })),
        );
      },
    },
    {
      at: clock.instant(since + 0.02),
      username: boss,
      run: (tx, who) => judgeToriteki(tx, who, "sato", { version: 1, side: "seller", toriteki: "covered" }),
    },
    {
      at: clock.instant(since + 0.03),
      username: boss,
      run: (tx, who) =>
        addDestination(tx, who, "suzuki", {
          name: "刈谷本社 資材倉庫",
          postal_code: "448-0011",
          address: "愛知県刈谷市築地町四丁目2番1号 B棟",
          person: "資材課",
          tel: "0566-21-4455",
          hours: "8:30〜11:30、13:00〜16:00",
          note: "北門から入り、守衛所で受付",
          is_default: false,
        }),
    },
  ];
}
