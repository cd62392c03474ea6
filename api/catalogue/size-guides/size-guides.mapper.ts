import type { ReplyOf } from '#contract/index.ts';
import { toTypedTable, toWearers } from './guide-table.rules.ts';
import type { Guide } from './reading/guide.rules.ts';
import { listGuideMeasures } from './reading/guide-measures.rules.ts';
import type { KeptProduct, StoredGuide } from './size-guides.queries.ts';

type GuideReply = ReplyOf<'GET /api/operator/sizeguides/:id'>['sizeGuide'];

/** Whose measures a guide has, which ones, and for how many sizes. */
export const toGuideSummary = (guide: Guide) => ({
  wearers: toWearers(guide.gender),
  measures: listGuideMeasures(guide, null, []).measures.map(({ name }) => name),
  sizes: guide.rows.length,
});

/** Why the operator cannot change a guide; null when they can. */
export const explainGuideRefusal = ({ foreignOrganisations }: Pick<StoredGuide, 'foreignOrganisations'>): string | null =>
  foreignOrganisations === 0
    ? null
    : 'Organisations of brands that you do not work for use this size guide too. An operator of all these brands can change it.';

/** A product as the operator sees it, with the reason why it cannot get another guide. */
export const toGuideProduct = ({ foreignOrganisations, ...product }: KeptProduct): GuideReply['products'][number] => ({
  ...product,
  refusal:
    foreignOrganisations === 0
      ? null
      : 'Organisations of brands that you do not work for buy this product too. An operator of all these brands can give it a size guide.',
});

/** A guide to edit, as it was typed. */
export const toGuideReply = (guide: StoredGuide, products: readonly KeptProduct[]): GuideReply => ({
  id: guide.id,
  name: guide.name,
  wearers: toWearers(guide.gender),
  ...toTypedTable(guide),
  version: guide.version,
  refusal: explainGuideRefusal(guide),
  products: products.map(toGuideProduct),
});
