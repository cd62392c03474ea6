import type { ReplyOf } from '#contract/index.ts';

type TaxClass = ReplyOf<'GET /api/operator/products/:id'>['product']['taxClass'];

/** What the classes of products are called, in the order in which they are offered. */
export const TAX_CLASS_LABELS: Readonly<Record<TaxClass, string>> = {
  standard: 'Standard',
  reduced: 'Reduced',
  childrens_clothing: 'Children’s clothing',
  protective_equipment: 'Protective equipment',
  zero: 'Zero-rated everywhere',
};
