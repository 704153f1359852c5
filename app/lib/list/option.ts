/** `fill`: values for other cells of the row (or fields of the form) when this is chosen. */
export type Option = { value: string; label: string; fill?: Record<string, string> };
