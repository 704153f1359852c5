-- 分類 of a product, in the words of its factory: lists and sheets of 棚卸 are made by it.
alter table product add column category text check (category <> '');
alter table stocktake add column category text check (category <> '');
create index product_in_category on product (seller_id, category) where category is not null;
