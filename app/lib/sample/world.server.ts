import { today } from "~/lib/time/date";
import type { App } from "~/lib/web/app";
import { makeCast } from "./cast.server";
import { amendActs } from "./world.amend.server";
import { answerActs } from "./world.answers.server";
import { branchActs } from "./world.branches.server";
import { makeBulk } from "./world.bulk.server";
import { cardActs } from "./world.cards.server";
import { chatActs } from "./world.chat.server";
import { clockOf } from "./world.clock.server";
import { companyActs } from "./world.company.server";
import { defectActs } from "./world.defects.server";
import { documentActs } from "./world.documents.server";
import { draftActs } from "./world.drafts.server";
import { fileActs } from "./world.files.server";
import { halfYear, onMondays } from "./world.halfyear.server";
import { indirectActs } from "./world.indirect.server";
import { inspectionActs } from "./world.inspection.server";
import { measureActs } from "./world.measure.server";
import { mutualActs } from "./world.mutual.server";
import { partialActs } from "./world.partial.server";
import { partnerActs } from "./world.partners.server";
import { cardsOf, planShop } from "./world.plan.server";
import { productActs } from "./world.products.server";
import { quoteActs } from "./world.quotes.server";
import { scanActs } from "./world.scans.server";
import { selfBillActs } from "./world.selfbill.server";
import { SATO, yamada } from "./world.shop.server";
import { gather, perform } from "./world.stage.server";
import { stockActs } from "./world.stock.server";
import { stocktakeActs } from "./world.stocktake.server";
import { supplyActs } from "./world.supply.server";
import { worktimeActs } from "./world.worktime.server";

type WorldTarget = Pick<App, "db" | "config"> & Partial<Pick<App, "storage">>;

/** The sample world: the cast, and what it did in the last half year, through the product's own commands. */
export async function makeWorld(
  { db, config, storage }: WorldTarget,
  { cards } = { cards: config.sample_cards },
): Promise<void> {
  await makeCast(db);
  const clock = clockOf(today());
  const shops = [yamada(config.stock_id, config.parts_id), SATO];
  const people = shops.flatMap(({ boss, hand, clerk, buyers }) => [
    boss,
    hand,
    clerk,
    ...buyers.flatMap(({ clerks }) => clerks),
  ]);
  const company = await gather(db, people);
  const plans = shops.map((shop) => planShop(shop, clock));
  onMondays(shops[0]!, clock, plans[0]!);
  const past = halfYear(shops[0]!, clock);
  await makeBulk(db, cards - cardsOf(plans[0]!) - cardsOf(past), clock);
  const acts = await Promise.all(
    shops.map(async (shop, index) => [
      ...cardActs(shop, plans[index]!, clock, company),
      ...(index === 0 ? [...partnerActs(shop, clock), ...branchActs(shop, clock)] : []),
      ...(await documentActs(db, shop, clock)),
    ]),
  );
  acts.push(cardActs(shops[0]!, past, clock, company));
  acts.push(await mutualActs(db, shops[0]!, shops[1]!, clock));
  acts.push(await selfBillActs(db, shops[0]!, shops[1]!, clock));
  acts.push(inspectionActs(shops[0]!, clock));
  acts.push(defectActs(shops[0]!, clock));
  acts.push(partialActs(shops[1]!, clock));
  acts.push(amendActs(shops[0]!, clock));
  acts.push(draftActs(shops[0]!, clock));
  acts.push(quoteActs(shops, clock));
  acts.push(supplyActs(shops[0]!, clock));
  acts.push(stockActs(shops[0]!, clock));
  acts.push(answerActs(shops, clock));
  acts.push(measureActs(shops[0]!, clock));
  acts.push(stocktakeActs(shops[0]!, clock));
  acts.push(chatActs(clock));
  acts.push(scanActs(shops[0]!.hand, clock));
  acts.push(productActs(shops[0]!.boss, shops[0]!.clerk, clock, company));
  acts.push(indirectActs(shops[0]!, clock));
  acts.push(worktimeActs(shops[0]!, clock));
  acts.push(await companyActs(storage, shops[0]!.boss, clock));
  if (storage) acts.push(await fileActs(storage, shops[0]!.boss, clock, company));
  await perform(db, company, acts.flat());
}
