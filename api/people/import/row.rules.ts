import type { Scope } from '#api/platform/http/scope.ts';
import type { Check } from '#api/platform/http/validation.ts';
import type { StoredReason } from '#api/platform/reasons.ts';
import { listIgnoredCells } from '#api/platform/sheet-file/sheet-row-reasons.rules.ts';
import type { ImportFinding } from '#contract/people/import/finding-kinds.ts';
import type { ImportOutcome } from '#contract/people/import.ts';
import { type CustomerInput, canSee } from '../person/person-fields.rules.ts';
import type { LockedPerson } from '../person/planned-change.rules.ts';
import { type CellParseOptions, type ParsedCells, parseRowCells } from './cells.rules.ts';
import { formatName, type PendingImportRow, type RowMatches } from './find-person.rules.ts';
import { haveSameWords } from './full-names.rules.ts';
import { type Identity, identifyPerson, keepConfirmed } from './identify.rules.ts';
import { type ImportRowReason, toRefusalReasons } from './import-reasons.rules.ts';
import type { NameLookup } from './name-lookup.rules.ts';
import { toEmployeeKey } from './number-cells.rules.ts';
import { type PersonPlan, planCreate, planUpdate } from './plan.rules.ts';
import { planUsable } from './usable-values.rules.ts';

/** What a row is validated against. */
export interface ValidationContext {
  caller: Scope;
  nameLookup: NameLookup;
  parseOptions: CellParseOptions;
  /** The file lists everyone who works here, so people in it get an open account. */
  deactivateMissing: boolean;
  matches: RowMatches;
  /** Whether a finding of a row counts: in a preview all do. */
  isConfirmed: (row: PendingImportRow, finding: ImportFinding) => boolean;
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
  findings: readonly ImportFinding[];
  plan?: PersonPlan;
  /** The leaver who gives up the address of the plan. */
  predecessorId?: number;
}

/** Leaves out differences that do not count: leading zeros that a spreadsheet dropped, capitals in an email address. */
function withoutInsignificantDifferences(row: PendingImportRow, input: CustomerInput, person: LockedPerson): CustomerInput {
  const rest = { ...input };
  if (row.number_key && toEmployeeKey(person.columns.employee_number) === row.number_key) delete rest.employeeNumber;
  if (row.email_key === person.columns.email.toLowerCase()) delete rest.email;
  return rest;
}

/** Leaves out a name that was split by a rule and has the words of the present one: that one may be split better. */
function withoutSameName(input: CustomerInput, { columns }: LockedPerson): CustomerInput {
  const { firstName, lastName, ...rest } = input;
  const isSame = haveSameWords(formatName(firstName, lastName), formatName(columns.first_name, columns.last_name));
  return isSame ? rest : input;
}

/** Why someone else has the address that a plan writes. The owner may have changed since the person was identified. */
function findEmailProblem(
  row: PendingImportRow,
  plan: PersonPlan,
  { predecessor }: Identity,
  { caller, matches }: ValidationContext,
): ImportRowReason | undefined {
  const email = plan.changes.email ?? plan.requestedEmail?.email;
  if (email === undefined) return undefined;
  const ownerId = matches.byEmail.get(row.email_key ?? email.toLowerCase());
  if (ownerId === undefined || ownerId === plan.personId || ownerId === predecessor?.actor.customerId) return undefined;
  const owner = matches.people.get(ownerId);
  if (!owner || !canSee(caller, owner.actor)) return { kind: 'email_unavailable' };
  return { kind: 'email_of_other', name: formatName(owner.columns.first_name, owner.columns.last_name) };
}

/** Why a row that shares something with another line is not imported; undefined where it can be. */
function findDuplicateReason(
  { duplicate_of_line: line, duplicate_kind: kind, number_key: numberKey }: PendingImportRow,
  person: LockedPerson | undefined,
): ImportRowReason | undefined {
  if (line === null || kind === 'contract') return undefined;
  if (kind === 'number') return { kind: 'same_number', line };
  if (kind !== 'email') return { kind: 'same_subject', line, what: 'person' };
  // The address alone does not cost the row of someone who is known by the number.
  const isKnownByNumber = person && numberKey !== null && toEmployeeKey(person.columns.employee_number) === numberKey;
  return isKnownByNumber ? undefined : { kind: 'same_email', line };
}

/** Whether a person has left and the row does not change the last day of work: a file may list leavers for some time. */
const hasLeftForGood = ({ hasLeft, columns }: LockedPerson, { endDateUtc }: CustomerInput) =>
  hasLeft && (endDateUtc === undefined || endDateUtc === columns.ends_on);

/** The values of a row without those that are left out. */
function withoutLeftOut(input: CustomerInput, { leftOut }: Identity): CustomerInput {
  const rest = { ...input };
  for (const { field } of leftOut) delete rest[field];
  return rest;
}

/** What is known of someone who is not in the file: that their account is to be closed. */
const MISSING: ParsedCells = { input: { active: false }, reasons: [], notes: [], hasSplitName: false, unread: new Set() };

/** Decides what a row does, given the present state of the people whom it matches. */
export function validateRow(row: PendingImportRow, context: ValidationContext): RowDecision {
  const { caller, nameLookup, parseOptions, check, deactivateMissing, isConfirmed } = context;
  const parsed = row.line === null ? MISSING : parseRowCells(row.cells, parseOptions, nameLookup);
  const { input: given, reasons, notes: cellNotes, unread, hasSplitName } = parsed;
  const found = row.problem === null ? identifyPerson(row, { ...given, hasSplitName }, context) : undefined;
  const identity = found && keepConfirmed(found, (finding) => isConfirmed(row, finding));
  const existing = identity?.reason ? undefined : identity?.person;
  const person = existing
    ? formatName(existing.columns.first_name, existing.columns.last_name)
    : formatName(given.firstName, given.lastName) || given.email || given.employeeNumber || '';
  const personId = existing?.actor.customerId ?? null;
  const findings = found?.findings ?? [];
  const decide = (outcome: ImportOutcome, why: readonly StoredReason[]): RowDecision => ({
    row,
    outcome,
    person,
    personId,
    reasons: why,
    // Of a row that does nothing there is nothing to confirm.
    findings: outcome === 'refuse' || outcome === 'unchanged' ? [] : findings,
  });
  const refuse = (...why: StoredReason[]) => decide('refuse', why);
  if (row.problem !== null || !identity) return refuse(...(row.problem ? [row.problem] : []));
  if (row.duplicate_of_line !== null && row.duplicate_kind === 'contract')
    return decide('unchanged', [{ kind: 'other_contract', line: row.duplicate_of_line } satisfies ImportRowReason]);
  const duplicate = findDuplicateReason(row, existing);
  if (duplicate) return refuse(duplicate);
  if (identity.reason) return refuse(identity.reason, ...reasons);
  if (reasons.length > 0) return refuse(...reasons);
  // Someone new must not come into the only group of the caller because the group in the file is not known.
  if (!existing && unread.has('organisationGroupIds') && caller.adminableGroupIds.length > 0) return refuse(...cellNotes);
  try {
    // A status that cannot be read says nothing about who works here.
    const isListed = deactivateMissing && row.line !== null && given.active === undefined && !unread.has('active');
    const input = withoutLeftOut(given, identity);
    const { planned: plan, notes: unusedNotes } = planUsable(input, { isNew: !existing }, (usable) => {
      check(usable);
      if (!existing) return planCreate(caller, usable, nameLookup);
      const reopened = isListed && !hasLeftForGood(existing, usable) ? { active: true } : {};
      const named = hasSplitName ? withoutSameName(usable, existing) : usable;
      const changed = withoutInsignificantDifferences(row, named, existing);
      return planUpdate(caller, existing, { ...changed, ...reopened }, nameLookup);
    });
    const emailProblem = findEmailProblem(row, plan, identity, context);
    if (emailProblem) return refuse(emailProblem);
    const { predecessor } = identity;
    const notes = [
      ...cellNotes,
      ...unusedNotes,
      ...identity.leftOut.map(({ note }) => note),
      ...(predecessor ? [takenOver(predecessor)] : []),
      ...plan.notes,
      ...listIgnoredCells(row.cells, parseOptions.fields.length),
    ];
    return { ...decide(plan.outcome, notes), plan, ...(predecessor && { predecessorId: predecessor.actor.customerId }) };
  } catch (error) {
    return refuse(...toRefusalReasons(error), ...cellNotes);
  }
}

const takenOver = ({ columns }: LockedPerson): ImportRowReason => ({
  kind: 'address_taken_over',
  name: formatName(columns.first_name, columns.last_name),
});
