import { forbidden } from '#api/platform/http/errors.ts';

/** The wardrobes that decide about an ad hoc list. Variants of a wardrobe are included in it. All ids ascending. */
export interface AdhocWardrobes {
  /** Whether the organisation limits ad hoc ordering to people's own wardrobes. */
  isLimited: boolean;
  /** The person's own wardrobes. */
  ownIds: number[];
  /** The wardrobe that was asked for; empty if the organisation has none of this id. */
  chosenIds: number[];
}

/**
 * The wardrobes whose products an ad hoc list contains, ascending; null for no limit. Throws 403 when ad hoc ordering is limited
 * to people's own wardrobes and another one was asked for.
 */
export function chooseAdhocWardrobes(
  { isLimited, ownIds, chosenIds }: AdhocWardrobes,
  collectionId: number | null,
): readonly number[] | null {
  if (collectionId === null) return isLimited ? ownIds : null;
  if (isLimited && !ownIds.includes(collectionId))
    throw forbidden('Your organisation limits ad hoc orders to your own wardrobes.');
  return chosenIds;
}
