import type { BodyOf } from '#contract/index.ts';
import { HttpError, invalid } from '../http/errors.ts';
import type { Scope } from '../http/scope.ts';
import { changedSince } from '../http/two-editors.ts';
import { mayKnowOf, type SentCustomer, spokenColumn, type Told, writableFields } from './customers.rules.ts';
import { MEMBERSHIPS } from './memberships.rules.ts';
import { countedNames, type DepartmentAt, type PersonBefore, type PlannedChange, planChange } from './planned-change.rules.ts';

type Sent = BodyOf<'POST /api/customers/changes'>;
export type PeopleAction = Sent['action'] | 'undo';

/** What is wanted of everybody, as it is kept with the change. */
export type Wanted = Pick<
  Sent,
  | 'way'
  | 'organisationCollectionIds'
  | 'organisationGroupIds'
  | 'organisationResortId'
  | 'departmentIds'
  | 'organisationBusinessAreaId'
>;

/** Keeps of a request what its action means. Throws 422 where that is nothing. */
export function readWanted(sent: Sent): Wanted {
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
function sentOf(action: PeopleAction, wanted: Wanted, { memberships }: PersonBefore): SentCustomer {
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
export type Outcome =
  | { outcome: 'changed'; planned: PlannedChange; said: string | null }
  | { outcome: 'unchanged' | 'refused'; said: string | null; overtaken?: boolean };

const refusal = (said: string): Outcome => ({ outcome: 'refused', said });
export const GONE = 'Is not among your people (any more).';

/** A person's account, and others' of the caller's reach, under the rules that hold for changing one person. */
function plan(
  caller: Scope,
  person: PersonBefore | undefined,
  sentFor: (person: PersonBefore) => SentCustomer,
  departments: readonly DepartmentAt[],
): Outcome {
  if (!person) return refusal(GONE);
  const own = person.actor.customerId === caller.customerId;
  if (!own && !mayKnowOf(caller, person.actor)) return refusal(GONE);
  const writable = writableFields(caller, person.actor);
  const sent = sentFor(person);
  const withheld = Object.keys(sent).find((field) => !writable?.has(field as keyof SentCustomer & never));
  if (!writable || withheld) {
    if (own && withheld === 'active') return refusal('You cannot open or close your own account.');
    if (own) return refusal('An administrator of the whole organisation decides this of you.');
    return refusal('You may not change this person’s account.');
  }
  try {
    const planned = planChange(caller, person, sent, writable, departments);
    if (countedNames(planned).length === 0) return { outcome: 'unchanged', said: null };
    return { outcome: 'changed', planned, said: null };
  } catch (error) {
    if (error instanceof HttpError) return refusal(error.message);
    throw error;
  }
}

/** What an action does to a person; undefined is somebody who is not there. */
export function planAction(
  caller: Scope,
  person: PersonBefore | undefined,
  { action, wanted }: { action: PeopleAction; wanted: Wanted },
  seen: number | null,
  departments: readonly DepartmentAt[],
): Outcome {
  const outcome = plan(caller, person, (before) => sentOf(action, wanted, before), departments);
  if (!person || outcome.outcome !== 'changed') return outcome;
  // What is added to a list or taken out of it overwrites nothing.
  const set = countedNames(outcome.planned).filter((name) => wanted.way === 'replace' || !ONE_BY_ONE.has(name));
  const lost = changedSince(set, person.fieldVersions, seen);
  if (lost.length === 0) return outcome;
  const said = `${lost.map(spokenColumn).join(', ')}: changed by somebody else since you looked.`;
  return { outcome: 'refused', said, overtaken: true };
}

const ONE_BY_ONE: ReadonlySet<string> = new Set([
  MEMBERSHIPS.organisationCollections.counted,
  MEMBERSHIPS.organisationGroupIds.counted,
]);

/** Of somebody of a list who was changed after it was read; nobody knows what whoever asked would have made of that. */
export const OVERTAKEN = 'Changed since you read the list.';

/** What a person had before a change, and the version they were in right after it. */
export interface Undoable {
  before: Told;
  version: number;
}

/** Everything of the organisation that a person may be given back, by field. */
export type StillThere = Readonly<Partial<Record<string, ReadonlySet<number>>>>;

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
export function planUndo(
  caller: Scope,
  person: PersonBefore | undefined,
  { before, version }: Undoable,
  stillThere: StillThere,
  departments: readonly DepartmentAt[],
): Outcome {
  if (!person) return refusal(GONE);
  const sent: Record<string, unknown> = {};
  const left: string[] = [];
  for (const [field, value] of Object.entries(before)) {
    const counted = COUNTED[field] ?? field;
    const ids = typeof value === 'number' ? [value] : Array.isArray(value) ? (value as number[]) : [];
    const known = stillThere[field];
    if ((person.fieldVersions[counted] ?? 0) > version) left.push(`${spokenColumn(counted)}: changed by somebody else since.`);
    else if (known && ids.some((id) => !known.has(id))) left.push(`${spokenColumn(counted)}: what was there before is deleted.`);
    else sent[field] = value;
  }
  // Departments belong to their destination.
  if ('organisationResortId' in before && !('organisationResortId' in sent)) delete sent.departments;
  if (Object.keys(sent).length === 0) return refusal(left.join(' '));
  const outcome = plan(caller, person, () => sent as SentCustomer, departments);
  return outcome.outcome === 'changed' && left.length > 0 ? { ...outcome, said: left.join(' ') } : outcome;
}

const NAMES: Readonly<Record<PeopleAction, string>> = {
  invite: 'Invited',
  open: 'Accounts opened of',
  close: 'Accounts closed of',
  wardrobes: 'Wardrobes of',
  move: 'Moved',
  undo: 'Undone:',
};

/** A change in a few words. */
export const changeInWords = (action: PeopleAction, total: number, undone?: PeopleAction): string => {
  const people = `${total.toLocaleString('en-GB')} ${total === 1 ? 'person' : 'people'}`;
  if (action !== 'undo') return `${NAMES[action]} ${people}`;
  const first = undone ? NAMES[undone] : '';
  return `${NAMES.undo} ${first.charAt(0).toLowerCase()}${first.slice(1)} ${people}`;
};
