import { CARE_LABELS } from '#contract/catalogue/products/care-labels.ts';
import { NECESSITY_LABELS } from '#contract/catalogue/products/necessity.ts';
import type { ReplyOf } from '#contract/index.ts';
import type { EditConflict } from '#web/app/optimistic-concurrency.ts';
import { TAX_CLASS_LABELS } from '../tax/tax-classes.ts';
import { BACKORDER_LABELS, type KeptProduct, STATE_LABELS, UNIT_LABELS } from './product-labels.ts';
import type { ProductValueName, ProductValues } from './product-values.ts';

const LABELS: Readonly<Record<ProductValueName, string>> = {
  name: 'Name',
  sku: 'SKU',
  shortDescription: 'Short description',
  fullDescription: 'Full description',
  marks: 'Certification marks',
  careWash: 'Washing',
  careBleach: 'Bleaching',
  careDry: 'Drying',
  careIron: 'Ironing',
  careDryClean: 'Dry cleaning',
  careNote: 'Note about care',
  related: 'Related products',
  crossSells: 'Offered in the cart',
  categoryIds: 'Categories',
  optionIds: 'Specifications',
  sizeGuideId: 'Size guide',
  unspsc: 'UNSPSC',
  unitOfMeasure: 'Unit',
  orderMinimumQuantity: 'Minimum quantity',
  orderMaximumQuantity: 'Maximum quantity',
  allowedQuantities: 'Allowed quantities',
  leadTimeDays: 'Lead time (days)',
  wearLifeMonths: 'Wear life (months)',
  necessity: 'Provided by the employer',
  backorderModeId: 'Back orders',
  managesStock: 'Stock is counted',
  isMadeToOrder: 'Made to order',
  isMadeToMeasure: 'Made to measure',
  taxClass: 'Tax class',
  isTaxExempt: 'Exempt from tax',
  callForPrice: 'Price on request',
  state: 'Status',
  successorId: 'Replaced by',
};

/** A conflicting field with both values as texts. */
export function describeConflict(
  { name, mine, theirs }: EditConflict<ProductValues>,
  choices: ReplyOf<'GET /api/operator/products/choices'>,
  product: KeptProduct,
) {
  const categories = new Map(choices.categories.map((category) => [category.id, category.name]));
  const options = new Map(choices.specifications.flatMap((each) => each.options.map((option) => [option.id, option.name])));
  const texts = new Map<string, string>([
    [`sizeGuideId ${product.sizeGuideId}`, product.sizeGuideName ?? ''],
    [`successorId ${product.successor?.id}`, product.successor?.name ?? ''],
    ...Object.entries(NECESSITY_LABELS).map(([id, label]) => [`necessity ${id}`, label] as const),
    ['necessity ', 'No'],
    ...Object.entries(BACKORDER_LABELS).map(([id, label]) => [`backorderModeId ${id}`, label] as const),
    ...Object.entries(UNIT_LABELS).map(([id, label]) => [`unitOfMeasure ${id}`, label] as const),
    ...(
      [
        ['careWash', CARE_LABELS.wash],
        ['careBleach', CARE_LABELS.bleach],
        ['careDry', CARE_LABELS.dry],
        ['careIron', CARE_LABELS.iron],
        ['careDryClean', CARE_LABELS.dryClean],
      ] as const
    ).flatMap(([field, labels]) => Object.entries(labels).map(([code, label]) => [`${field} ${code}`, label] as const)),
    ...Object.entries(TAX_CLASS_LABELS).map(([id, label]) => [`taxClass ${id}`, label] as const),
    ...Object.entries(STATE_LABELS).map(([id, { label }]) => [`state ${id}`, label] as const),
  ]);
  const describe = (value: ProductValues[ProductValueName]): string => {
    if (typeof value === 'boolean') return value ? 'Yes' : 'No';
    if (Array.isArray(value))
      return value
        .map((item) => {
          if (typeof item === 'number') return (name === 'categoryIds' ? categories : options).get(item) ?? '…';
          return 'standard' in item ? [item.standard, item.detail].filter(Boolean).join(' ') : item.name;
        })
        .join(', ');
    return texts.get(`${name} ${value}`) ?? value;
  };
  return { name, label: LABELS[name], mine: describe(mine), theirs: describe(theirs) };
}
