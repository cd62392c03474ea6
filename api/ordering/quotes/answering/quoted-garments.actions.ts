import { sumDecoration } from '#api/catalogue/customisation/design.rules.ts';
import { loadFonts } from '#api/catalogue/customisation/design-texts.rules.ts';
import { toPricedDesigns, withMandatory } from '#api/catalogue/customisation/priced-design.rules.ts';
import { unitPrice } from '#api/catalogue/pricing/pricing.rules.ts';
import { findActor } from '#api/identity/sessions/access.queries.ts';
import type { Db } from '#api/platform/db/database.ts';
import { grantScope, type Scope } from '#api/platform/http/scope.ts';
import { selectTiers } from '../../cart/cart-lines.actions.ts';
import { type GarmentDetails, readGarmentDetails } from '../../cart/garment-details.queries.ts';
import type { GarmentToday } from './answer.rules.ts';
import { type GarmentOfLine, listQuotedGarments } from './quoted-garments.queries.ts';

/** The client of a quote, and whose quote it is. */
interface ClientOfQuote extends Pick<Scope, 'organisationId' | 'currencyCode'> {
  customerId: number;
}

/**
 * What the garments of lines cost their client today, and whether they can be ordered, by `key` of the line: as the cart of the person whose quote it is
 * would price them. `now` in milliseconds.
 */
export async function readQuotedGarments(
  db: Db,
  client: ClientOfQuote,
  lines: readonly (GarmentOfLine & { quantity: number })[],
  now: number,
): Promise<Map<number, GarmentToday>> {
  if (lines.length === 0) return new Map();
  const actor = await findActor(db, client.organisationId, client.customerId);
  const rows = await listQuotedGarments(db, client, actor && grantScope(actor), lines);
  const [details, fonts] = await Promise.all([
    readGarmentDetails(db, client, [...new Set(rows.flatMap(({ combinationId }) => combinationId ?? []))]),
    loadFonts(),
  ]);
  const byKey = new Map(lines.map((line) => [line.key, line]));
  return new Map(
    rows.map(({ key, designs: found, combinationId, ...row }) => {
      const line = byKey.get(key) as (typeof lines)[number];
      const designs = withMandatory(toPricedDesigns(found, fonts));
      const garment = combinationId === null ? undefined : details.get(combinationId);
      const isChosen = line.combinationId !== null;
      return [
        key,
        {
          productName: row.productName,
          attributeDescription: isChosen ? (garment?.description ?? null) : null,
          sku: isChosen ? (garment?.sku ?? null) : null,
          isInRange: row.isInRange,
          isVisible: row.isVisible,
          isSold: garment !== undefined && !garment.discontinued,
          choices: row.choices,
          unitMinor: garment ? priceToday(garment, line.quantity, actor?.roleIds ?? [], now, sumDecoration(designs)) : null,
          setupMinor: designs.reduce((sum, { setupMinor }) => sum + setupMinor, 0),
          designs,
          isCustomisationRequired: garment?.isCustomisationRequired ?? false,
          disableBuyButton: garment?.disableBuyButton ?? false,
          orderMinimumQuantity: garment?.orderMinimumQuantity ?? 1,
          orderMaximumQuantity: garment?.orderMaximumQuantity ?? 0,
          allowedQuantities: garment?.allowedQuantities ?? [],
        },
      ];
    }),
  );
}

/** What a piece costs today with its decoration, in minor units; null on request. */
function priceToday(
  garment: GarmentDetails,
  quantity: number,
  roleIds: readonly number[],
  now: number,
  decorationMinor: number,
): number | null {
  if (garment.callForPrice || garment.isWithoutPrice) return null;
  return (
    unitPrice({ priceMinor: garment.priceMinor, tiers: selectTiers(garment.tiers, { roleIds }, now) }, quantity) + decorationMinor
  );
}
