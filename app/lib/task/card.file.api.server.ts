import { call } from "~/lib/api/call.server";
import { cardFiles, fileRow, filing } from "~/lib/file/file.schema";
import { FILES_MAX } from "~/lib/file/limit";
import { cardKey } from "./card.command.schema";
import { addCardFiles, cardFilesOf } from "./card.file.server";

export const cardFileCalls = [
  call({
    method: "GET",
    path: "/cards/{key}/files",
    summary: "カードの図面・写真",
    params: cardKey,
    answer: cardFiles,
    run: async (db, who, { params }) => cardFiles.parse(await cardFilesOf(db, who, params.key)),
  }),
  call({
    method: "POST",
    path: "/cards/{key}/files",
    summary: "カードに図面・写真を載せる",
    params: cardKey,
    body: filing,
    files: { most: FILES_MAX },
    answer: fileRow.array(),
    run: (db, who, { params, body, files }) => addCardFiles(db, who, params.key, body, files),
  }),
];
