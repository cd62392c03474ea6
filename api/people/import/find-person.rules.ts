import type { Scope } from '#api/platform/http/scope.ts';
import type { StoredReason } from '#api/platform/reasons.ts';
import type { ImportFinding } from '#contract/people/import/finding-kinds.ts';
import { type CustomerInput, canSee } from '../person/person-fields.rules.ts';
import type { LockedPerson } from '../person/planned-change.rules.ts';
import type { ImportRowReason } from './import-reasons.rules.ts';
import type { DuplicateKind } from './lines.rules.ts';

/** A row to be planned. */
export interface PendingImportRow {
  row_no: number;
  /** Null for a person who is not in the file. */
  line: number | null;
  cells: string[];
  /** Why it cannot be read. */
  problem: StoredReason | null;
  number_key: string | null;
  email_key: string | null;
  duplicate_of_line: number | null;
  /** What it shares with that line; null: the person. */
  duplicate_kind: DuplicateKind | null;
  /** What the preview found; a run confirms no other findings. */
  findings: readonly ImportFinding[];
  customer_id: number | null;
}

/** The people whom the keys of some rows match. */
export interface PeopleByKey {
  /** People of the organisation by id. */
  people: ReadonlyMap<number, LockedPerson>;
  byNumber: ReadonlyMap<string, readonly number[]>;
  /** Ids of the whole brand; only those in `people` belong to the organisation. */
  byEmail: ReadonlyMap<string, number>;
}

/** The same, with what is known of changes of their addresses. */
export interface RowMatches extends PeopleByKey {
  /** New addresses that wait for confirmation, in lower case, by the person's id. */
  waitingEmails: ReadonlyMap<number, string>;
  /** Ids of people whose address has been changed too often today to be changed again. */
  changedTooOften: ReadonlySet<number>;
}

/** A name in one line, as far as it is known. */
export const formatName = (first: string | null | undefined, last: string | null | undefined) =>
  [first, last].filter(Boolean).join(' ');

/** The person whom a row describes; a reason where that is not clear; undefined for a new person. */
export function findPerson(
  row: PendingImportRow,
  input: Pick<CustomerInput, 'employeeNumber'>,
  { caller, matches }: { caller: Scope; matches: PeopleByKey },
): LockedPerson | { reason: ImportRowReason } | undefined {
  const { people, byNumber, byEmail } = matches;
  if (row.customer_id !== null && row.line === null) return people.get(row.customer_id) ?? { reason: { kind: 'person_removed' } };
  if (!row.number_key && !row.email_key) return { reason: { kind: 'no_key' } };
  const employeeNumber = input.employeeNumber?.trim().toLowerCase();
  const matching = row.number_key ? (byNumber.get(row.number_key) ?? []) : [];
  const exact = matching.filter((id) => people.get(id)?.columns.employee_number?.trim().toLowerCase() === employeeNumber);
  const candidates = exact.length > 0 ? exact : matching;
  if (candidates.length > 1) return { reason: { kind: 'number_of_several', number: String(input.employeeNumber) } };
  const [id] = candidates;
  if (id !== undefined) {
    const person = people.get(id) as LockedPerson;
    return canSee(caller, person.actor) || id === caller.customerId ? person : { reason: { kind: 'number_unavailable' } };
  }
  const emailOwnerId = row.email_key ? byEmail.get(row.email_key) : undefined;
  if (emailOwnerId === undefined) return undefined;
  const person = people.get(emailOwnerId);
  // The reason must not reveal people of other organisations or out of the caller's reach.
  if (!person || !(canSee(caller, person.actor) || emailOwnerId === caller.customerId))
    return { reason: { kind: 'email_unavailable' } };
  const number = person.columns.employee_number;
  if (row.number_key && number)
    return {
      reason: {
        kind: 'email_with_other_number',
        name: formatName(person.columns.first_name, person.columns.last_name),
        number,
      },
    };
  return person;
}
