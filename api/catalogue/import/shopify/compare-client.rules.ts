import { findClientPrice } from './client-price.rules.ts';
import { FIELD_LABELS, listDifferences, planFields } from './compare.rules.ts';
import { combinationsByKey, countStock, matchCombinations } from './compare-combinations.rules.ts';
import type { ClientPrice, ExistingCombination, ExistingProduct } from './existing.ts';
import { type FieldChange, showPrice, showValue } from './field-changes.rules.ts';
import type { ImportWrites } from './import-writes.ts';
import type { DraftCombination, ProductDraft } from './product-draft.ts';
import { toVariantKey } from './variants.rules.ts';

/** What a client's file changes about a product that is in the catalogue. */
export interface ClientPlan {
  outcome: 'changed' | 'unchanged';
  /** Descriptions of the changes to the client's range. */
  changes: string[];
  /** The same field by field. */
  differences: FieldChange[];
  /** What the file says of the product and the catalogue does not, and which was left. */
  left: string[];
  rows: { line: number; outcome: 'changed' | 'unchanged' | 'ignored'; text: string; differences: FieldChange[] }[];
}

/**
 * Adds to `writes` what a client's file changes where the catalogue has the product: whether it is offered to the client, at which price, and the stock that
 * was counted. Everything else belongs to the catalogue and is left.
 *
 * @returns the plan, or why the product cannot be taken into the range
 */
export function compareForClient(
  draft: ProductDraft,
  stored: ExistingProduct,
  client: { attributeIds: readonly number[]; hasOtherCurrency: boolean; displayOrder: number },
  writes: ImportWrites,
): ClientPlan | { refusal: string } {
  const attributes = client.attributeIds.map((id) => ({
    key: { id: stored.attributes.find(({ attributeId }) => attributeId === id)?.id ?? 0 },
  }));
  const matches = matchCombinations(draft, stored, toVariantKey, combinationsByKey(stored, attributes));
  const price = findPrice(draft, stored, matches, client.hasOtherCurrency);
  if (price && 'refusal' in price) return price;
  const rows = draft.combinations.map((combination) => compareRow(combination, matches.get(combination), stored, writes));
  const { changes, differences } = compareOffer(draft, stored, price, client.displayOrder, writes);
  const isChanged = changes.length > 0 || rows.some(({ outcome }) => outcome === 'changed');
  if (isChanged) writes.changedProducts.push({ id: stored.id });
  return { outcome: isChanged ? 'changed' : 'unchanged', changes, differences, left: listLeft(draft, stored), rows };
}

/** What the client pays by the file; undefined where the file or the catalogue has no price. */
function findPrice(
  { fields, combinations }: ProductDraft,
  stored: ExistingProduct,
  matches: ReadonlyMap<DraftCombination, ExistingCombination>,
  hasOtherCurrency: boolean,
): ClientPrice | { refusal: string } | undefined {
  const base = fields.price_minor;
  if (base === undefined || fields.call_for_price || stored.fields.call_for_price) return undefined;
  const pairs = combinations.flatMap((combination) => {
    const match = matches.get(combination);
    if (!match) return [];
    const catalogue = match.overridden_price_minor ?? Math.max(stored.fields.price_minor + match.adjustment, 0);
    return [{ catalogue, file: combination.fields.overridden_price_minor ?? base }];
  });
  const [pair] = pairs;
  if (!pair) return undefined;
  // Figures of two currencies say nothing of each other.
  if (hasOtherCurrency)
    return pairs.every(({ file }) => file === pair.file)
      ? { price: pair.file, percent: null }
      : { refusal: `its sizes have different prices in the client's currency, and a client can have one price for a product` };
  return (
    findClientPrice(pairs) ?? {
      refusal: `its prices are neither one price nor one percentage of the catalogue's for "${stored.fields.name}", which is what a client can have`,
    }
  );
}

function compareOffer(
  draft: ProductDraft,
  stored: ExistingProduct,
  price: ClientPrice | undefined,
  displayOrder: number,
  writes: ImportWrites,
): { changes: string[]; differences: FieldChange[] } {
  const { offer, wasOffered } = stored;
  const saysOffered = draft.has.offered || wasOffered === undefined;
  const isNews = saysOffered && wasOffered !== draft.offered;
  if (isNews) writes.lastOffers.push({ product: { id: stored.id }, offered: draft.offered });
  if (!offer) {
    const own = price ?? { price: null, percent: null };
    writes.offers.new.push({
      product: { id: stored.id },
      published: draft.offered,
      displayOrder,
      ...own,
      isPriced: price !== undefined,
    });
    return {
      changes: [draft.offered ? 'added to the range' : 'added to the range, not offered', ...describePrice(own)],
      differences: [
        { field: 'range', before: '', after: draft.offered ? 'offered' : 'not offered' },
        ...(own.price === null && own.percent === null
          ? []
          : [{ field: 'client’s price', before: '', after: showClientPrice(own) }]),
      ],
    };
  }
  const now = {
    ...(price ?? { price: offer.price, percent: offer.percent }),
    published: isNews ? draft.offered : offer.published,
  };
  const changes: string[] = [];
  const differences: FieldChange[] = [];
  if (now.published !== offer.published) {
    changes.push(now.published ? 'offered' : 'no longer offered');
    differences.push({ field: 'offered', before: showValue(offer.published), after: showValue(now.published) });
  }
  if (now.price !== offer.price || now.percent !== offer.percent) {
    changes.push(...(now.price === null && now.percent === null ? ['the price of the catalogue'] : describePrice(now)));
    differences.push({ field: 'client’s price', before: showClientPrice(offer), after: showClientPrice(now) });
  }
  if (changes.length > 0) writes.offers.changed.push({ id: offer.id, ...now });
  return { changes, differences };
}

const describePrice = ({ price, percent }: ClientPrice): string[] => {
  if (price !== null) return [`price ${(price / 100).toFixed(2)} for the client`];
  return percent === null ? [] : [`price ${percent > 0 ? '+' : '−'}${Math.abs(percent)}% for the client`];
};

function compareRow(
  { line, values, fields, isSkuGenerated, quantity }: DraftCombination,
  match: ExistingCombination | undefined,
  { fields: { manages_stock } }: ExistingProduct,
  writes: ImportWrites,
): ClientPlan['rows'][number] {
  const label = values.join(', ') || 'the product';
  if (!match)
    return {
      line,
      outcome: 'ignored',
      text: `${label} is not a variant of the catalogue's product, and a client's file adds none to it`,
      differences: [],
    };
  const counted = countStock(match, manages_stock ? quantity : null, writes);
  const left = [
    ...(!isSkuGenerated && fields.sku !== match.sku ? [`SKU ${match.sku}`] : []),
    ...(fields.gtin !== undefined && fields.gtin !== match.gtin ? [`barcode ${match.gtin ?? 'none'}`] : []),
    ...(match.discontinued ? ['discontinued'] : []),
  ];
  const texts = [...(counted ? [counted.text] : []), ...(left.length > 0 ? [`left as it is: ${left.join(', ')}`] : [])];
  return {
    line,
    outcome: counted ? 'changed' : 'unchanged',
    text: [label, ...texts.slice(0, 2)].join(': '),
    differences: counted ? [counted.difference] : [],
  };
}

const showClientPrice = ({ price, percent }: ClientPrice) => {
  if (price !== null) return showPrice(price);
  return percent === null ? 'catalogue' : `${percent > 0 ? '+' : '−'}${Math.abs(percent)}%`;
};

/** Differences of the product that a client's file does not change. Prices are the client's. */
function listLeft(draft: ProductDraft, stored: ExistingProduct): string[] {
  const differing = listDifferences(planFields(draft, stored), stored.fields).filter((field) => field !== 'price_minor');
  return [
    ...differing.map((field) => FIELD_LABELS[field]),
    ...(draft.offered && !stored.fields.published ? ['not on sale in the catalogue'] : []),
  ];
}
