import { sql } from 'kysely';
import type { PricedDesign } from '#api/catalogue/customisation/design.rules.ts';
import { isOwnCart } from '#api/identity/sessions/cart-key.queries.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import type { CartLine } from './cart.rules.ts';

/** A line that is not in the cart and is priced as if it were. */
export interface PlannedLine {
  productId: number;
  combinationId: number;
  quantity: number;
  /** Null for whom lines without a name are for. */
  wearerId: number | null;
  reason: string | null;
  source: CartLine['source'];
  /** Logos, texts and badges that are put on it. */
  designs?: readonly PricedDesign[];
}

/** Ids of planned lines: above those of lines in the cart, so that they come after them, as lines that are added do. */
const FIRST_PLANNED_ID = 2 ** 31;

/** The lines of the person's cart as `l`, followed by the planned ones, with the person as `t`. */
export const ownLines = (scope: Scope, planned: readonly PlannedLine[]) =>
  planned.length === 0
    ? sql`cart t join cart_line l on l.organisation_id = t.organisation_id and l.cart_id = t.id`
    : sql`(
        select l.id, l.organisation_id, t.customer_id, l.product_id, l.combination_id, l.quantity, l.collection_id, l.collection_group_id, l.super_group_id,
          l.super_group_option_id, l.wearer_id, l.reason, l.source, l.replaces_order_ids, l.created_at, l.updated_at,
          l.made_to_measure_request_id, l.quote_item_id
        from cart t join cart_line l on l.organisation_id = t.organisation_id and l.cart_id = t.id where ${isOwnCart(scope)}
        union all
        select ${FIRST_PLANNED_ID}::bigint + ordinal, ${scope.organisationId}::bigint, ${scope.customerId}::bigint, product_id, combination_id, quantity, null, null,
          null, null, wearer_id, reason, source, '{}', now(), now(), null, null
        from jsonb_to_recordset(${JSON.stringify(
          planned.map(({ productId, combinationId, quantity, wearerId, reason, source }, ordinal) => ({
            ordinal,
            product_id: productId,
            combination_id: combinationId,
            quantity,
            wearer_id: wearerId,
            reason,
            source,
          })),
        )}::jsonb) as i (ordinal int, product_id bigint, combination_id bigint, quantity int, wearer_id bigint, reason text, source text)) l
      join (select ${scope.organisationId}::bigint as organisation_id, ${scope.customerId}::bigint as customer_id, ${scope.trip?.id ?? null}::uuid as trip_id) t on true`;
