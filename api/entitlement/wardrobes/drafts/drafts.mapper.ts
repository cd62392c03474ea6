import type { ReplyOf } from '#contract/index.ts';
import type { WardrobeContents } from '../versions/contents.rules.ts';
import type { RangeProduct } from '../wardrobe-detail.queries.ts';
import type { StoredDraft } from './drafts.queries.ts';

export type WardrobeDraft = ReplyOf<'PUT /api/organisation/wardrobes/:id/draft'>['draft'];

/** A draft as the API shows it. Products that are not among these are left out. */
export const toWardrobeDraft = (
  { revision, basedOn, begunBy, begunAt, savedBy, savedAt }: StoredDraft,
  contents: WardrobeContents,
  products: ReadonlyMap<number, RangeProduct>,
  changes: string[],
): WardrobeDraft => ({
  revision,
  basedOn,
  begunBy,
  begunAtUtc: begunAt.toISOString(),
  savedBy,
  savedAtUtc: savedAt.toISOString(),
  changes,
  contents: {
    seasonId: contents.seasonId,
    budgetPoints: contents.budgetPoints,
    budget: contents.budgetMinor === null ? null : contents.budgetMinor / 100,
    beyond: (contents.beyond === 'own_payment' ? 'ownPayment' : contents.beyond) as WardrobeDraft['contents']['beyond'],
    necessity: (contents.necessity ?? null) as WardrobeDraft['contents']['necessity'],
    superGroups: contents.superGroups.map(({ options, ...superGroup }) => ({ ...superGroup, options: [...options] })),
    collectionGroups: contents.groups.map(({ id, name, superGroupOptionId, quantity, minQuantity, products: listed }) => ({
      id,
      name,
      superGroupOptionId,
      allocatedQuantity: quantity,
      minQuantity,
      products: listed.flatMap((product) => {
        const facts = products.get(product.productId);
        return facts ? [{ ...facts, allocatedQuantity: product.quantity, points: product.points }] : [];
      }),
    })),
  },
});
