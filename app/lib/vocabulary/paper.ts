import type { AddressPlace } from "./print";

export type PaperAddress = {
  /** 123-4567, without 〒. */
  postal_code?: string;
  address?: string[];
  /** With 御中 or 様. */
  name: string;
  person?: string;
};

export type Issuer = {
  name: string;
  registration_number?: string;
  postal_code?: string;
  address?: string[];
  phone?: string;
  fax?: string;
  person?: string;
  /** The picture's address, or "box" for an empty seal box. */
  seal?: string;
  logo?: string;
};

export type Facts = { label: string; text: string }[];
/** Yen. */
export type Summary = { label: string; amount: number }[];
export type Total = { label: string; amount: number; note?: string };
/** Label is the rate as printed: 10%対象, 8%対象(※軽減税率). Yen. */
export type Rate = { label: string; base: number; tax: number };
export type Bank = { account: string; holder?: string };

/** Millimetres: all of a table's add up to 180. */
export type PaperColumn = {
  label: string;
  mm: number;
  align?: "right" | "center";
  /** Its rows stand in one where all of them fit. */
  joins?: boolean;
};
/** `amount` (yen) is what the carried subtotals add up. */
export type PaperLine = {
  cells: (string | null)[];
  amount?: number | null;
  below?: string;
  /** A shaded row that follows it on the same sheet: the sum of the lines up to here. */
  sum?: (string | null)[];
};

export type PaperDocumentProps = {
  title: string;
  number?: string;
  dates: Facts;
  addressee: PaperAddress;
  issuer: Issuer;
  greeting?: string;
  total?: Total;
  summary?: Summary;
  facts?: Facts;
  columns: PaperColumn[];
  lines: PaperLine[];
  /** The column that 繰越 amounts stand in; left out where prices are not printed. */
  amount_column?: number;
  sums?: Summary;
  rates?: Rate[];
  bank?: Bank[];
  due?: string;
  notes?: string[];
  notes_label?: string;
  stamps?: string[];
  plain?: boolean;
  /** Written on by hand: its rows never stand closer. */
  by_hand?: true;
  /** For our own file: no envelope's window shows an address, so that only facts stand above the lines. */
  own?: true;
  /** Where the address stands; as ever, where a paper says nothing. */
  place?: AddressPlace;
  /** The drawing that it was issued with (decisions 144, 145); the newest, where a paper bears none. */
  layout?: number;
  /** With rulers over it, to be held against an envelope. */
  measured?: boolean;
  /** Printed behind another document, whose title is the page's heading. */
  further?: boolean;
  mark?: string;
  /** An address as a QR code. */
  code?: string;
};

export type Tag = {
  key: string;
  kind: string;
  number: string;
  title: string;
  mark?: string;
  box?: string;
  /** A wide one has a row below the code, across the whole tag. */
  facts: { label: string; text: string; wide?: true }[];
  /** Left empty, it is written in by hand. */
  quantity: { label: string; text: string; unit: string };
  steps: string[];
  note: string | null;
  url: string;
  code: string;
  owner: string;
};

export type AddressLabel = {
  key: string;
  postal_code: string | null;
  address: string | null;
  name: string;
  person: string | null;
};
