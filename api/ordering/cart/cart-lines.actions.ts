import { createBoundedCache } from '#api/catalogue/products/bounded-cache.ts';
import type { Db } from '#api/platform/db/database.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import { type GarmentDetails, listCartLines, readGarmentDetails } from './cart.queries.ts';
import type { CartLine } from './cart.rules.ts';

/** Reads carts. */
export interface CartLines {
  /**
   * The lines of the person's cart with everything that pricing and checking them takes. A line whose product has been
   * withdrawn, or is no longer for this person, comes back with `onOffer` false.
   */
  list(db: Db, scope: Scope): Promise<CartLine[]>;
}

const MAX_CACHE_BYTES = 16 * 1024 * 1024;
/** Of one combination, nearly: names, choices, flags. */
const FACTS_BYTES = 1200;

/**
 * A cart is read with every change of it and three times in a checkout, and what a garment is called, looks like and costs
 * hardly ever changes in between. So that is kept in memory under the version of its listing, which is read with every
 * line; nothing older than the line itself is ever shown.
 */
export function createCartLines(): CartLines {
  const remembered = createBoundedCache<GarmentDetails>(MAX_CACHE_BYTES);

  return {
    list: async (db, scope) => {
      const lines = await listCartLines(db, scope);
      const keyOf = (combinationId: number) => `${scope.organisationId}:${combinationId}`;
      const facts = new Map<number, GarmentDetails>();
      const unknown = new Set<number>();
      for (const { combination_id: id, version } of lines) {
        const known = version === null ? undefined : remembered.get(keyOf(id));
        if (known?.version === version) facts.set(id, known as GarmentDetails);
        else unknown.add(id);
      }
      if (unknown.size > 0) {
        for (const [id, read] of await readGarmentDetails(db, scope, [...unknown])) {
          facts.set(id, read);
          if (read.version !== null) remembered.set(keyOf(id), read, FACTS_BYTES);
        }
      }
      return lines.map(({ version, for_this_person: forThisPerson, now, ...line }): CartLine => {
        const { discontinued, tiers, callForPrice, ...garment } = facts.get(line.combination_id) as GarmentDetails;
        return {
          ...garment,
          id: line.id,
          productId: line.product_id,
          combinationId: line.combination_id,
          quantity: line.quantity,
          collectionId: line.collection_id,
          collectionGroupId: line.collection_group_id,
          superGroupId: line.super_group_id,
          superGroupOptionId: line.super_group_option_id,
          wearerId: line.wearer_id,
          wearerName: line.wearer_name,
          createdAt: line.created_at,
          updatedAt: line.updated_at,
          onOffer: version !== null && forThisPerson && !discontinued,
          tiers: tiers.filter(
            ({ roleId, startsAt, endsAt }) =>
              (roleId === null || scope.roleIds.includes(roleId)) &&
              (startsAt ?? now) <= now &&
              (endsAt === null || endsAt > now),
          ),
          callForPrice: callForPrice && !scope.canOrderUnpriced,
          onHand: line.on_hand,
          reserved: line.reserved,
          dueOn: line.due_on,
          dueQuantity: line.due_quantity,
        };
      });
    },
  };
}
