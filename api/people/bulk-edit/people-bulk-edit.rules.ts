import { HttpError, invalid } from '#api/platform/http/errors.ts';
import { changedSince } from '#api/platform/http/optimistic-concurrency.ts';
import { RefusalError } from '#api/platform/http/refusal.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import type { StoredReason } from '#api/platform/reasons.ts';
import type { BodyOf } from '#contract/index.ts';
import { parseGroupAdjustment } from '../adjustments/group-adjustment.rules.ts';
import { MEMBERSHIPS } from '../person/memberships.rules.ts';
import { type AuditValues, type CustomerInput, canSee, PERSON_COLUMNS, writableFields } from '../person/person-fields.rules.ts';
import type { PersonReason } from '../person/person-reasons.rules.ts';
import {
  type ChangeReferences,
  isEmailFixed,
  type LockedPerson,
  type PlannedChange,
  planPersonChange,
  versionedFieldNames,
} from '../person/planned-change.rules.ts';

type PeopleEditInput = BodyOf<'POST /api/customers/bulkedits'>;
export type PeopleEditAction = PeopleEditInput['action'];

/** The values that the edit sets for everyone selected, as they are stored with the edit. */
export type PeopleEditPayload = Pick<
  PeopleEditInput,
  | 'way'
  | 'organisationCollectionIds'
  | 'organisationSeasonIds'
  | 'organisationGroupIds'
  | 'organisationResortId'
  | 'departmentIds'
  | 'organisationBusinessAreaId'
  | 'costCentreId'
  | 'allocationTypeId'
  | 'moveOrdered'
  | 'adjustment'
> & {
  /** With seasons that are added: the copies of wardrobes for them, which those who have the wardrobe get. */
  wardrobeCopies?: readonly { id: number; copyId: number }[];
};

/** The fields of a request that its action uses. Throws 422 where there are none. */
export function parsePeopleEditPayload(input: PeopleEditInput): PeopleEditPayload {
  const { way = 'replace', organisationCollectionIds, organisationGroupIds, departmentIds } = input;
  const { organisationResortId, organisationBusinessAreaId, costCentreId, allocationTypeId } = input;
  const allocation = allocationTypeId === undefined ? {} : { allocationTypeId };
  if (input.action === 'wardrobes') {
    if (!organisationCollectionIds) throw invalid('organisationCollectionIds', 'Please select wardrobes.');
    return { way, organisationCollectionIds, ...allocation, ...(input.moveOrdered ? { moveOrdered: true } : {}) };
  }
  if (input.action === 'seasons') {
    if (!input.organisationSeasonIds) throw invalid('organisationSeasonIds', 'Please select seasons.');
    return { way, organisationSeasonIds: input.organisationSeasonIds };
  }
  if (input.action === 'allocation') {
    if (allocationTypeId === undefined) throw invalid('allocationTypeId', 'Please select an allocation type.');
    return allocation;
  }
  if (input.action === 'adjust') return { adjustment: parseGroupAdjustment(input.adjustment) };
  if (input.action !== 'move') return {};
  if (departmentIds && organisationResortId === undefined)
    throw invalid('organisationResortId', 'Departments belong to a destination. Please select the destination too.');
  const moved = Object.fromEntries(
    Object.entries({
      organisationGroupIds,
      organisationResortId,
      departmentIds,
      organisationBusinessAreaId,
      costCentreId,
    }).filter(([, value]) => value !== undefined),
  );
  if (Object.keys(moved).length === 0) throw invalid('organisationGroupIds', 'Please select where to move these people.');
  return { way, ...moved };
}

function applyListChange(way: PeopleEditInput['way'], current: readonly number[], named: readonly number[]): number[] {
  if (way === 'add') return [...new Set([...current, ...named])];
  return way === 'remove' ? current.filter((id) => !named.includes(id)) : [...named];
}

const listMissingCopies = (copies: NonNullable<PeopleEditPayload['wardrobeCopies']>, current: readonly number[]): number[] =>
  copies.filter(({ id, copyId }) => current.includes(id) && !current.includes(copyId)).map(({ copyId }) => copyId);

/** The change as it would be sent for this person alone. */
function toCustomerInput(action: PeopleEditAction, payload: PeopleEditPayload, { memberships }: LockedPerson): CustomerInput {
  if (action === 'open' || action === 'close') return { active: action === 'open' };
  if (action === 'optOut' || action === 'undoOptOut') return { wardrobeOptOut: action === 'optOut' };
  const {
    way,
    organisationCollectionIds,
    organisationSeasonIds,
    wardrobeCopies,
    organisationGroupIds,
    departmentIds,
    moveOrdered: _,
    ...fields
  } = payload;
  const copies = listMissingCopies(wardrobeCopies ?? [], memberships.organisationCollections);
  return {
    ...fields,
    ...(organisationSeasonIds
      ? { organisationSeasons: applyListChange(way, memberships.organisationSeasons, organisationSeasonIds) }
      : {}),
    ...(copies.length > 0 ? { organisationCollections: [...memberships.organisationCollections, ...copies] } : {}),
    ...(organisationCollectionIds
      ? { organisationCollections: applyListChange(way, memberships.organisationCollections, organisationCollectionIds) }
      : {}),
    ...(organisationGroupIds
      ? { organisationGroupIds: applyListChange(way, memberships.organisationGroupIds, organisationGroupIds) }
      : {}),
    ...(departmentIds ? { departments: departmentIds } : {}),
  };
}

/** The result of an edit for one person. */
export type PeopleEditOutcome =
  | { outcome: 'changed'; planned: PlannedChange; reasons: readonly StoredReason[] }
  | { outcome: 'unchanged' | 'refused' | 'conflict'; reasons: readonly StoredReason[] };

const refusal = (...reasons: PersonReason[]): PeopleEditOutcome => ({ outcome: 'refused', reasons });

/** The reasons of a change that was refused, as they are stored; rethrows every other error. */
function toRefusalReasons(error: unknown): readonly StoredReason[] {
  if (error instanceof RefusalError) return error.reasons;
  if (error instanceof HttpError) return [{ kind: 'not_allowed' } satisfies PersonReason];
  throw error;
}

/** Plans a change by the same rules as a change of one person. */
function plan(
  caller: Scope,
  person: LockedPerson | undefined,
  toInput: (person: LockedPerson) => CustomerInput,
  references: ChangeReferences,
): PeopleEditOutcome {
  if (!person) return refusal({ kind: 'no_longer_managed' });
  const own = person.actor.customerId === caller.customerId;
  if (!own && !canSee(caller, person.actor)) return refusal({ kind: 'no_longer_managed' });
  const writable = writableFields(caller, person.actor);
  const input = toInput(person);
  const forbidden = Object.keys(input).find((field) => !writable?.has(field as keyof CustomerInput & never));
  if (!writable || forbidden) {
    if (own && forbidden === 'active') return refusal({ kind: 'own_account' });
    if (own) return refusal({ kind: 'own_programme' });
    return refusal({ kind: 'person_not_changeable' });
  }
  try {
    const planned = planPersonChange(caller, person, input, writable, references);
    if (versionedFieldNames(planned).length === 0) return { outcome: 'unchanged', reasons: [] };
    return { outcome: 'changed', planned, reasons: [] };
  } catch (error) {
    return { outcome: 'refused', reasons: toRefusalReasons(error) };
  }
}

/** Plans an edit of one person; `person` is undefined when they are no longer in the organisation. */
export function planPeopleEdit(
  caller: Scope,
  person: LockedPerson | undefined,
  { action, payload }: { action: PeopleEditAction; payload: PeopleEditPayload },
  expectedVersion: number | null,
  references: ChangeReferences,
): PeopleEditOutcome {
  const outcome = plan(caller, person, (before) => toCustomerInput(action, payload, before), references);
  if (!person || outcome.outcome !== 'changed') return outcome;
  // Adding to a list or removing from it overwrites nothing.
  const overwritten = versionedFieldNames(outcome.planned).filter(
    (name) => payload.way === 'replace' || !ADDITIVE_FIELDS.has(name),
  );
  const conflicting = changedSince(overwritten, person.fieldVersions, expectedVersion);
  if (conflicting.length === 0) return outcome;
  const reason: PersonReason = { kind: 'columns_changed_since_list', columns: conflicting };
  return { outcome: 'conflict', reasons: [reason] };
}

const ADDITIVE_FIELDS: ReadonlySet<string> = new Set([
  MEMBERSHIPS.organisationCollections.counted,
  MEMBERSHIPS.organisationGroupIds.counted,
  MEMBERSHIPS.organisationSeasons.counted,
]);

/** The values of a person before an edit, and the person's version right after it. */
export interface UndoSnapshot {
  before: AuditValues;
  version: number;
}

/** Ids of the organisation that an undo can restore, by field. */
export type ExistingReferences = Readonly<Partial<Record<string, ReadonlySet<number>>>>;

const COUNTED: Readonly<Record<string, string>> = {
  ...PERSON_COLUMNS,
  departments: 'departments',
  ...Object.fromEntries(Object.entries(MEMBERSHIPS).map(([field, { counted }]) => [field, counted])),
};

/**
 * Plans the undo of an edit for one person: each field gets its earlier value, unless someone has changed it since or the value no
 * longer exists.
 */
export function planPeopleEditUndo(
  caller: Scope,
  person: LockedPerson | undefined,
  { before, version }: UndoSnapshot,
  existing: ExistingReferences,
  references: ChangeReferences,
): PeopleEditOutcome {
  if (!person) return refusal({ kind: 'no_longer_managed' });
  const restored: Record<string, unknown> = {};
  const problems: PersonReason[] = [];
  for (const [field, value] of Object.entries(before)) {
    const counted = COUNTED[field] ?? field;
    const ids = typeof value === 'number' ? [value] : Array.isArray(value) ? (value as number[]) : [];
    const known = existing[field];
    if ((person.fieldVersions[counted] ?? 0) > version) problems.push({ kind: 'column_changed_since', column: counted });
    else if (field === 'email' && isEmailFixed(person)) problems.push({ kind: 'column_email_fixed', column: counted });
    else if (known && ids.some((id) => !known.has(id))) problems.push({ kind: 'earlier_value_deleted', column: counted });
    else restored[field] = value;
  }
  // Departments belong to their destination.
  if ('organisationResortId' in before && !('organisationResortId' in restored)) delete restored.departments;
  if (Object.keys(restored).length === 0) return refusal(...problems);
  const outcome = plan(caller, person, () => restored as CustomerInput, references);
  return outcome.outcome === 'changed' && problems.length > 0 ? { ...outcome, reasons: problems } : outcome;
}

const ACTION_LABELS: Readonly<Record<PeopleEditAction, string>> = {
  invite: 'Invited',
  remind: 'Reminded',
  sendOptOutLink: 'Opt-out links to',
  open: 'Accounts opened of',
  close: 'Accounts closed of',
  optOut: 'Opted out',
  undoOptOut: 'Opt-outs undone of',
  wardrobes: 'Wardrobes of',
  allocation: 'Allocation of',
  seasons: 'Seasons of',
  move: 'Moved',
  adjust: 'Adjusted the uniform of',
};

/** The display text of an edit. */
export const describePeopleBulkEdit = (action: PeopleEditAction, total: number): string =>
  `${ACTION_LABELS[action]} ${total.toLocaleString('en-GB')} ${total === 1 ? 'person' : 'people'}`;
