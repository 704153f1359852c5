/** What is taken as the original of a paper. */
export const PAPER_FILES = { accept: ".pdf,.jpg,.jpeg,.png,.webp", help: "PDF・写真。10件まで。" };
