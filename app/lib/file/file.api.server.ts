import { z } from "zod";
import { call } from "~/lib/api/call.server";
import { contentOf } from "./file.content.server";
import { fileChange, fileKey, fileRow } from "./file.schema";
import { changeFile, hideFile } from "./file.server";

export const fileCalls = [
  call({
    method: "GET",
    path: "/files/{key}/content",
    summary: "ファイルの中身",
    params: fileKey,
    answer: z.unknown(),
    content: true,
    run: (db, who, { params }) => contentOf(db, who, params.key, "whole"),
  }),
  call({
    method: "GET",
    path: "/files/{key}/thumb",
    summary: "ファイルの縮小画像（WebP、20KBまで）",
    params: fileKey,
    answer: z.unknown(),
    content: true,
    run: (db, who, { params }) => contentOf(db, who, params.key, "thumb"),
  }),
  call({
    method: "GET",
    path: "/files/{key}/icon",
    summary: "ファイルの小さな縮小画像（WebP、2KBまで。カンバンのカードなど）",
    params: fileKey,
    answer: z.unknown(),
    content: true,
    run: (db, who, { params }) => contentOf(db, who, params.key, "icon"),
  }),
  call({
    method: "PUT",
    path: "/files/{key}",
    summary: "ファイルの種類・版・社内のみを変える",
    params: fileKey,
    body: fileChange,
    answer: fileRow,
    run: (db, who, { params, body }) => changeFile(db, who, params.key, body),
  }),
  call({
    method: "DELETE",
    path: "/files/{key}",
    summary: "ファイルを削除する（一覧から外す）",
    params: fileKey,
    answer: fileRow,
    run: (db, who, { params }) => hideFile(db, who, params.key, true),
  }),
  call({
    method: "POST",
    path: "/files/{key}/restore",
    summary: "削除したファイルを元に戻す",
    params: fileKey,
    answer: fileRow,
    run: (db, who, { params }) => hideFile(db, who, params.key, false),
  }),
];
