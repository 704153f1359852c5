/** 定型文: what is said again and again between a factory and its buyers. */
export const PHRASES = [
  "納期をご確認ください。", "受領しました。ありがとうございます。", "図面の版をご確認ください。", "承知しました。", "お見積りをお願いします。",
  "遅れが見込まれます。新しい納期を追ってご連絡します。", "よろしくお願いいたします。",
];
