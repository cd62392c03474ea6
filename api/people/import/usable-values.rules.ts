import { RefusalError } from '#api/platform/http/refusal.ts';
import { InvalidValuesError } from '#api/platform/http/validation.ts';
import type { StoredReason } from '#api/platform/reasons.ts';
import type { ImportField } from '#contract/people/import.ts';
import type { CustomerInput } from '../person/person-fields.rules.ts';
import type { ImportRowReason } from './import-reasons.rules.ts';

/** Fields whose values identify a person, or without which there is none: what is wrong with them refuses the row. */
const IDENTIFYING: ReadonlySet<string> = new Set<ImportField>(['employeeNumber', 'email', 'firstName', 'lastName']);
/** Kinds of reasons that a refusal has under another key than their field. */
const FIELDS_OF_REASONS: Readonly<Record<string, keyof CustomerInput>> = { role_not_by_file: 'roleIds' };

/** The fields that an error is about, each with its reasons. */
function listRefusedFields(error: unknown): [field: string, reasons: StoredReason[]][] {
  if (error instanceof InvalidValuesError)
    return error.values.map((value) => [value.path[0] ?? '', [{ kind: 'invalid_person_value', ...value }]]);
  if (!(error instanceof RefusalError)) return [];
  return Object.entries(error.reasonsByField).flatMap(([key, reasons]) =>
    reasons.map((reason): [string, StoredReason[]] => [FIELDS_OF_REASONS[reason.kind] ?? key, [reason]]),
  );
}

/**
 * Plans with the values that can be used: those that the plan refuses are left out one after the other, each with a note. What identifies a person is never left out;
 * then, and for what is not about a value of the file, the error is thrown.
 */
export function planUsable<Plan>(
  values: CustomerInput,
  plan: (usable: CustomerInput) => Plan,
): { planned: Plan; notes: ImportRowReason[]; left: ReadonlySet<string> } {
  const usable: Record<string, unknown> = { ...values };
  const notes: ImportRowReason[] = [];
  const left = new Set<string>();
  for (;;) {
    try {
      return { planned: plan({ ...usable } as CustomerInput), notes, left };
    } catch (error) {
      const refused = listRefusedFields(error);
      // Each turn leaves out a value at least, so that it ends.
      const canBeLeft = refused.length > 0 && refused.every(([field]) => field in usable && !IDENTIFYING.has(field));
      if (!canBeLeft) throw error;
      for (const [field, reasons] of refused) {
        notes.push(...reasons.map((why): ImportRowReason => ({ kind: 'value_left', field, why })));
        left.add(field);
      }
      for (const field of left) delete usable[field];
    }
  }
}
