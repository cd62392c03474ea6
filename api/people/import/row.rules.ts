import type { Scope } from '#api/platform/http/scope.ts';
import type { Check } from '#api/platform/http/validation.ts';
import type { StoredReason } from '#api/platform/reasons.ts';
import { listIgnoredCells } from '#api/platform/sheet-file/sheet-row-reasons.rules.ts';
import type { ImportOutcome } from '#contract/people/import.ts';
import { type CustomerInput, canSee } from '../person/person-fields.rules.ts';
import type { LockedPerson } from '../person/planned-change.rules.ts';
import { type CellParseOptions, type ParsedCells, parseRowCells } from './cells.rules.ts';
import { haveSameWords } from './full-names.rules.ts';
import { type ImportRowReason, toRefusalReasons } from './import-reasons.rules.ts';
import type { NameLookup } from './name-lookup.rules.ts';
import { type PersonPlan, planCreate, planUpdate } from './plan.rules.ts';
import { planUsable } from './usable-values.rules.ts';

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
  customer_id: number | null;
}

/** The people whom the keys of some rows match. */
export interface RowMatches {
  /** People of the organisation by id. */
  people: ReadonlyMap<number, LockedPerson>;
  byNumber: ReadonlyMap<string, readonly number[]>;
  /** Ids of the whole brand; only those in `people` belong to the organisation. */
  byEmail: ReadonlyMap<string, number>;
}

/** What a row is validated against. */
export interface ValidationContext {
  caller: Scope;
  nameLookup: NameLookup;
  parseOptions: CellParseOptions;
  /** The file lists everyone who works here, so people in it get an open account. */
  deactivateMissing: boolean;
  matches: RowMatches;
  /** Checks types and lengths as in a change of one person. Throws 422. */
  check: Check;
}

/** What a row does: a plan, or the reasons why there is none. */
export interface RowDecision {
  row: PendingImportRow;
  outcome: ImportOutcome;
  person: string;
  personId: number | null;
  reasons: readonly StoredReason[];
  plan?: PersonPlan;
}

/** A name in one line, as far as it is known. */
export const formatName = (first: string | null | undefined, last: string | null | undefined) =>
  [first, last].filter(Boolean).join(' ');

/** The person whom a row describes; a reason where that is not clear; undefined for a new person. */
export function findPerson(
  row: PendingImportRow,
  input: Pick<CustomerInput, 'employeeNumber'>,
  { caller, matches }: Pick<ValidationContext, 'caller' | 'matches'>,
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

/** Leaves out differences that do not count: leading zeros that a spreadsheet dropped, capitals in an email address. */
function withoutInsignificantDifferences(row: PendingImportRow, input: CustomerInput, person: LockedPerson): CustomerInput {
  const rest = { ...input };
  const toKey = (text: string | null) => text?.trim().toLowerCase().replace(/^0+/, '') ?? '';
  if (row.number_key && toKey(person.columns.employee_number) === row.number_key) delete rest.employeeNumber;
  if (row.email_key === person.columns.email.toLowerCase()) delete rest.email;
  return rest;
}

/** Leaves out a name that was split by a rule and has the words of the present one: that one may be split better. */
function withoutSameName(input: CustomerInput, { columns }: LockedPerson): CustomerInput {
  const { firstName, lastName, ...rest } = input;
  const isSame = haveSameWords(formatName(firstName, lastName), formatName(columns.first_name, columns.last_name));
  return isSame ? rest : input;
}

function findEmailProblem(
  row: PendingImportRow,
  plan: PersonPlan,
  { caller, matches }: ValidationContext,
): ImportRowReason | undefined {
  if (plan.changes.email === undefined) return undefined;
  const ownerId = matches.byEmail.get(row.email_key ?? plan.changes.email.toLowerCase());
  if (ownerId === undefined || ownerId === plan.personId) return undefined;
  const owner = matches.people.get(ownerId);
  if (!owner || !canSee(caller, owner.actor)) return { kind: 'email_unavailable' };
  return { kind: 'email_of_other', name: formatName(owner.columns.first_name, owner.columns.last_name) };
}

/** Whether a person has left and the row does not change the last day of work: a file may list leavers for some time. */
const hasLeftForGood = ({ hasLeft, columns }: LockedPerson, { endDateUtc }: CustomerInput) =>
  hasLeft && (endDateUtc === undefined || endDateUtc === columns.ends_on);

/** What is known of someone who is not in the file: that their account is to be closed. */
const MISSING: ParsedCells = { input: { active: false }, reasons: [], notes: [], hasSplitName: false, unread: new Set() };

/** Decides what a row does, given the present state of the people whom it matches. */
export function validateRow(row: PendingImportRow, context: ValidationContext): RowDecision {
  const { caller, nameLookup, parseOptions, check, deactivateMissing } = context;
  const parsed = row.line === null ? MISSING : parseRowCells(row.cells, parseOptions, nameLookup);
  const { input, reasons, notes: unreadNotes, unread } = parsed;
  const match = row.problem === null ? findPerson(row, input, context) : undefined;
  const existing = match && !('reason' in match) ? match : undefined;
  const person = existing
    ? formatName(existing.columns.first_name, existing.columns.last_name)
    : formatName(input.firstName, input.lastName) || input.email || input.employeeNumber || '';
  const personId = existing?.actor.customerId ?? null;
  const refuse = (...why: StoredReason[]): RowDecision => ({ row, outcome: 'refuse', person, personId, reasons: why });
  if (row.problem !== null) return refuse(row.problem);
  if (row.duplicate_of_line !== null)
    return refuse({ kind: 'same_subject', line: row.duplicate_of_line, what: 'person' } satisfies ImportRowReason);
  if (match && 'reason' in match) return refuse(match.reason, ...reasons);
  if (reasons.length > 0) return refuse(...reasons);
  // Someone new must not come into the only group of the caller because the group in the file is not known.
  if (!existing && unread.has('organisationGroupIds') && caller.adminableGroupIds.length > 0) return refuse(...unreadNotes);
  try {
    // A status that cannot be read says nothing about who works here.
    const isListed = deactivateMissing && row.line !== null && input.active === undefined && !unread.has('active');
    const { planned: plan, notes: unusedNotes } = planUsable(input, { isNew: !existing }, (usable) => {
      check(usable);
      if (!existing) return planCreate(caller, usable, nameLookup);
      const reopened = isListed && !hasLeftForGood(existing, usable) ? { active: true } : {};
      const named = parsed.hasSplitName ? withoutSameName(usable, existing) : usable;
      const changed = withoutInsignificantDifferences(row, named, existing);
      return planUpdate(caller, existing, { ...changed, ...reopened }, nameLookup);
    });
    const emailProblem = findEmailProblem(row, plan, context);
    const ignored = listIgnoredCells(row.cells, parseOptions.fields.length);
    const notes = [...unreadNotes, ...unusedNotes, ...plan.notes, ...ignored];
    return emailProblem ? refuse(emailProblem) : { row, outcome: plan.outcome, person, personId, reasons: notes, plan };
  } catch (error) {
    return refuse(...toRefusalReasons(error), ...unreadNotes);
  }
}
