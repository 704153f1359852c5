-- 不良明細 reads what names no reason of its list from the rows: they are few, and 変更依頼による廃棄 is told from 理由なし.
create index bad_row_unnamed on bad_row (seller_id, at) where reason_id is null;
