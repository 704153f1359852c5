-- The buyer's 出荷済み一覧, newest first, as card_shipped is the seller's.
create index card_shipped_buyer on card (buyer_id, shipped_time desc, key desc) where shipped_time is not null;
