import { describeReason, describeReasons, type ReasonOf, type StoredReason } from '../reasons.ts';
import type { AnyBulkEditKind } from './bulk-edit-kind.ts';

/** Why items of any kind of bulk edit are not processed. */
export const BULK_EDIT_WORDING = {
  stale_since_list: () => 'Changed since you read the list.',
  values_erased: () => 'The saved values were erased with the personal data, so there is nothing to restore.',
  not_processed: () => 'This was not processed.',
  undone_first: () => 'The edit was undone before it reached this.',
  no_account: () => 'The person who started this no longer has access.',
};
/** One of them, as it is stored. */
export type BulkEditReason = ReasonOf<typeof BULK_EDIT_WORDING>;

const wordingOf = ({ wording }: Pick<AnyBulkEditKind, 'wording'>) => ({ ...BULK_EDIT_WORDING, ...wording });

/** A reason of an edit of a kind as a sentence. */
export const describeEditReason = (kind: Pick<AnyBulkEditKind, 'wording'>, reason: StoredReason): string =>
  describeReason(wordingOf(kind), reason);

/** The reasons of an item of a kind as a text; null where there are none. */
export const describeItemReasons = (kind: Pick<AnyBulkEditKind, 'wording'>, reasons: readonly StoredReason[]): string | null =>
  describeReasons(wordingOf(kind), reasons);
