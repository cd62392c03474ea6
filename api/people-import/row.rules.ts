import type { Outcome } from '#contract/people-import.ts';
import { mayKnowOf, type SentCustomer } from '../customers/customers.rules.ts';
import type { Scope } from '../http/scope.ts';
import type { Check } from '../http/validation.ts';
import type { Book } from './book.rules.ts';
import { type Reading, sentOf } from './cells.rules.ts';
import { type Plan, planChange, planNewcomer, reasonsOf, type Standing } from './plan.rules.ts';

/** A row as it waits for an answer. */
export interface WaitingRow {
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
export interface Found {
  /** By id, people of the organisation. */
  people: ReadonlyMap<number, Standing>;
  byNumber: ReadonlyMap<string, readonly number[]>;
  /** Of the whole brand; only who is in `people` is of the organisation. */
  byEmail: ReadonlyMap<string, number>;
}

/** Everything by which a row is judged. */
export interface Judging {
  caller: Scope;
  book: Book;
  reading: Reading;
  /** Whoever is not in the file has left; so whoever is in it is there. */
  missingLeave: boolean;
  found: Found;
  /** Checks lengths and kinds as a change that is sent is checked. Throws 422. */
  check: Check;
}

/** What becomes of a row: a plan, or why there is none. */
export interface Verdict {
  row: WaitingRow;
  outcome: Outcome;
  person: string;
  personId: number | null;
  reasons: string[];
  plan?: Plan;
}

const TAKEN = 'This e-mail address cannot be used.';
const nameOf = (first: string | null | undefined, last: string | null | undefined) => [first, last].filter(Boolean).join(' ');

/** The person that a row is about; a reason where that cannot be said; undefined for somebody new. */
function personOf(row: WaitingRow, sent: SentCustomer, { caller, found }: Judging): Standing | { reason: string } | undefined {
  const { people, byNumber, byEmail } = found;
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
    const person = people.get(id) as Standing;
    return mayKnowOf(caller, person.actor) || id === caller.customerId
      ? person
      : { reason: 'This employee number cannot be used.' };
  }
  const addressee = row.email_key ? byEmail.get(row.email_key) : undefined;
  if (addressee === undefined) return undefined;
  const person = people.get(addressee);
  // Of other organisations, and of people out of reach, nothing is said.
  if (!person || !(mayKnowOf(caller, person.actor) || addressee === caller.customerId)) return { reason: TAKEN };
  const number = person.columns.employee_number;
  if (row.number_key && number)
    return {
      reason: `This e-mail address is that of ${nameOf(person.columns.first_name, person.columns.last_name)}, whose employee number is ${number}.`,
    };
  return person;
}

/** What is said and is no change: zeros that a spreadsheet took away, capitals in an address. */
function withoutTrifles(row: WaitingRow, sent: SentCustomer, person: Standing): SentCustomer {
  const rest = { ...sent };
  const key = (text: string | null) => text?.trim().toLowerCase().replace(/^0+/, '') ?? '';
  if (row.number_key && key(person.columns.employee_number) === row.number_key) delete rest.employeeNumber;
  if (row.email_key === person.columns.email.toLowerCase()) delete rest.email;
  return rest;
}

function refuseTakenEmail(row: WaitingRow, plan: Plan, { caller, found }: Judging): string[] {
  if (plan.changes.email === undefined) return [];
  const holder = found.byEmail.get(row.email_key ?? plan.changes.email.toLowerCase());
  if (holder === undefined || holder === plan.personId) return [];
  const person = found.people.get(holder);
  const isKnown = person && mayKnowOf(caller, person.actor);
  return [isKnown ? `${TAKEN} ${nameOf(person.columns.first_name, person.columns.last_name)} has it.` : TAKEN];
}

/** Says what becomes of a row as things stand now. */
export function judge(row: WaitingRow, judging: Judging): Verdict {
  const { caller, book, reading, check, missingLeave } = judging;
  const { sent, reasons } = row.line === null ? { sent: { active: false }, reasons: [] } : sentOf(row.cells, reading, book);
  const named = sent as SentCustomer;
  let person = nameOf(named.firstName, named.lastName) || named.email || named.employeeNumber || '';
  const refuse = (...why: string[]): Verdict => ({ row, outcome: 'refuse', person, personId: null, reasons: why });
  if (row.problem !== null) return refuse(row.problem);
  const about = personOf(row, named, judging);
  const known = about && !('reason' in about) ? about : undefined;
  if (known) person = nameOf(known.columns.first_name, known.columns.last_name);
  const refuseKnown = (...why: string[]): Verdict => ({ ...refuse(...why), personId: known?.id ?? null });
  if (row.duplicate_of !== null) return refuseKnown(`Line ${row.duplicate_of} is about the same person.`);
  if (about && 'reason' in about) return refuse(about.reason, ...reasons);
  if (reasons.length > 0) return refuseKnown(...reasons);
  try {
    check(named);
    const reopened = missingLeave && row.line !== null && named.active === undefined ? { active: true } : {};
    const plan = known
      ? planChange(caller, known, { ...withoutTrifles(row, named, known), ...reopened }, book)
      : planNewcomer(caller, named, book);
    const taken = refuseTakenEmail(row, plan, judging);
    if (taken.length > 0) return refuseKnown(...taken);
    return { row, outcome: plan.outcome, person, personId: known?.id ?? null, reasons: plan.notes, plan };
  } catch (error) {
    return refuseKnown(...reasonsOf(error));
  }
}
