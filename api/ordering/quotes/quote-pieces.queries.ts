import { type RawBuilder, sql } from 'kysely';

/**
 * Pieces of a line of a quote that were accepted, as a query for one number: those in carts, and those in orders, cancelled ones too. What an approver
 * sent back is in the cart again, and counted there alone. Never a counter, so that taking a line out of the cart gives its pieces back to the quote.
 */
export const acceptedPieces = (
  organisationId: RawBuilder<unknown>,
  itemId: RawBuilder<unknown>,
): RawBuilder<number> => sql<number>`(
  coalesce((select sum(w.quantity) from cart_line w where w.organisation_id = ${organisationId} and w.quote_item_id = ${itemId}), 0)
  + coalesce((
    select sum(l.quantity - coalesce((
      select sum(d.refused_quantity) from approval a
      join approval_line d on d.organisation_id = a.organisation_id and d.approval_id = a.id and d.order_line_id = l.id
      where a.organisation_id = l.organisation_id and a.order_id = l.order_id and d.action = 'amend'), 0))
    from order_line l where l.organisation_id = ${organisationId} and l.quote_item_id = ${itemId}), 0))::int`;
