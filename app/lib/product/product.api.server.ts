import { z } from "zod";
import { call } from "~/lib/api/call.server";
import { Refusal } from "~/lib/api/refusal";
import { fileRow, filing } from "~/lib/file/file.schema";
import { keepFiles } from "~/lib/file/file.server";
import { FILES_MAX } from "~/lib/file/limit";
import { pageOf } from "~/lib/list/list.schema";
import { seesAmounts } from "~/lib/vocabulary/permission";
import { categoryCalls } from "./category.api.server";
import { priceLinesOf } from "./price.list.server";
import {
  activation,
  ofProduct,
  priceWithdrawal,
  productChange,
  productNew,
  productParts,
  productPrice,
  productSteps,
  repricing,
  repricingUndo,
  stepCopying,
} from "./product.edit.schema";
import { activate, changeParts, changeProduct } from "./product.edit.server";
import { findProducts } from "./product.find.server";
import { productIds, productListOf } from "./product.list.server";
import {
  changedCount,
  priceLine,
  productLine,
  productListFilter,
  productPage,
  repriced,
  repricedCount,
  repricingUndone,
} from "./product.master.schema";
import { addPrices, planRepricing, reprice, undoRepricing, withdrawPrices } from "./product.price.server";
import { ownProduct, productPageOf } from "./product.read.server";
import { productFilter, products } from "./product.schema";
import { createProduct } from "./product.server";
import { changeSteps, copySteps } from "./product.steps.server";

const productKey = z.object({ product_id: z.number() });
const MOST = 2000;

export const productCalls = [
  call({
    method: "GET",
    path: "/products",
    summary: "商品の検索（今日の単価つき）",
    query: productFilter,
    answer: products,
    run: async (db, who, { query }) => ({ items: await findProducts(db, who, query) }),
  }),
  call({
    method: "GET",
    path: "/products/master",
    summary: "商品マスタ一覧",
    side: "seller",
    query: productListFilter,
    answer: pageOf(productLine),
    run: (db, who, { query }) => productListOf(db, who, query),
  }),
  ...categoryCalls,
  call({
    method: "GET",
    path: "/products/ids",
    summary: "条件に合う商品の番号（2,000件まで）",
    side: "seller",
    query: productListFilter,
    answer: z.object({ ids: z.array(z.number()) }),
    run: async (db, who, { query }) => ({ ids: await productIds(db, who, query, MOST + 1) }),
  }),
  call({
    method: "GET",
    path: "/products/prices",
    summary: "いまの単価とこれからの単価（商品ごと、数量段階ごと）",
    side: "seller",
    permission: "accounting",
    query: productListFilter,
    answer: pageOf(priceLine),
    run: (db, who, { query }) => priceLinesOf(db, who, query),
  }),
  call({
    method: "GET",
    path: "/products/{productId}",
    summary: "商品の詳細",
    side: "seller",
    params: ofProduct,
    answer: productPage,
    run: (db, who, { params }) => productPageOf(db, who, params.productId),
  }),
  call({
    method: "POST",
    path: "/products",
    summary: "商品の登録",
    side: "seller",
    body: productNew,
    answer: productKey,
    run: (db, who, { body }) => {
      if (body.unit_price !== undefined && !seesAmounts(who)) {
        throw new Refusal(422, "入力内容を確認してください。", {
          unit_price: ["単価を入力する権限がありません。空欄のまま登録してください"],
        });
      }
      return createProduct(db, who, { ...body, seller_id: who.company_id });
    },
  }),
  call({
    method: "PUT",
    path: "/products/{productId}",
    summary: "商品の変更",
    side: "seller",
    params: ofProduct,
    body: productChange,
    answer: productKey,
    run: (db, who, { params, body }) => changeProduct(db, who, params.productId, body),
  }),
  call({
    method: "PUT",
    path: "/products/{productId}/steps",
    summary: "標準工程と記録項目",
    side: "seller",
    params: ofProduct,
    body: productSteps,
    answer: productKey,
    run: (db, who, { params, body }) => changeSteps(db, who, params.productId, body),
  }),
  call({
    method: "PUT",
    path: "/products/{productId}/parts",
    summary: "部品構成",
    side: "seller",
    params: ofProduct,
    body: productParts,
    answer: productKey,
    run: (db, who, { params, body }) => changeParts(db, who, params.productId, body),
  }),
  call({
    method: "POST",
    path: "/products/{productId}/prices",
    summary: "単価の版を追加する",
    side: "seller",
    params: ofProduct,
    body: productPrice,
    answer: productKey,
    run: (db, who, { params, body }) => addPrices(db, who, params.productId, body),
  }),
  call({
    method: "POST",
    path: "/products/{productId}/prices/withdraw",
    summary: "まだ使われていない単価を取り消す",
    side: "seller",
    params: ofProduct,
    body: priceWithdrawal,
    answer: productKey,
    run: (db, who, { params, body }) => withdrawPrices(db, who, params.productId, body),
  }),
  call({
    method: "POST",
    path: "/products/{productId}/files",
    summary: "商品に図面・写真を載せる",
    side: "seller",
    params: ofProduct,
    body: filing,
    files: { most: FILES_MAX },
    answer: fileRow.array(),
    run: async (db, who, { params, body, files }) => {
      const { product_id, seller_id, buyer_id } = await ownProduct(db, who, params.productId);
      return keepFiles(db, who, { kind: "product", key: product_id, seller_id, buyer_id }, files, body);
    },
  }),
  call({
    method: "POST",
    path: "/products/reprice/plan",
    summary: "単価一括改定の試算",
    side: "seller",
    body: repricing,
    answer: repriced,
    run: (db, who, { body }) => planRepricing(db, who, body),
  }),
  call({
    method: "POST",
    path: "/products/reprice",
    summary: "単価一括改定",
    side: "seller",
    body: repricing,
    answer: repricedCount,
    run: (db, who, { body }) => reprice(db, who, body),
  }),
  call({
    method: "POST",
    path: "/products/reprice/undo",
    summary: "単価一括改定を元に戻す",
    side: "seller",
    body: repricingUndo,
    answer: repricingUndone,
    run: (db, who, { body }) => undoRepricing(db, who, body),
  }),
  call({
    method: "POST",
    path: "/products/steps",
    summary: "標準工程のコピー",
    side: "seller",
    body: stepCopying,
    answer: changedCount,
    run: (db, who, { body }) => copySteps(db, who, body.from_id, body.ids),
  }),
  call({
    method: "POST",
    path: "/products/state",
    summary: "商品の無効化・有効化",
    side: "seller",
    body: activation,
    answer: changedCount,
    run: (db, who, { body }) => activate(db, who, body.ids, body.is_active),
  }),
];
