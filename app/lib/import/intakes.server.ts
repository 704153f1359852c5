import { destinationIntake, placeIntake } from "~/lib/setting/destination.import.server";
import { partnerIntake } from "~/lib/setting/partner.import.server";
import { priceIntake } from "~/lib/setting/price.import.server";
import { processIntake } from "~/lib/setting/process.import.server";
import { productIntake } from "~/lib/setting/product.import.server";
import { reasonIntake } from "~/lib/setting/reason.import.server";
import { recordIntake } from "~/lib/setting/record.import.server";
import { workerIntake } from "~/lib/setting/worker.import.server";
import { cardIntake } from "~/lib/task/card.import.server";
import type { Intake } from "./import.intake.server";

/** Everything that can be imported. */
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
];
