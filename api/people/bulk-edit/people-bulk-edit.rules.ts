import { HttpError, invalid } from '#api/platform/http/errors.ts';
import { changedSince } from '#api/platform/http/optimistic-concurrency.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import type { BodyOf } from '#contract/index.ts';
import { MEMBERSHIPS } from '../person/memberships.rules.ts';
import {
  type AuditValues,
  type CustomerInput,
  canSee,
  personColumnLabel,
  writableFields,
} from '../person/person-fields.rules.ts';
import {
  type LockedPerson,
  type PlannedChange,
  planPersonChange,
  type ResortDepartment,
  versionedFieldNames,
} from '../person/planned-change.rules.ts';

type Sent = BodyOf<'POST /api/customers/changes'>;
export type PeopleEditAction = Sent['action'] | 'undo';

/** What is wanted of everybody, as it is kept with the change. */
export type PeopleEditPayload = Pick<
  Sent,
  | 'way'
  | 'organisationCollectionIds'
  | 'organisationGroupIds'
  | 'organisationResortId'
  | 'departmentIds'
  | 'organisationBusinessAreaId'
>;

/** Keeps of a request what its action means. Throws 422 where that is nothing. */
export function parsePeopleEditPayload(sent: Sent): PeopleEditPayload {
  const { way = 'replace', organisationCollectionIds, organisationGroupIds, departmentIds } = sent;
  const { organisationResortId, organisationBusinessAreaId } = sent;
  if (sent.action === 'wardrobes') {
    if (!organisationCollectionIds) throw invalid('organisationCollectionIds', 'Please choose wardrobes.');
    return { way, organisationCollectionIds };
  }
  if (sent.action !== 'move') return {};
  if (departmentIds && organisationResortId === undefined)
    throw invalid('organisationResortId', 'Departments belong to a destination: please choose it too.');
  const moved = Object.fromEntries(
    Object.entries({ organisationGroupIds, organisationResortId, departmentIds, organisationBusinessAreaId }).filter(
      ([, value]) => value !== undefined,
    ),
  );
  if (Object.keys(moved).length === 0) throw invalid('organisationGroupIds', 'Please choose where these people move.');
  return { way, ...moved };
}

function listAfter(way: Sent['way'], held: readonly number[], named: readonly number[]): number[] {
  if (way === 'add') return [...new Set([...held, ...named])];
  return way === 'remove' ? held.filter((id) => !named.includes(id)) : [...named];
}

/** What a change of one person would be sent as, for this person. */
function sentOf(action: PeopleEditAction, wanted: PeopleEditPayload, { memberships }: LockedPerson): CustomerInput {
  if (action === 'open' || action === 'close') return { active: action === 'open' };
  const { way, organisationCollectionIds, organisationGroupIds, departmentIds, ...places } = wanted;
  return {
    ...places,
    ...(organisationCollectionIds
      ? { organisationCollections: listAfter(way, memberships.organisationCollections, organisationCollectionIds) }
      : {}),
    ...(organisationGroupIds
      ? { organisationGroupIds: listAfter(way, memberships.organisationGroupIds, organisationGroupIds) }
      : {}),
    ...(departmentIds ? { departments: departmentIds } : {}),
  };
}

/** What comes of a change for one person. */
export type PeopleEditOutcome =
  | { outcome: 'changed'; planned: PlannedChange; reason: string | null }
  | { outcome: 'unchanged' | 'refused'; reason: string | null; isConflict?: boolean };

const refusal = (said: string): PeopleEditOutcome => ({ outcome: 'refused', reason: said });
export const NO_LONGER_MANAGED = 'Is not among your people (any more).';

/** A person's account, and others' of the caller's reach, under the rules that hold for changing one person. */
function plan(
  caller: Scope,
  person: LockedPerson | undefined,
  sentFor: (person: LockedPerson) => CustomerInput,
  departments: readonly ResortDepartment[],
): PeopleEditOutcome {
  if (!person) return refusal(NO_LONGER_MANAGED);
  const own = person.actor.customerId === caller.customerId;
  if (!own && !canSee(caller, person.actor)) return refusal(NO_LONGER_MANAGED);
  const writable = writableFields(caller, person.actor);
  const sent = sentFor(person);
  const withheld = Object.keys(sent).find((field) => !writable?.has(field as keyof CustomerInput & never));
  if (!writable || withheld) {
    if (own && withheld === 'active') return refusal('You cannot open or close your own account.');
    if (own) return refusal('An administrator of the whole organisation decides this of you.');
    return refusal('You may not change this person’s account.');
  }
  try {
    const planned = planPersonChange(caller, person, sent, writable, departments);
    if (versionedFieldNames(planned).length === 0) return { outcome: 'unchanged', reason: null };
    return { outcome: 'changed', planned, reason: null };
  } catch (error) {
    if (error instanceof HttpError) return refusal(error.message);
    throw error;
  }
}

/** What an action does to a person; undefined is somebody who is not there. */
export function planPeopleEdit(
  caller: Scope,
  person: LockedPerson | undefined,
  { action, payload }: { action: PeopleEditAction; payload: PeopleEditPayload },
  seen: number | null,
  departments: readonly ResortDepartment[],
): PeopleEditOutcome {
  const outcome = plan(caller, person, (before) => sentOf(action, payload, before), departments);
  if (!person || outcome.outcome !== 'changed') return outcome;
  // What is added to a list or taken out of it overwrites nothing.
  const set = versionedFieldNames(outcome.planned).filter((name) => payload.way === 'replace' || !ONE_BY_ONE.has(name));
  const lost = changedSince(set, person.fieldVersions, seen);
  if (lost.length === 0) return outcome;
  const said = `${lost.map(personColumnLabel).join(', ')}: changed by somebody else since you looked.`;
  return { outcome: 'refused', reason: said, isConflict: true };
}

const ONE_BY_ONE: ReadonlySet<string> = new Set([
  MEMBERSHIPS.organisationCollections.counted,
  MEMBERSHIPS.organisationGroupIds.counted,
]);

/** Of somebody of a list who was changed after it was read; nobody knows what whoever asked would have made of that. */
export const STALE_SINCE_SNAPSHOT_REASON = 'Changed since you read the list.';

/** What a person had before a change, and the version they were in right after it. */
export interface UndoSnapshot {
  before: AuditValues;
  version: number;
}

/** Everything of the organisation that a person may be given back, by field. */
export type ExistingReferences = Readonly<Partial<Record<string, ReadonlySet<number>>>>;

const COUNTED: Readonly<Record<string, string>> = {
  active: 'active',
  organisationResortId: 'resort_id',
  organisationBusinessAreaId: 'business_area_id',
  departments: 'departments',
  ...Object.fromEntries(Object.entries(MEMBERSHIPS).map(([field, { counted }]) => [field, counted])),
};

/**
 * What taking a change back does to a person: field by field what they had, where nobody has changed it since and it still
 * exists.
 */
export function planPeopleEditUndo(
  caller: Scope,
  person: LockedPerson | undefined,
  { before, version }: UndoSnapshot,
  stillThere: ExistingReferences,
  departments: readonly ResortDepartment[],
): PeopleEditOutcome {
  if (!person) return refusal(NO_LONGER_MANAGED);
  const sent: Record<string, unknown> = {};
  const left: string[] = [];
  for (const [field, value] of Object.entries(before)) {
    const counted = COUNTED[field] ?? field;
    const ids = typeof value === 'number' ? [value] : Array.isArray(value) ? (value as number[]) : [];
    const known = stillThere[field];
    if ((person.fieldVersions[counted] ?? 0) > version)
      left.push(`${personColumnLabel(counted)}: changed by somebody else since.`);
    else if (known && ids.some((id) => !known.has(id)))
      left.push(`${personColumnLabel(counted)}: what was there before is deleted.`);
    else sent[field] = value;
  }
  // Departments belong to their destination.
  if ('organisationResortId' in before && !('organisationResortId' in sent)) delete sent.departments;
  if (Object.keys(sent).length === 0) return refusal(left.join(' '));
  const outcome = plan(caller, person, () => sent as CustomerInput, departments);
  return outcome.outcome === 'changed' && left.length > 0 ? { ...outcome, reason: left.join(' ') } : outcome;
}

const NAMES: Readonly<Record<PeopleEditAction, string>> = {
  invite: 'Invited',
  open: 'Accounts opened of',
  close: 'Accounts closed of',
  wardrobes: 'Wardrobes of',
  move: 'Moved',
  undo: 'Undone:',
};

/** A change in a few words. */
export const describePeopleBulkEdit = (action: PeopleEditAction, total: number, undone?: PeopleEditAction): string => {
  const people = `${total.toLocaleString('en-GB')} ${total === 1 ? 'person' : 'people'}`;
  if (action !== 'undo') return `${NAMES[action]} ${people}`;
  const first = undone ? NAMES[undone] : '';
  return `${NAMES.undo} ${first.charAt(0).toLowerCase()}${first.slice(1)} ${people}`;
};
