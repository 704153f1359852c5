import { z } from "zod";
import { call } from "~/lib/api/call.server";
import {
  importBegun,
  importCounted,
  importFilter,
  importHead,
  importList,
  importPage,
  importRowFilter,
  importRowList,
  importRows,
  importSaved,
} from "~/lib/import/import.schema";
import { rowKey } from "~/lib/text/text.schema";
import { importPageOf, importRowsOf, importsOf } from "./import.read.server";
import { beginImport, finishReading, saveImport, stageRows, stopImport } from "./import.server";

const ofImport = z.object({ key: rowKey });

export const importCalls = [
  call({
    method: "GET",
    path: "/imports",
    summary: "CSV取込の履歴",
    query: importFilter,
    answer: importList,
    run: async (db, who, { query }) => ({ items: await importsOf(db, who, query.noun) }),
  }),
  call({
    method: "POST",
    path: "/imports",
    summary: "CSV取込を始める（見出し）",
    body: importBegun,
    answer: importHead,
    run: (db, who, { body }) => beginImport(db, who, body),
  }),
  call({
    method: "GET",
    path: "/imports/{key}",
    summary: "CSV取込の確認・経過・結果",
    params: ofImport,
    answer: importPage,
    run: (db, who, { params }) => importPageOf(db, who, params.key),
  }),
  call({
    method: "GET",
    path: "/imports/{key}/rows",
    summary: "CSV取込の行（1,000行ずつ）",
    params: ofImport,
    query: importRowFilter,
    answer: importRowList,
    run: async (db, who, { params, query }) => ({ items: await importRowsOf(db, who, params.key, query) }),
  }),
  call({
    method: "POST",
    path: "/imports/{key}/rows",
    summary: "CSV取込に行を加える",
    params: ofImport,
    body: importRows,
    answer: z.object({ num: z.number() }),
    run: (db, who, { params, body }) => stageRows(db, who, params.key, body),
  }),
  call({
    method: "POST",
    path: "/imports/{key}/check",
    summary: "CSV取込の行を確認する",
    params: ofImport,
    body: importCounted,
    answer: importHead,
    run: (db, who, { params, body }) => finishReading(db, who, params.key, body.num_rows),
  }),
  call({
    method: "POST",
    path: "/imports/{key}/save",
    summary: "CSV取込を登録する",
    params: ofImport,
    body: importSaved,
    answer: importHead,
    run: (db, who, { params, body }) => saveImport(db, who, params.key, body.only_good),
  }),
  call({
    method: "POST",
    path: "/imports/{key}/stop",
    summary: "CSV取込をやめる",
    params: ofImport,
    body: z.object({}),
    answer: importHead,
    run: (db, who, { params }) => stopImport(db, who, params.key),
  }),
];
