import type { RecordField } from './record-field.tsx';

/** The ways of allocating garments. */
export const ALLOCATION_TYPES = [
  { value: 10, label: 'Fixed: exact products and quantities' },
  { value: 20, label: 'Quantity: a number of pieces for each group' },
  { value: 30, label: 'Points: a budget of points' },
  { value: 40, label: 'Money: a budget of money' },
  { value: 50, label: 'Unlimited' },
] as const;
export type AllocationTypeId = (typeof ALLOCATION_TYPES)[number]['value'];

/** The field for the allocation types that a group or a wardrobe permits. */
export const allowedAllocationTypes: RecordField = {
  name: 'allowedAllocationTypeIds',
  label: 'Allowed allocation types',
  hint: 'How garments can be allocated to its people.',
  type: 'choices',
  options: ALLOCATION_TYPES,
  required: true,
};
