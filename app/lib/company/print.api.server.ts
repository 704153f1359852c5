import { z } from "zod";
import { call } from "~/lib/api/call.server";
import { activityRow } from "~/lib/log/activity.schema";
import { activityOf } from "~/lib/log/activity.server";
import { factorySelf } from "~/lib/vocabulary/factory.schema";
import { factoryKey } from "./factory.self.server";
import { PICTURE_SIDE, PICTURES, type Picture, pictureForm, printInput } from "./print.schema";
import { changePrint, removePicture, setPicture } from "./print.server";

const pictures = (Object.entries(PICTURES) as [Picture, string][]).flatMap(([which, name]) => [
  call({
    method: "POST",
    path: `/factories/self/${which}`,
    summary: `${name}の画像（PNGかJPEG、小さくして1MBまで）`,
    admin: true,
    body: pictureForm,
    files: { most: 1, images: true, side: PICTURE_SIDE },
    answer: factorySelf,
    run: (db, who, { files }) => setPicture(db, who, which, files),
  }),
  call({
    method: "DELETE",
    path: `/factories/self/${which}`,
    summary: `${name}の画像をやめる`,
    admin: true,
    answer: factorySelf,
    run: (db, who) => removePicture(db, who, which),
  }),
]);

export const printCalls = [
  call({
    method: "PUT",
    path: "/factories/self/print",
    summary: "帳票の様式・並び順・番号の型",
    admin: true,
    body: printInput,
    answer: factorySelf,
    run: (db, who, { body }) => changePrint(db, who, body),
  }),
  ...pictures,
  call({
    method: "GET",
    path: "/factories/self/activity",
    summary: "会社情報の履歴",
    admin: true,
    answer: z.object({ items: z.array(activityRow) }),
    run: async (db, who) => ({ items: await activityOf(db, who, "factory", await factoryKey(db, who)) }),
  }),
];
