import { call } from "~/lib/backend/call.server";
import { boardMeta, daysInput, numbersInput, processesInput, reasonsInput, recordItemsInput, templateInput, unitsInput } from "./meta.schema";
import { boardMetaOf, changeDays, changeNumbers, changeProcesses, changeReasons, changeRecordItems, changeUnits, useTemplate } from "./meta.server";

export const metaCalls = [
  call({ method: "GET", path: "/factories/self/meta", summary: "工程・枝・理由・日数", side: "seller", answer: boardMeta,
    run: (db, who) => boardMetaOf(db, who) }),
  call({ method: "PUT", path: "/factories/self/meta/processes", summary: "工程の追加・改名・並べ替え・削除", side: "seller", admin: true, body: processesInput,
    answer: boardMeta, run: (db, who, { body }) => changeProcesses(db, who, body) }),
  call({ method: "PUT", path: "/factories/self/meta/reasons", summary: "理由・処置・間接作業の一覧", side: "seller", admin: true, body: reasonsInput,
    answer: boardMeta, run: (db, who, { body }) => changeReasons(db, who, body) }),
  call({ method: "PUT", path: "/factories/self/meta/record_items", summary: "記録項目の一覧", side: "seller", admin: true, body: recordItemsInput,
    answer: boardMeta, run: (db, who, { body }) => changeRecordItems(db, who, body) }),
  call({ method: "PUT", path: "/factories/self/meta/numbers", summary: "カード番号の続き", side: "seller", admin: true, body: numbersInput,
    answer: boardMeta, run: (db, who, { body }) => changeNumbers(db, who, body) }),
  call({ method: "PUT", path: "/factories/self/meta/days", summary: "停滞日数・警告日数", side: "seller", admin: true, body: daysInput,
    answer: boardMeta, run: (db, who, { body }) => changeDays(db, who, body) }),
  call({ method: "PUT", path: "/factories/self/meta/units", summary: "使う単位", side: "seller", admin: true, body: unitsInput,
    answer: boardMeta, run: (db, who, { body }) => changeUnits(db, who, body) }),
  call({ method: "PUT", path: "/factories/self/meta/template", summary: "業種のひな形から工程を作る", side: "seller", admin: true, body: templateInput,
    answer: boardMeta, run: (db, who, { body }) => useTemplate(db, who, body) }),
];
