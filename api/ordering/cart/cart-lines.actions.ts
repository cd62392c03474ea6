import { loadFonts } from '#api/catalogue/customisation/design-texts.rules.ts';
import { toPricedDesigns, withMandatory } from '#api/catalogue/customisation/priced-design.rules.ts';
import { toEligibility } from '#api/entitlement/ordering-eligibility.queries.ts';
import { createBoundedCache } from '#api/platform/cache/bounded-cache.ts';
import type { Db } from '#api/platform/db/database.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import { listCartLines } from './cart.queries.ts';
import type { CartLine } from './cart.rules.ts';
import { type GarmentDetails, readGarmentDetails } from './garment-details.queries.ts';
import type { MadeToMeasureLine } from './made-to-measure-lines.queries.ts';
import type { PlannedLine } from './planned-lines.queries.ts';

/** Reads carts. */
export interface CartLines {
  /**
   * The lines of the person's cart with everything needed to price and check them. A line whose product has been
   * withdrawn, or is no longer visible to this person, has `onOffer` false. `today` is the day in the organisation's time zone. Details that the caller
   * is reading in the same transaction, `alsoRead`, are not read again. Lines that are not in the cart, `planned`, follow those that are.
   */
  list(
    db: Db,
    scope: Scope,
    today: string,
    also?: { alsoRead?: Promise<readonly GarmentDetails[]> | undefined; planned?: readonly PlannedLine[] },
  ): Promise<CartLine[]>;
  /** The versions of the listings under which this process knows details of these combinations, by combination id. */
  knownVersions(scope: Scope, combinationIds: readonly number[]): Map<number, number>;
}

/** What is different of a line that is made to measure: its price was agreed, and it comes from no stock. */
const toMadeToMeasure = ({ unitPriceMinor, ...madeToMeasure }: MadeToMeasureLine) => ({
  madeToMeasure,
  isMadeToOrder: true,
  managesStock: false,
  ...(unitPriceMinor === null ? {} : { priceMinor: unitPriceMinor, tiers: [], callForPrice: false }),
});

const MAX_CACHE_BYTES = 16 * 1024 * 1024;
/** Approximate size of one combination's details: names, choices, flags. */
const DETAILS_BYTES = 1200;

/** The quantity tiers that apply to the person now. `now` in milliseconds since 1 January 1970. */
export const selectTiers = (tiers: GarmentDetails['tiers'], { roleIds }: Pick<Scope, 'roleIds'>, now: number) =>
  tiers.filter(
    ({ roleId, startsAt, endsAt }) =>
      (roleId === null || roleIds.includes(roleId)) && (startsAt ?? now) <= now && (endsAt === null || endsAt > now),
  );

/**
 * Creates a reader of carts that caches garment details in memory. A cart is read after every change and three times during
 * a checkout, while a garment's name, picture and price hardly ever change in between. Entries are cached under the version
 * of the product's listing; the current version is read with every line, so stale details are never shown.
 */
export function createCartLines(): CartLines {
  const cache = createBoundedCache<GarmentDetails>(MAX_CACHE_BYTES);
  const keyOf = ({ organisationId }: Scope, combinationId: number) => `${organisationId}:${combinationId}`;
  const save = (scope: Scope, details: GarmentDetails) => {
    if (details.version !== null) cache.set(keyOf(scope, details.combinationId), details, DETAILS_BYTES);
  };

  return {
    knownVersions: (scope, combinationIds) =>
      new Map(
        combinationIds.flatMap((id) => {
          const version = cache.get(keyOf(scope, id))?.version;
          return version == null ? [] : [[id, version]];
        }),
      ),
    list: async (db, scope, today, { alsoRead, planned } = {}) => {
      const [lines, read = [], fonts] = await Promise.all([listCartLines(db, scope, today, planned), alsoRead, loadFonts()]);
      for (const details of read) save(scope, details);
      const details = new Map<number, GarmentDetails>();
      const missing = new Set<number>();
      for (const { combination_id: id, version } of lines) {
        const cached = version === null ? undefined : cache.get(keyOf(scope, id));
        if (cached?.version === version) details.set(id, cached as GarmentDetails);
        else missing.add(id);
      }
      if (missing.size > 0) {
        for (const [id, found] of await readGarmentDetails(db, scope, [...missing])) {
          details.set(id, found);
          save(scope, found);
        }
      }
      const inCart = lines.length - (planned?.length ?? 0);
      return lines.map(({ version, for_this_person: forThisPerson, now, ...line }, index): CartLine => {
        const { discontinued, tiers, callForPrice, isWithoutPrice, ...garment } = details.get(
          line.combination_id,
        ) as GarmentDetails;
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
          wearerName: line.wearer_id === null ? null : line.wearer_name,
          entitledId: line.wearer,
          entitlement: line.entitlement,
          reason: line.reason,
          source: line.source,
          replacesOrderIds: line.replaces_order_ids,
          sentBackReason: line.sent_back_reason,
          eligibility: toEligibility(line, scope),
          createdAt: line.created_at,
          updatedAt: line.updated_at,
          onOffer: version !== null && forThisPerson && (!discontinued || line.made_to_measure !== null),
          tiers: selectTiers(tiers, scope, now),
          callForPrice: isWithoutPrice || (callForPrice && !scope.canOrderUnpriced),
          madeToMeasure: null,
          quote: line.quote,
          designs: withMandatory(toPricedDesigns(line.designs, fonts), planned?.[index - inCart]?.designs),
          onHand: line.on_hand,
          reserved: line.reserved,
          dueOn: line.due_on,
          dueQuantity: line.due_quantity,
          ...(line.made_to_measure && toMadeToMeasure(line.made_to_measure)),
          ...(line.quote?.leads && { tiers: [], callForPrice: false }),
        };
      });
    },
  };
}
