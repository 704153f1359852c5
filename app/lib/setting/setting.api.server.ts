import { z } from "zod";
import { call } from "~/lib/backend/call.server";
import { notFound } from "~/lib/backend/refusal";
import { collaboratorFilter, collaborators } from "./collaborator.schema";
import { collaboratorsOf } from "./collaborator.server";
import { destinationInput, destinations } from "./destination.schema";
import { createDestination, destinationsOf } from "./destination.server";
import { factorySelf } from "./factory.schema";
import { factoryOf } from "./factory.self.server";
import { findProducts } from "./product.find.server";
import { productFilter, products } from "./product.schema";
import { process } from "./process.schema";
import { processesOf } from "./process.server";

const ofFactory = z.object({ factoryId: z.string().max(40) });

export const settingCalls = [
  call({
    method: "GET", path: "/factories/self", summary: "自社の情報と設定", answer: factorySelf,
    run: (db, who) => factoryOf(db, who),
  }),
  call({
    method: "GET", path: "/factories/collaborators", summary: "取引先の一覧（依頼元には依頼先、受注側には依頼元）",
    query: collaboratorFilter, answer: collaborators,
    run: async (db, who, { query }) => ({ items: await collaboratorsOf(db, who, query.side ?? (who.company_type === "buyer" ? "seller" : "buyer")) }),
  }),
  call({
    method: "GET", path: "/factories/{factoryId}/destinations", summary: "納入先の一覧", params: ofFactory, answer: destinations,
    run: async (db, who, { params }) => {
      const known = params.factoryId === who.company_id || (await collaboratorsOf(db, who, "buyer")).some((buyer) => buyer.id === params.factoryId);
      if (!known) throw notFound("会社");
      return { items: await destinationsOf(db, params.factoryId) };
    },
  }),
  call({
    method: "POST", path: "/factories/{factoryId}/destinations", summary: "納入先の登録", params: ofFactory, body: destinationInput,
    answer: z.object({ destination_id: z.number() }),
    run: (db, who, { params, body }) => {
      if (params.factoryId !== who.company_id) throw notFound("会社");
      return createDestination(db, params.factoryId, body);
    },
  }),
  call({
    method: "GET", path: "/products", summary: "商品の検索（今日の単価つき）", query: productFilter, answer: products,
    run: async (db, who, { query }) => ({ items: await findProducts(db, who, query) }),
  }),
  call({
    method: "GET", path: "/processes", summary: "自社の工程", side: "seller", answer: z.object({ items: z.array(process) }),
    run: async (db, who) => ({ items: await processesOf(db, who.company_id) }),
  }),
];
