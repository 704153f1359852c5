import type { FileRow } from "~/lib/file/file.schema";

type Sending = { left: string; out: boolean; steps: object[]; partners: object[] };

export function cannotSend({ left, out, steps, partners }: Sending): string | null {
  if (out) return "協力会社に出しているカードです。先に受け入れるか、外注を取り消してください。";
  if (left === "0") return "残りがないため、外注に出せません。";
  if (steps.length === 0) return "役割が「外注」の工程がありません。管理者がメタ情報で工程を追加します。";
  return partners.length > 0
    ? null
    : "外注を頼める協力会社がありません。協力会社から取引先として登録されると、ここで選べます。";
}

/** Papers of a defect stay inside. */
export const fileOptions = (files: FileRow[]) =>
  files
    .filter((one) => one.owner_kind !== "defect")
    .map((one) => ({
      value: one.key,
      label: [one.name, one.revision && `版 ${one.revision}`].filter(Boolean).join("　"),
      drawing: one.kind === "drawing",
    }));
