-- A file just read may be taken back whole; what a receipt stands for is held by bank_link.
grant delete on bank_row, bank_mark to koba_app;
