import { RefusalError } from '#api/platform/http/refusal.ts';
import { InvalidValuesError } from '#api/platform/http/validation.ts';
import type { StoredReason } from '#api/platform/reasons.ts';
import type { ImportField } from '#contract/people/import.ts';
import type { CustomerInput } from '../person/person-fields.rules.ts';
import type { ImportRowReason } from './import-reasons.rules.ts';

/** Fields whose values identify a person, or without which there is none: what is wrong with them refuses the row. */
const IDENTIFYING: readonly ImportField[] = ['employeeNumber', 'firstName', 'lastName'];
/** The same for a new person, who needs an address, and must not come into another group than the file says. */
const IDENTIFYING_NEW: readonly ImportField[] = [...IDENTIFYING, 'email', 'organisationGroupIds'];
/** The fields that an error is about, each with its reasons. */
function listRefusedFields(error: unknown): [field: string, reasons: StoredReason[]][] {
  if (error instanceof InvalidValuesError)
    return error.values.map((value) => [value.path[0] ?? '', [{ kind: 'invalid_person_value', ...value }]]);
  // What the importer may not do, such as granting the role Admin, is no unusable value: it refuses the row.
  if (!(error instanceof RefusalError) || error.status !== 422) return [];
  return Object.entries(error.reasonsByField).map(([field, reasons]) => [field, [...reasons]]);
}

/**
 * Plans with the values that can be used: those that the plan refuses are left out one after the other, each with a note. What identifies a person is never left out;
 * then, and for what is not about a value of the file, the error is thrown.
 */
export function planUsable<Plan>(
  values: CustomerInput,
  { isNew }: { isNew: boolean },
  plan: (usable: CustomerInput) => Plan,
): { planned: Plan; notes: ImportRowReason[]; left: ReadonlySet<string> } {
  const identifying: ReadonlySet<string> = new Set(isNew ? IDENTIFYING_NEW : IDENTIFYING);
  const usable: Record<string, unknown> = { ...values };
  const notes: ImportRowReason[] = [];
  const left = new Set<string>();
  for (;;) {
    try {
      return { planned: plan({ ...usable } as CustomerInput), notes, left };
    } catch (error) {
      const refused = listRefusedFields(error);
      // Each turn leaves out a value at least, so that it ends.
      const canBeLeft = refused.length > 0 && refused.every(([field]) => field in usable && !identifying.has(field));
      if (!canBeLeft) throw error;
      for (const [field, reasons] of refused) {
        notes.push(...reasons.map((why): ImportRowReason => ({ kind: 'value_left', field, why })));
        left.add(field);
      }
      for (const field of left) delete usable[field];
    }
  }
}
