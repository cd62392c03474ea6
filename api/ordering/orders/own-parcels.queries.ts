import { type RawBuilder, sql } from 'kysely';
import type { Scope } from '#api/platform/http/scope.ts';

// Of someone else's order, a wearer sees the parcels with pieces for them, and how far these pieces are.

/** The parcels `s` of an order `o` with pieces for the person, from `from` on. */
export const ownParcels = ({ customerId }: Scope): RawBuilder<unknown> => sql`
  from shipment s where s.organisation_id = o.organisation_id and s.order_id = o.id and s.shipped_at is not null and exists (
    select from shipment_line sl join order_line l on l.organisation_id = sl.organisation_id and l.id = sl.order_line_id
    where sl.organisation_id = s.organisation_id and sl.shipment_id = s.id and l.wearer_id = ${customerId})`;

/** The state of the delivery of the pieces of an order `o` that are for the person, of which there are as many in the columns of `own`. */
export const ownShippingState = (scope: Scope): RawBuilder<unknown> => sql`
  case when o.shipping_state_id = 10 then 10 when own.shipped_pieces = 0 then 20 when own.shipped_pieces < own.pieces then 25
    when exists (select ${ownParcels(scope)} and s.delivered_at is null) then 30 else 40 end`;
