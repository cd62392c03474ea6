import type { BodyOf, QueryOf, ReplyOf } from '#contract/index.ts';
import type { Selection } from '#web/ui/lists/use-selection.ts';

/** How many people one edit can name; more are selected by the filters. */
const MAX_NAMED = 500;

export type PeopleEditPayload = Omit<
  BodyOf<'POST /api/customers/bulkedits'>,
  'customerIds' | 'versions' | 'allMatching' | 'expected' | 'seenOnUtc'
>;

/** Search and filters of the list: they decide what a selection of all its people contains. */
export type PeopleConditions = NonNullable<QueryOf<'POST /api/customers/bulkedits'>>;

/** Why a selection cannot be edited; undefined where it can. */
export const getSelectionBlocker = ({ all, count }: Selection): string | undefined =>
  !all && count > MAX_NAMED
    ? `You can select at most ${MAX_NAMED} people one by one. Narrow the list and select all of it.`
    : undefined;

/** What was loaded when they were selected. */
interface ListSnapshot {
  conditions: PeopleConditions;
  /** The versions that were shown, by id. */
  loadedVersions: ReadonlyMap<number, number>;
  /** When the list was read. */
  seenOnUtc: string | undefined;
}

/** An edit of the selected people, as the call takes it. */
export const toPeopleBulkEditRequest = (
  { all, ids, count }: Selection,
  { conditions, loadedVersions, seenOnUtc }: ListSnapshot,
  change: PeopleEditPayload,
) =>
  all
    ? {
        query: conditions,
        body: { ...change, allMatching: true, expected: count, ...(seenOnUtc && { seenOnUtc }) },
      }
    : { query: {}, body: { ...change, customerIds: [...ids], versions: [...ids].map((id) => loadedVersions.get(id) ?? 0) } };

/** A change of what people are owed, or of whether they can order it. */
export type EntitlementEdit = PeopleEditPayload & Pick<BodyOf<'POST /api/customers/bulkedits/entitlementpreview'>, 'action'>;

/** Whether a previewed edit would change no one. */
export const isRefusedForAll = ({
  people,
  refusals,
}: ReplyOf<'POST /api/customers/bulkedits/entitlementpreview'>['preview']): boolean =>
  refusals.reduce((total, { count }) => total + count, 0) === people;

/** The preview of a change of what the selected people are owed, as the call takes it. */
export const toEntitlementPreviewRequest = ({ all, ids }: Selection, conditions: PeopleConditions, change: EntitlementEdit) =>
  all ? { query: conditions, body: { ...change, allMatching: true } } : { query: {}, body: { ...change, customerIds: [...ids] } };

/** The emails that a bulk edit can send, by its action. */
export const EMAIL_KINDS = { invite: 'invitation', remind: 'reminder', sendOptOutLink: 'optOutLink' } as const;
export type EmailAction = keyof typeof EMAIL_KINDS;

type PreviewedChange = Pick<BodyOf<'POST /api/customers/bulkedits/preview'>, 'action' | 'adjustment'>;

/** The preview of emails to the selected people, or of an adjustment, as the call takes it. */
export const toPreviewRequest = ({ all, ids }: Selection, conditions: PeopleConditions, change: PreviewedChange) =>
  all ? { query: conditions, body: { ...change, allMatching: true } } : { query: {}, body: { ...change, customerIds: [...ids] } };
