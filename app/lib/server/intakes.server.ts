import type { Intake } from "~/lib/import/import.intake.server";
import { destinationIntake, placeIntake } from "~/lib/partner/destination.import.server";
import { partnerIntake } from "~/lib/partner/partner.import.server";
import { priceIntake } from "~/lib/product/price.import.server";
import { productIntake } from "~/lib/product/product.import.server";
import { processIntake } from "~/lib/shop/process.import.server";
import { reasonIntake } from "~/lib/shop/reason.import.server";
import { recordIntake } from "~/lib/shop/record.import.server";
import { workerIntake } from "~/lib/shop/worker.import.server";
import { openingIntake } from "~/lib/stock/opening.server";
import { termsIntake } from "~/lib/stock/terms.import.server";
import { countIntake } from "~/lib/stocktake/stocktake.import.server";
import { cardIntake } from "~/lib/task/card.import.server";
import { payeeIntake } from "~/lib/transfer/payee.import.server";

export const intakes: Intake[] = [
  cardIntake,
  productIntake,
  priceIntake,
  workerIntake,
  partnerIntake,
  processIntake,
  reasonIntake,
  recordIntake,
  destinationIntake,
  placeIntake,
  countIntake,
  termsIntake,
  openingIntake,
  payeeIntake,
];
