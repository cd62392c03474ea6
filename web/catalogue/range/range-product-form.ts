import type { BodyOf } from '#contract/index.ts';
import type { FieldErrors } from '#web/app/forms/field-errors.ts';
import type { EditConflict } from '#web/app/optimistic-concurrency.ts';
import { parseAmount, parseSignedPercent, type RangeProduct } from './range-labels.ts';
import { listOptionNames, type RestrictionName, type RestrictionOptions, restrictionLabels } from './use-restriction-options.ts';

/** The values of the form of one product; names and figures as typed, empty means the catalogue's. */
export type RangeProductFormValues = Record<RestrictionName, readonly number[]> & {
  name: string;
  organisationSku: string;
  overriddenPrice: string;
  pricePercent: string;
  published: boolean;
  featured: boolean;
};

export type RangeProductField = keyof RangeProductFormValues;

export const toRangeProductFormValues = (product: RangeProduct): RangeProductFormValues => ({
  name: product.name ?? '',
  organisationSku: product.organisationSku ?? '',
  overriddenPrice: product.overriddenPrice === null ? '' : product.overriddenPrice.toFixed(2),
  pricePercent: product.pricePercent === null ? '' : String(product.pricePercent),
  published: product.published,
  featured: product.featured,
  businessAreaIds: product.businessAreaIds,
  jobRoleIds: product.jobRoleIds,
  collectionIds: product.collectionIds,
  customerRoleIds: product.customerRoles.map(({ customerRoleId }) => customerRoleId),
});

export const rangeProductLabels: Record<RangeProductField, string> = {
  name: 'Own name',
  organisationSku: 'Own SKU',
  overriddenPrice: 'Own price',
  pricePercent: 'Adjust catalogue price by (%)',
  published: 'Published',
  featured: 'Feature on the home page',
  ...restrictionLabels,
};

/** What entering a text changes: an own price and a percentage exclude each other, so that each clears the other. */
export const typeRangeText = (name: RangeProductField, text: string): Partial<RangeProductFormValues> => ({
  [name]: text,
  ...(text !== '' && name === 'overriddenPrice' && { pricePercent: '' }),
  ...(text !== '' && name === 'pricePercent' && { overriddenPrice: '' }),
});

/** What is wrong with the price or the percentage. */
export function validateRangeProduct({ overriddenPrice, pricePercent }: RangeProductFormValues): FieldErrors {
  if (overriddenPrice.trim() !== '' && parseAmount(overriddenPrice) === undefined)
    return { overriddenPrice: 'Price must be an amount, such as 12.50.' };
  if (pricePercent.trim() !== '' && parseSignedPercent(pricePercent) === undefined)
    return { pricePercent: 'Enter a number, such as 7.5 or -10.' };
  return {};
}

type RangeProductChange = Omit<BodyOf<'PUT /api/productorganisation'>, 'id' | 'version'>;

/** The changed fields as the server takes them; null where the catalogue's value counts again. */
export function toRangeProductChange(values: RangeProductFormValues, changed: readonly RangeProductField[]): RangeProductChange {
  const sent = {
    ...values,
    name: values.name || null,
    organisationSku: values.organisationSku || null,
    overriddenPrice: parseAmount(values.overriddenPrice) ?? null,
    pricePercent: parseSignedPercent(values.pricePercent) ?? null,
  };
  return Object.fromEntries(changed.map((name) => [name, sent[name]]));
}

/**
 * The conflict of a percentage with a price, of which one was entered here while someone else saved the other: only then both have a value.
 * Undefined if there is none.
 */
export function findPriceConflict(
  values: RangeProductFormValues,
  changed: readonly RangeProductField[],
): { mine: RangeProductField; theirs: RangeProductField } | undefined {
  if (values.overriddenPrice === '' || values.pricePercent === '') return undefined;
  return changed.includes('pricePercent')
    ? { mine: 'pricePercent', theirs: 'overriddenPrice' }
    : { mine: 'overriddenPrice', theirs: 'pricePercent' };
}

/** Conflicts with both values as text. */
export function describeRangeConflicts(
  conflicts: readonly EditConflict<RangeProductFormValues>[],
  values: RangeProductFormValues,
  changed: readonly RangeProductField[],
  parts: RestrictionOptions,
) {
  const price = findPriceConflict(values, changed);
  return [
    ...conflicts.map(({ name, mine, theirs }) => ({
      name,
      label: rangeProductLabels[name],
      mine: formatRangeValue(name, mine, parts),
      theirs: formatRangeValue(name, theirs, parts),
    })),
    ...(price
      ? [
          {
            name: price.theirs,
            label: 'Price',
            mine: `${rangeProductLabels[price.mine]}: ${values[price.mine]}`,
            theirs: `${rangeProductLabels[price.theirs]}: ${values[price.theirs]}`,
          },
        ]
      : []),
  ];
}

function formatRangeValue(name: RangeProductField, value: unknown, parts: RestrictionOptions): string {
  if (Array.isArray(value)) return listOptionNames(parts[name as RestrictionName], value).join(', ') || 'Everyone';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return String(value);
}
