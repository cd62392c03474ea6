import { describeRangeFieldChange, type RangeFieldChange } from '#api/catalogue/range/range-values.rules.ts';
import { describeAccount, formatQuantity, type StoredAccountName } from '#api/entitlement/adjustments.rules.ts';
import type { StoredAccount } from '#api/entitlement/entitlement.rules.ts';
import { formatFieldChanges, type ReferenceNames, resolveNames, type StoredValue } from '#api/platform/audit/history.rules.ts';
import { GENDERS, PERSON_HISTORY } from '../person/history.rules.ts';
import type { AuditValues } from '../person/person-fields.rules.ts';

/** A field of a person that a row changes, under the name of the wire; of groups and the like the names. */
type PersonFieldChange = { kind: 'person'; field: string; before: StoredValue; after: StoredValue };
/** A balance that a row sets, in pieces, points or minor units. */
type BalanceChange = {
  kind: 'balance';
  account: StoredAccountName;
  quantity: { unit: StoredAccount['unit']; currency: string };
  before: number;
  after: number;
};
/** What a row changes, as it is stored with the row. */
export type RowChange = PersonFieldChange | BalanceChange | RangeFieldChange;

/** The changes of a person to be stored, with the names of groups and the like. `before` is null for a new person. */
export function toPersonChanges(
  before: AuditValues | null,
  after: AuditValues,
  { gender: _, ...names }: ReferenceNames,
): RowChange[] {
  return [...new Set([...Object.keys(before ?? {}), ...Object.keys(after)])]
    .filter((field) => field in PERSON_HISTORY.fields)
    .map((field) => ({
      kind: 'person',
      field,
      before: resolveNames(PERSON_HISTORY, field, before?.[field] ?? null, names),
      after: resolveNames(PERSON_HISTORY, field, after[field] ?? null, names),
    }));
}

/** A change as display texts; `before` is empty where there was no value. */
export function describeRowChange(change: RowChange): { field: string; before: string; after: string }[] {
  switch (change.kind) {
    case 'person': {
      const { field, before, after } = change;
      return formatFieldChanges(PERSON_HISTORY, { before: { [field]: before }, after: { [field]: after } }, { gender: GENDERS });
    }
    case 'balance': {
      const { account, quantity, before, after } = change;
      const format = (amount: number) => formatQuantity(amount, quantity.unit, quantity.currency);
      return [{ field: `Left in ${describeAccount(account)}`, before: format(before), after: format(after) }];
    }
    case 'product':
      return [describeRangeFieldChange(change)];
  }
}
