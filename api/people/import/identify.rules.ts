import { findEmailError } from '#api/identity/emails/email.rules.ts';
import { isAdmin, type Scope } from '#api/platform/http/scope.ts';
import type { ImportFinding } from '#contract/people/import/finding-kinds.ts';
import { type CustomerInput, canSee } from '../person/person-fields.rules.ts';
import type { LockedPerson } from '../person/planned-change.rules.ts';
import { findPerson, formatName, type PendingImportRow, type RowMatches } from './find-person.rules.ts';
import { haveSameWords } from './full-names.rules.ts';
import type { ImportRowReason } from './import-reasons.rules.ts';
import { compareNames, type NameDifference } from './person-names.rules.ts';

/** The values by which a row says who it is about. */
type IdentityInput = Pick<CustomerInput, 'employeeNumber' | 'email' | 'firstName' | 'lastName'> & {
  /** The names are from one cell, where a rule split them. */
  hasSplitName?: boolean;
};

/** Whom a row is about, and what has to be confirmed of that. */
export interface Identity {
  /** Undefined for a new person. */
  person: LockedPerson | undefined;
  /** Why that is not clear. */
  reason?: ImportRowReason;
  findings: ImportFinding[];
  /** The leaver whose address the row takes over. */
  predecessor?: LockedPerson;
  /** Fields that the row does not change, and why. */
  leftOut: { field: 'employeeNumber' | 'email' | 'lastName'; note: ImportRowReason }[];
}

interface Context {
  caller: Scope;
  matches: RowMatches;
}

const nameOf = ({ columns }: LockedPerson) => formatName(columns.first_name, columns.last_name);
function compareTo(input: IdentityInput, person: LockedPerson): NameDifference {
  // Where the first name ends is not in the file.
  if (input.hasSplitName && haveSameWords(formatName(input.firstName, input.lastName), nameOf(person))) return 'none';
  return compareNames(input, { firstName: person.columns.first_name, lastName: person.columns.last_name });
}
const mayKnow = (caller: Scope, { actor }: LockedPerson) => canSee(caller, actor) || actor.customerId === caller.customerId;
/** Whether an address can go to someone else: those of administrators never do. */
const givesAddressUp = ({ actor, columns }: LockedPerson) => !columns.active && !isAdmin(actor);

const NAME_FINDINGS: Partial<Record<NameDifference, ImportFinding>> = { surname: 'newSurname', both: 'newName' };
const findNameFindings = (input: IdentityInput, person: LockedPerson): ImportFinding[] => {
  const finding = NAME_FINDINGS[compareTo(input, person)];
  return finding ? [finding] : [];
};

/**
 * Whom a row is about: by the number, otherwise by the address. What differs of a person is a finding, which counts once it is confirmed; an address
 * that the person cannot have is left out, so that it does not cost the other values.
 */
export function identifyPerson(row: PendingImportRow, input: IdentityInput, context: Context): Identity {
  const found = findPerson(row, input, context);
  if (row.line === null) return 'reason' in (found ?? {}) ? refuse(found) : known(found as LockedPerson);
  if (!found) return { person: undefined, findings: [], leftOut: [] };
  if ('reason' in found)
    return found.reason.kind === 'email_with_other_number' ? identifyByAddress(row, input, context, found) : refuse(found);
  const isByNumber =
    row.number_key !== null && (context.matches.byNumber.get(row.number_key) ?? []).includes(found.actor.customerId);
  return isByNumber ? identifyByNumber(row, input, context, found) : identifyByAddress(row, input, context, found);
}

const refuse = (found: LockedPerson | { reason: ImportRowReason } | undefined): Identity => ({
  person: undefined,
  findings: [],
  leftOut: [],
  ...(found && 'reason' in found && { reason: found.reason }),
});
const known = (person: LockedPerson, findings: ImportFinding[] = []): Identity => ({ person, findings, leftOut: [] });

/** A person with the number of the row, whose name and address may have changed. */
function identifyByNumber(
  row: PendingImportRow,
  input: IdentityInput,
  { caller, matches }: Context,
  person: LockedPerson,
): Identity {
  const identity = known(person, findNameFindings(input, person));
  if (row.email_key === null || row.email_key === person.columns.email.toLowerCase()) return identity;
  const leaveOut = (note: ImportRowReason): Identity => ({ ...identity, leftOut: [{ field: 'email', note }] });
  if (row.duplicate_kind === 'email' && row.duplicate_of_line !== null)
    return leaveOut({ kind: 'email_of_line', line: row.duplicate_of_line });
  if (isAdmin(person.actor)) return leaveOut({ kind: 'email_of_administrator' });
  if (matches.waitingEmails.get(person.actor.customerId) === row.email_key)
    return leaveOut({ kind: 'email_waits', email: row.email_key });
  if (matches.changedTooOften.has(person.actor.customerId)) return leaveOut({ kind: 'email_changed_too_often' });
  const ownerId = matches.byEmail.get(row.email_key);
  // Of an address that cannot be one there is nothing to confirm: planning the row leaves it out.
  if (ownerId === undefined)
    return findEmailError(row.email_key) ? identity : { ...identity, findings: [...identity.findings, 'newEmail'] };
  const owner = matches.people.get(ownerId);
  // The reason must not reveal people of other organisations or out of the caller's reach.
  if (!owner || !mayKnow(caller, owner)) return leaveOut({ kind: 'email_left_out', name: null });
  // The number is that of one person, and everything else that of another.
  if (compareTo(input, owner) === 'none' && compareTo(input, person) === 'both')
    return refuse({ reason: { kind: 'number_of_other', name: nameOf(person), owner: nameOf(owner) } });
  if (givesAddressUp(owner)) return { ...identity, findings: [...identity.findings, 'successor'], predecessor: owner };
  return leaveOut({ kind: 'email_left_out', name: nameOf(owner) });
}

/** A person with the address of the row: the same one with another number, or someone who had it before. */
function identifyByAddress(
  row: PendingImportRow,
  input: IdentityInput,
  { matches }: Context,
  found: LockedPerson | { reason: ImportRowReason },
): Identity {
  const ownerId = matches.byEmail.get(row.email_key ?? '');
  const owner = ownerId === undefined ? undefined : matches.people.get(ownerId);
  if (!owner) return refuse(found);
  const difference = compareTo(input, owner);
  const hasOtherNumber = 'reason' in found;
  const isSomebodyElse = difference === 'both' || (hasOtherNumber && difference === 'firstName');
  if (isSomebodyElse && givesAddressUp(owner))
    return { person: undefined, findings: ['successor'], predecessor: owner, leftOut: [] };
  if (hasOtherNumber && (isSomebodyElse || difference === 'unknown')) return refuse(found);
  return known(owner, [...findNameFindings(input, owner), ...(hasOtherNumber ? (['newNumber'] as const) : [])]);
}

/** The field of each finding that changes one. The others say that someone may be someone else. */
const FIELDS = { newNumber: 'employeeNumber', newEmail: 'email', newSurname: 'lastName' } as const;

/**
 * An identity with only the findings that were confirmed: the values of others are left out, and a row that may be about someone else is not
 * imported.
 */
export function keepConfirmed(identity: Identity, isConfirmed: (finding: ImportFinding) => boolean): Identity {
  const doubtful = identity.findings.filter((finding) => !isConfirmed(finding));
  if (doubtful.length === 0) return identity;
  const { predecessor, ...rest } = identity;
  const kept = { ...rest, findings: identity.findings.filter(isConfirmed) };
  if (doubtful.includes('newName')) return { ...kept, reason: { kind: 'not_confirmed', finding: 'newName' } };
  const isSuccessor = doubtful.includes('successor');
  // Someone new needs an address.
  if (isSuccessor && !identity.person) return { ...kept, reason: { kind: 'not_confirmed', finding: 'successor' } };
  return {
    ...kept,
    ...(predecessor && !isSuccessor && { predecessor }),
    leftOut: [
      ...identity.leftOut,
      ...doubtful.flatMap((finding) => {
        const field = finding === 'successor' ? 'email' : finding === 'newName' ? undefined : FIELDS[finding];
        return field ? [{ field, note: { kind: 'not_confirmed' as const, finding } }] : [];
      }),
    ],
  };
}
