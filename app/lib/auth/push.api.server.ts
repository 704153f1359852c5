import { z } from "zod";
import { call } from "~/lib/api/call.server";
import { noticeInput, notices } from "./notice.schema";
import { deviceId, deviceMade, pushInfo } from "./push.schema";
import { changeNotices, noticesOf, registerDevice, removeDevice } from "./push.server";

/** What one is told, and where: for oneself alone. */
export const pushCalls = [
  call({
    method: "PUT",
    path: "/users/self/push_info",
    summary: "この端末で通知を受け取る",
    body: pushInfo,
    answer: deviceMade,
    run: (db, who, { body }) => registerDevice(db, who, body),
  }),
  call({
    method: "DELETE",
    path: "/users/self/push_info/{device_id}",
    summary: "端末への通知をやめる",
    params: deviceId,
    answer: z.object({}),
    run: async (db, who, { params }) => {
      await removeDevice(db, who, params.device_id);
      return {};
    },
  }),
  call({
    method: "GET",
    path: "/users/self/notices",
    summary: "自分の通知の設定と端末",
    answer: notices,
    run: (db, who) => noticesOf(db, who),
  }),
  call({
    method: "PUT",
    path: "/users/self/notices",
    summary: "自分の通知の設定の変更",
    body: noticeInput,
    answer: notices,
    run: (db, who, { body }) => changeNotices(db, who, body),
  }),
];
