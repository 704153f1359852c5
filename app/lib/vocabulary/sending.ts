export const CHANNELS = ["chat_mail", "paper"] as const;
export type Channel = (typeof CHANNELS)[number];
export const CHANNEL_LABEL: Record<Channel, string> = {
  chat_mail: "チャットとメールで送る",
  paper: "紙で渡した",
};

export const AGAIN_LABEL = "送付済みのものも再送する";

export const SENDING_STATES = ["unsent", "sent", "viewed"] as const;
export type SendingState = (typeof SENDING_STATES)[number];
export const SENDING_LABEL: Record<SendingState, string> = {
  unsent: "未送付",
  sent: "送付済",
  viewed: "閲覧済",
};

/** Who has opened it has it, however it came. */
export function sendingState({
  is_sent,
  viewed_time,
}: {
  is_sent: boolean;
  viewed_time: string | null;
}): SendingState {
  if (viewed_time) return "viewed";
  return is_sent ? "sent" : "unsent";
}
