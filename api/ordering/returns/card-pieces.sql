-- Which pieces of a line a card paid.

-- The pieces of a line that a card paid and that neither were cancelled nor have come back. A line that carries a new size has those that moved to it when
-- the exchanged pieces came back; where it was cancelled, they are its first line's again.
create or replace function card_pieces_left(organisation bigint, line bigint) returns int language sql stable as $$
  select remaining_card_pieces(l.card_quantity, l.card_cancelled_quantity, (
      select coalesce(sum(r.card_quantity), 0)::int from return_request r
      where r.organisation_id = l.organisation_id and r.order_line_id = l.id and r.return_state_id = 40)
    + (
      select coalesce(sum(remaining_card_pieces(x.card_quantity, x.card_cancelled_quantity, 0)), 0)::int from order_line x
      where x.organisation_id = l.organisation_id and x.exchange_of_line_id = l.id))
  from order_line l where l.organisation_id = organisation and l.id = line
$$;

-- Divides pieces of a line that are cancelled: those of the card leave first, without those that have come back or been exchanged before.
create or replace function divide_cancelled_pieces() returns trigger language plpgsql as $$
begin
  new.card_cancelled_quantity := old.card_cancelled_quantity
    + least(new.cancelled_quantity - old.cancelled_quantity, card_pieces_left(old.organisation_id, old.id));
  return new;
end $$;
create or replace trigger divide_cancelled_pieces before update of cancelled_quantity on order_line for each row
  when (new.card_quantity > 0 and new.cancelled_quantity > old.cancelled_quantity) execute function divide_cancelled_pieces();
