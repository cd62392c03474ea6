import { toMinorUnits } from '#api/catalogue/pricing/minor-units.ts';
import { type RecordColumns, type RecordKind, toRecordColumns } from '#api/organisation/structure/records.rules.ts';
import { conflict, invalid } from '#api/platform/http/errors.ts';
import type { BodyOf } from '#contract/index.ts';

/** The kinds of rules: the name on the wire, and that in the database. */
const KINDS = {
  always: 'always',
  aboveAmount: 'above_amount',
  product: 'product',
  firstOrder: 'first_order',
  costCentre: 'cost_centre',
} as const;

export type WireRuleKind = keyof typeof KINDS;

/** The name of a kind on the wire. */
export const toWireKind = (kind: string): WireRuleKind =>
  (Object.keys(KINDS) as WireRuleKind[]).find((name) => KINDS[name] === kind) ?? 'always';

/** A rule of approval as a record that administrators edit. */
export const APPROVAL_RULE: RecordKind = {
  table: 'approval_rule',
  entity: 'approvalRule',
  one: 'rule',
  fields: {
    kind: { column: 'kind', label: 'Kind', type: 'choice', choices: KINDS },
    organisationGroupId: { column: 'organisation_group_id', label: 'Applies to', type: 'id' },
    amount: { column: 'amount_minor', label: 'Amount', type: 'money' },
    productId: { column: 'product_id', label: 'Product', type: 'id' },
  },
};

/** The columns that were sent. Throws 422 for an amount with more than two decimals: rounded, it would not be the limit that someone typed. */
export function readRuleColumns(input: BodyOf<'POST /api/approvalrules'> | BodyOf<'PUT /api/approvalrules/:id'>): RecordColumns {
  if (input.amount != null) toMinorUnits(input.amount, 'amount');
  return toRecordColumns(APPROVAL_RULE, input);
}

/** The columns of a rule of this kind: amount and product only where the kind has them. Throws 422 when one is missing. */
export function toRuleColumns(columns: RecordColumns): RecordColumns {
  const isAboveAmount = columns.kind === KINDS.aboveAmount;
  const isProduct = columns.kind === KINDS.product;
  if (isAboveAmount && columns.amount_minor == null) throw invalid('amount', 'Amount is required.');
  if (isProduct && columns.product_id == null) throw invalid('productId', 'Please choose a product.');
  return {
    ...columns,
    amount_minor: isAboveAmount ? (columns.amount_minor ?? null) : null,
    product_id: isProduct ? (columns.product_id ?? null) : null,
  };
}

/** The 409 for a second rule of the same kind, about the same product, for the same group. */
export const duplicateRule = () =>
  conflict('approvalRule', 'There is already such a rule for these people. Change that one instead.');
