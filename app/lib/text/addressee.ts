const plain = (name?: string | null) => (name ?? "").replace(/[\s\u3000]*(様|御中)$/, "").trim();

/** R5-1: 御中 for a company or its department, 様 for a person, never both. */
export function addressee({
  company,
  dept,
  person,
}: {
  company?: string | null;
  dept?: string | null;
  person?: string | null;
}): string {
  const names = [company, dept, person].map(plain).filter(Boolean);
  if (names.length === 0) return "";
  return `${names.join(" ")} ${plain(person) ? "様" : "御中"}`;
}

export function withHonorific(name: string, honorific: "onchu" | "sama" | "none" = "onchu"): string {
  return `${plain(name)}${{ onchu: " 御中", sama: " 様", none: "" }[honorific]}`;
}
