// Files belong to one pair of companies each, so each factory has its own of what it is sent.
export const partFilesKey = (seller_key: number) => `part.${seller_key}`;
export const draftFilesKey = (seller_key: number) => `draft.${seller_key}`;
export const answerFilesKey = (answer_key: number) => `answer.${answer_key}`;
