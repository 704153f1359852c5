import type { ISODate } from "~/lib/time/date";
import type { Terms } from "~/lib/time/period";
import type { ByRate, LineUnit, NoteTax } from "~/lib/vocabulary/document";
import type { Rounding } from "~/lib/vocabulary/rounding";
import type { MatchWord } from "./match";

export type Paper = {
  id: string;
  key: number;
  number: string | null;
  by_rate: ByRate[];
  by_note: NoteTax[];
  tax_rounding: Rounding;
  subtotal: number;
  tax: number;
  /** A 支払通知書 of ours that the partner says is wrong. */
  is_disputed?: boolean;
};
export type Billed = {
  invoice_key: number;
  invoice_number: string;
  line_no: number;
  delivery_key: number | null;
  delivery_line_no: number | null;
  order_id: string | null;
  name: string;
  date: ISODate;
  num_items: string | null;
  num_units: string;
  unit: LineUnit;
  unit_price: string;
  price: number;
  tax_rate: number;
  inspection_key: number | null;
};
export type Delivered = {
  delivery_key: number;
  line_no: number;
  delivery_number: string;
  date: ISODate;
  order_id: string | null;
  name: string;
  card_key: number | null;
  num_items: string;
  num_units: string;
  unit: LineUnit;
  unit_price: string;
  tax_rate: number;
  amount_rounding: Rounding;
  is_awaited: boolean;
  accepted: string;
  billed_elsewhere: string;
  billed_here: string;
};
export type Received = {
  card_key: number;
  own_key: number;
  card_id: string;
  order_id: string | null;
  name: string;
  date: ISODate;
  num_units: string;
  unit: LineUnit;
  unit_price: string | null;
  amount: number;
};
export type Word = {
  line: string;
  ym: number;
  answer: MatchWord;
  ours: number;
  theirs: number;
  reason: string | null;
  person: string;
  said_time: string;
};
export type Given = {
  ym: number;
  terms: Terms;
  papers: Paper[];
  billed: Billed[];
  delivered: Delivered[];
  received: Received[];
  /** The last of each line and month. */
  words: Word[];
  closed: number[];
};
