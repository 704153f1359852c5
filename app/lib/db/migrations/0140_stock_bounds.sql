-- Yen of a product's stock: twelve digits, as everywhere. What is beyond already is held at the most, and can be taken back.
update stock set stock_value = sign(stock_value) * 999999999999 where abs(stock_value) > 999999999999;
alter table stock add constraint stock_value_digits check (stock_value between -999999999999 and 999999999999);
