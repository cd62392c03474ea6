import type { Scope } from '#api/platform/http/scope.ts';
import type { Check } from '#api/platform/http/validation.ts';
import type { ImportOutcome } from '#contract/people/people-import.ts';
import { type CustomerInput, canSee } from '../person/person-fields.rules.ts';
import { type CellParseOptions, parseRowCells } from './cells.rules.ts';
import type { NameLookup } from './name-lookup.rules.ts';
import { type ExistingPerson, type PersonPlan, planCreate, planUpdate, toRefusalReasons } from './plan.rules.ts';

/** A row as it waits for an answer. */
export interface PendingImportRow {
  row_no: number;
  line: number | null;
  cells: string[];
  problem: string | null;
  number_key: string | null;
  email_key: string | null;
  duplicate_of: number | null;
  customer_id: number | null;
}

/** Whom the keys of some rows lead to. */
export interface RowMatches {
  /** By id, people of the organisation. */
  people: ReadonlyMap<number, ExistingPerson>;
  byNumber: ReadonlyMap<string, readonly number[]>;
  /** Of the whole brand; only who is in `people` is of the organisation. */
  byEmail: ReadonlyMap<string, number>;
}

/** Everything by which a row is judged. */
export interface ValidationContext {
  caller: Scope;
  nameLookup: NameLookup;
  parseOptions: CellParseOptions;
  /** Whoever is not in the file has left; so whoever is in it is there. */
  deactivateMissing: boolean;
  matches: RowMatches;
  /** Checks lengths and kinds as a change that is sent is checked. Throws 422. */
  check: Check;
}

/** What becomes of a row: a plan, or why there is none. */
export interface RowDecision {
  row: PendingImportRow;
  outcome: ImportOutcome;
  person: string;
  personId: number | null;
  reasons: string[];
  plan?: PersonPlan;
}

const TAKEN = 'This e-mail address cannot be used.';
const nameOf = (first: string | null | undefined, last: string | null | undefined) => [first, last].filter(Boolean).join(' ');

/** The person that a row is about; a reason where that cannot be said; undefined for somebody new. */
function personOf(
  row: PendingImportRow,
  sent: CustomerInput,
  { caller, matches }: ValidationContext,
): ExistingPerson | { reason: string } | undefined {
  const { people, byNumber, byEmail } = matches;
  if (row.customer_id !== null && row.line === null)
    return people.get(row.customer_id) ?? { reason: 'The person was removed meanwhile.' };
  if (!row.number_key && !row.email_key)
    return { reason: 'An employee number or an email address is needed to know who this is.' };
  const said = sent.employeeNumber?.trim().toLowerCase();
  const numbered = row.number_key ? (byNumber.get(row.number_key) ?? []) : [];
  const exact = numbered.filter((id) => people.get(id)?.columns.employee_number?.trim().toLowerCase() === said);
  const candidates = exact.length > 0 ? exact : numbered;
  if (candidates.length > 1) return { reason: `More than one person has the employee number ${sent.employeeNumber}.` };
  const [id] = candidates;
  if (id !== undefined) {
    const person = people.get(id) as ExistingPerson;
    return canSee(caller, person.actor) || id === caller.customerId ? person : { reason: 'This employee number cannot be used.' };
  }
  const addressee = row.email_key ? byEmail.get(row.email_key) : undefined;
  if (addressee === undefined) return undefined;
  const person = people.get(addressee);
  // Of other organisations, and of people out of reach, nothing is said.
  if (!person || !(canSee(caller, person.actor) || addressee === caller.customerId)) return { reason: TAKEN };
  const number = person.columns.employee_number;
  if (row.number_key && number)
    return {
      reason: `This e-mail address is that of ${nameOf(person.columns.first_name, person.columns.last_name)}, whose employee number is ${number}.`,
    };
  return person;
}

/** What is said and is no change: zeros that a spreadsheet took away, capitals in an address. */
function withoutTrifles(row: PendingImportRow, sent: CustomerInput, person: ExistingPerson): CustomerInput {
  const rest = { ...sent };
  const key = (text: string | null) => text?.trim().toLowerCase().replace(/^0+/, '') ?? '';
  if (row.number_key && key(person.columns.employee_number) === row.number_key) delete rest.employeeNumber;
  if (row.email_key === person.columns.email.toLowerCase()) delete rest.email;
  return rest;
}

function refuseTakenEmail(row: PendingImportRow, plan: PersonPlan, { caller, matches }: ValidationContext): string[] {
  if (plan.changes.email === undefined) return [];
  const holder = matches.byEmail.get(row.email_key ?? plan.changes.email.toLowerCase());
  if (holder === undefined || holder === plan.personId) return [];
  const person = matches.people.get(holder);
  const isKnown = person && canSee(caller, person.actor);
  return [isKnown ? `${TAKEN} ${nameOf(person.columns.first_name, person.columns.last_name)} has it.` : TAKEN];
}

/** Says what becomes of a row as things stand now. */
export function validateRow(row: PendingImportRow, judging: ValidationContext): RowDecision {
  const { caller, nameLookup, parseOptions, check, deactivateMissing } = judging;
  const { sent, reasons } =
    row.line === null ? { sent: { active: false }, reasons: [] } : parseRowCells(row.cells, parseOptions, nameLookup);
  const named = sent as CustomerInput;
  let person = nameOf(named.firstName, named.lastName) || named.email || named.employeeNumber || '';
  const refuse = (...why: string[]): RowDecision => ({ row, outcome: 'refuse', person, personId: null, reasons: why });
  if (row.problem !== null) return refuse(row.problem);
  const about = personOf(row, named, judging);
  const known = about && !('reason' in about) ? about : undefined;
  if (known) person = nameOf(known.columns.first_name, known.columns.last_name);
  const refuseKnown = (...why: string[]): RowDecision => ({ ...refuse(...why), personId: known?.id ?? null });
  if (row.duplicate_of !== null) return refuseKnown(`Line ${row.duplicate_of} is about the same person.`);
  if (about && 'reason' in about) return refuse(about.reason, ...reasons);
  if (reasons.length > 0) return refuseKnown(...reasons);
  try {
    check(named);
    const reopened = deactivateMissing && row.line !== null && named.active === undefined ? { active: true } : {};
    const plan = known
      ? planUpdate(caller, known, { ...withoutTrifles(row, named, known), ...reopened }, nameLookup)
      : planCreate(caller, named, nameLookup);
    const taken = refuseTakenEmail(row, plan, judging);
    if (taken.length > 0) return refuseKnown(...taken);
    return { row, outcome: plan.outcome, person, personId: known?.id ?? null, reasons: plan.notes, plan };
  } catch (error) {
    return refuseKnown(...toRefusalReasons(error));
  }
}
