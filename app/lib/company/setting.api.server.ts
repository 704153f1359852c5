import { z } from "zod";
import { call } from "~/lib/api/call.server";
import { collaboratorFilter, collaborators } from "~/lib/partner/collaborator.schema";
import { collaboratorsOf } from "~/lib/partner/collaborator.server";
import {
  addDestination,
  changeDestination,
  placesOf,
  stopDestination,
} from "~/lib/partner/destination.edit.server";
import {
  destinationChange,
  destinationInput,
  destinationRow,
  destinations,
} from "~/lib/partner/destination.schema";
import { factoryProcess } from "~/lib/shop/process.schema";
import { processesOf } from "~/lib/shop/process.server";
import { factorySelf } from "~/lib/vocabulary/factory.schema";
import { factoryCard, factoryInput, metaInput } from "./factory.edit.schema";
import { changeFactory, changeMeta, factoryCardOf } from "./factory.edit.server";
import { factoryOf } from "./factory.self.server";

const ofFactory = z.object({ factoryId: z.string().max(40) });
const ofDestination = ofFactory.extend({
  destinationId: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER),
});

export const settingCalls = [
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
    path: "/factories/collaborators",
    summary: "取引先の一覧（依頼元には依頼先、受注側には依頼元）",
    query: collaboratorFilter,
    answer: collaborators,
    run: async (db, who, { query }) => ({
      items: await collaboratorsOf(
        db,
        who,
        query.side ?? (who.company_type === "buyer" ? "seller" : "buyer"),
      ),
    }),
  }),
  call({
    method: "GET",
    path: "/factories/{factoryId}/destinations",
    summary: "納入先の一覧",
    params: ofFactory,
    answer: destinations,
    run: async (db, who, { params }) => ({ items: await placesOf(db, who, params.factoryId) }),
  }),
  call({
    method: "POST",
    path: "/factories/{factoryId}/destinations",
    admin: true,
    summary: "納入先の登録",
    params: ofFactory,
    body: destinationInput,
    answer: z.object({ destination_id: z.number() }),
    run: (db, who, { params, body }) => addDestination(db, who, params.factoryId, body),
  }),
  call({
    method: "PUT",
    path: "/factories/{factoryId}/destinations/{destinationId}",
    admin: true,
    summary: "納入先の変更",
    params: ofDestination,
    body: destinationChange,
    answer: destinationRow,
    run: (db, who, { params, body }) =>
      changeDestination(db, who, params.factoryId, params.destinationId, body),
  }),
  call({
    method: "DELETE",
    path: "/factories/{factoryId}/destinations/{destinationId}",
    admin: true,
    summary: "納入先の無効化",
    params: ofDestination,
    query: z.object({ version: z.coerce.number().int().positive().optional() }),
    answer: z.object({}),
    run: async (db, who, { params, query }) => {
      await stopDestination(db, who, params.factoryId, params.destinationId, query.version);
      return {};
    },
  }),
  call({
    method: "GET",
    path: "/factories/{id}",
    summary: "自社か取引先の会社情報",
    params: z.object({ id: z.string().max(40) }),
    answer: factoryCard,
    run: (db, who, { params }) => factoryCardOf(db, who, params.id),
  }),
  call({
    method: "GET",
    path: "/processes",
    summary: "自社の工程",
    side: "seller",
    answer: z.object({ items: z.array(factoryProcess) }),
    run: async (db, who) => ({ items: await processesOf(db, who.company_id) }),
  }),
];
