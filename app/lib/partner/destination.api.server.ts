import { z } from "zod";
import { call } from "~/lib/api/call.server";
import { optionalVersion, rowKey } from "~/lib/text/text.schema";
import { collaboratorFilter, collaborators } from "./collaborator.schema";
import { collaboratorsOf } from "./collaborator.server";
import { destinationChange, destinationInput, destinationRow, destinations } from "./destination.schema";
import { addDestination, changeDestination, placesOf, stopDestination } from "./destination.server";

const ofFactory = z.object({ factoryId: z.string().max(40) });
const ofDestination = ofFactory.extend({
  destinationId: rowKey,
});

export const destinationCalls = [
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
    query: z.object({ version: optionalVersion }),
    answer: z.object({}),
    run: async (db, who, { params, query }) => {
      await stopDestination(db, who, params.factoryId, params.destinationId, query.version);
      return {};
    },
  }),
];
