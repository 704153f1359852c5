import { formatDate, formatEra, type ISODate } from "~/lib/time/date";
import { formatPeriod, type Period } from "~/lib/time/period";
import type { Party } from "~/lib/vocabulary/factory.schema";
import type { Issuer, PaperDocumentProps } from "~/lib/vocabulary/paper";
import { ADDRESS_PLACE } from "~/lib/vocabulary/print";
import { pictureAt } from "./print";

/** How whoever draws a paper writes a day on it (R5-7). */
export type DayText = (day: ISODate) => string;
type DayStyled = Pick<Party, "day_style">;
export const dayOn = ({ day_style }: DayStyled): DayText => (day_style === "era" ? formatEra : formatDate);

export const periodOn = ({ day_style }: DayStyled, period: Period): string =>
  day_style === "era" ? `${formatEra(period.start)} ~ ${formatEra(period.end)}` : formatPeriod(period);

/** In a column that has no room for the day of the week: 2026/11/21. */
export const shortDayOn = ({ day_style }: DayStyled): DayText =>
  day_style === "era" ? formatEra : (day) => day.replaceAll("-", "/");

/** How the company that draws a paper wants it, as frozen with its name. */
export const drawnFor = (of: Party): Pick<PaperDocumentProps, "plain" | "place"> => ({
  plain: of.paper_layout === "plain",
  place: { left: of.address_left ?? ADDRESS_PLACE.left, top: of.address_top ?? ADDRESS_PLACE.top },
});

/** As frozen on the paper (R5-1). */
export const issuer = (of: Party, person?: string | null): Issuer => ({
  name: of.name,
  registration_number: of.registration_number ?? undefined,
  postal_code: of.postal_code ?? undefined,
  address: of.address ? [of.address] : undefined,
  phone: of.tel ?? undefined,
  fax: of.fax ?? undefined,
  person: person ?? undefined,
  seal: of.seal ? pictureAt(of.seal) : undefined,
  logo: of.logo ? pictureAt(of.logo) : undefined,
});
