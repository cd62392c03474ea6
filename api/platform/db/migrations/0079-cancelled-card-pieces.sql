-- Which of the cancelled pieces a card pays: pieces of the card that have come back before cannot leave again when others are cancelled afterwards.

alter table order_line add column card_cancelled_quantity int not null default 0;
alter table order_line add constraint order_line_card_cancelled
  check (card_cancelled_quantity between 0 and least(card_quantity, cancelled_quantity)) not valid;
comment on column order_line.card_cancelled_quantity is 'Of the cancelled pieces, those that a card pays, as it was when they were cancelled.';
update order_line set card_cancelled_quantity = least(card_quantity, cancelled_quantity) where card_quantity > 0 and cancelled_quantity > 0;
-- The few lines of which pieces on account were cancelled although pieces of the card had come back: some of them may be on an invoice.
create index order_line_account_cancelled on order_line (organisation_id, id)
  where card_quantity > card_cancelled_quantity and cancelled_quantity > card_cancelled_quantity;
