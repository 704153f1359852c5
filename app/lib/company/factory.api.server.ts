import { z } from "zod";
import { call } from "~/lib/api/call.server";
import { factorySelf } from "~/lib/vocabulary/factory.schema";
import { factoryCard, factoryInput, metaInput } from "./factory.edit.schema";
import { changeFactory, changeMeta, factoryCardOf } from "./factory.edit.server";
import { factoryOf } from "./factory.self.server";
import { setup, setupInput } from "./setup.schema";
import { changeSetup, setupOf } from "./setup.server";

export const factoryCalls = [
  call({
    method: "GET",
    path: "/factories/self",
    summary: "自社の情報と設定",
    answer: factorySelf,
    run: (db, who) => factoryOf(db, who),
  }),
  call({
    method: "PUT",
    path: "/factories/self",
    summary: "自社の情報の変更",
    admin: true,
    body: factoryInput,
    answer: factorySelf,
    run: (db, who, { body }) => changeFactory(db, who, body),
  }),
  call({
    method: "PUT",
    path: "/factories/self/meta",
    summary: "締め・支払と帳票の既定",
    admin: true,
    body: metaInput,
    answer: factorySelf,
    run: (db, who, { body }) => changeMeta(db, who, body),
  }),
  call({
    method: "GET",
    path: "/factories/self/setup",
    summary: "はじめに（会社の設定の残り）",
    admin: true,
    answer: setup,
    run: (db, who) => setupOf(db, who),
  }),
  call({
    method: "PUT",
    path: "/factories/self/setup",
    summary: "はじめにを隠す・また表示する、登録番号を不要（免税事業者）にする",
    admin: true,
    body: setupInput,
    answer: setup,
    run: (db, who, { body }) => changeSetup(db, who, body),
  }),
  call({
    method: "GET",
    path: "/factories/{id}",
    summary: "自社か取引先の会社情報",
    params: z.object({ id: z.string().max(40) }),
    answer: factoryCard,
    run: (db, who, { params }) => factoryCardOf(db, who, params.id),
  }),
];
