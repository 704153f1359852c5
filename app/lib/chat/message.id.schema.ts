import { z } from "zod";

const ROOM = "ルームを選択してください";
export const roomId = z
  .string({ error: ROOM })
  .min(3, { error: ROOM })
  .max(200, { error: ROOM })
  .regex(/^[^_\s\0]+_[^_\s\0]+$/, { error: ROOM });
const MADE = "画面を読み込み直して、もう一度送信してください";
/** Made by the client, so that a retry is the same message. */
export const messageId = z.string({ error: MADE }).regex(/^[\w-]{8,64}$/, { error: MADE });
