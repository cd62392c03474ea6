import type { RangeImportField } from '#contract/catalogue/range/range-import.ts';
import type { AudienceList, RangeState } from './range.rules.ts';
import type { AudienceItemNames } from './range-export.rules.ts';
import { RANGE_HEADINGS } from './range-export.rules.ts';

/** The heading of each setting of a product. */
export const FIELD_OF_STATE: Readonly<Record<keyof RangeState, RangeImportField>> = {
  name: 'name',
  organisationSku: 'organisationSku',
  overriddenPriceMinor: 'overriddenPrice',
  pricePercent: 'pricePercent',
  published: 'published',
  featured: 'featured',
  displayOrder: 'displayOrder',
  businessAreaIds: 'businessAreaIds',
  jobRoleIds: 'jobRoleIds',
  collectionIds: 'collectionIds',
  customerRoleIds: 'customerRoleIds',
};

/** A setting of a product as it is stored with a row of a file: its audience by name, or by id where that has been deleted. */
export type RangeValue = {
  field: keyof RangeState;
  value: string | number | boolean | null | (string | number)[];
};

/** A setting that a row changes, as it is stored. */
export type RangeFieldChange = { kind: 'product'; before: RangeValue; after: RangeValue };

/** A setting of a product to be stored. */
export function toRangeValue(
  state: RangeState,
  field: keyof RangeState,
  productName: string,
  names: AudienceItemNames,
): RangeValue {
  const value = state[field];
  if (field === 'name') return { field, value: state.name ?? productName };
  return { field, value: Array.isArray(value) ? value.map((id) => names[field as AudienceList].get(id) ?? id) : value };
}

/** A setting as the preview shows it; empty where it has no value. */
export function describeRangeValue({ field, value }: RangeValue): string {
  if (Array.isArray(value))
    return value.map((item) => (typeof item === 'number' ? `no. ${item}` : item)).join(', ') || 'Everyone';
  if (value === null) return '';
  if (field === 'overriddenPriceMinor') return (Number(value) / 100).toFixed(2);
  if (field === 'pricePercent') return `${Number(value) < 0 ? '−' : '+'}${Math.abs(Number(value))}%`;
  if (field === 'published') return value ? 'Published' : 'Not published';
  if (field === 'featured') return value ? 'Yes' : 'No';
  return String(value);
}

/** A change as the preview shows it. */
export const describeRangeFieldChange = ({ before, after }: RangeFieldChange) => ({
  field: RANGE_HEADINGS[FIELD_OF_STATE[after.field]],
  before: describeRangeValue(before),
  after: describeRangeValue(after),
});
