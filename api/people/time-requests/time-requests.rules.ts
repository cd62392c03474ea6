import {
  explainRefusal,
  isOrderingOpen,
  type OrderingReach,
  type OrderingWindow,
} from '#api/entitlement/ordering-eligibility.rules.ts';
import { formatDay } from '#api/platform/local-day.ts';

/** For how many days from today more time can be granted. */
export const MAX_EXTENSION_DAYS = 90;

/** Why no one can ask for more time who has no other administrator. */
export const NO_TIME_DECIDER = 'There is no other administrator who could give you more time. Contact your supplier.';

/** A season in which a wardrobe grants something to a person, with their ordering window; null for a period that is no season. */
export interface WardrobeSeason {
  collectionId: number;
  season: (OrderingWindow & { id: number }) | null;
}

/** A season of a person in which ordering has closed. */
export interface ClosedSeason {
  id: number;
  season: string;
  closesOn: string;
}

/** What decides whether more time would let a wearer order. Days such as `2026-03-29`. */
export interface AskingWearer {
  endsOn: string | null;
  optedOut: boolean;
  reach: OrderingReach;
}

/**
 * The seasons for which a wearer can ask for more time `today`: of each wardrobe from which they can order nothing, the one that closed last. None where
 * something other than the ordering window keeps them from ordering.
 */
export function listClosedSeasons(
  seasons: readonly WardrobeSeason[],
  { endsOn, optedOut, reach }: AskingWearer,
  today: string,
): ClosedSeason[] {
  const wearer = { name: null, endsOn, optedOut };
  if (explainRefusal({ ordererEndsOn: endsOn, wearer, isInWardrobe: true, windows: [] }, reach, today) !== undefined) return [];
  const closed = new Map<number, ClosedSeason>();
  for (const rows of Map.groupBy(seasons, ({ collectionId }) => collectionId).values()) {
    if (rows.some(({ season }) => season === null || isOrderingOpen(season, today))) continue;
    const [last] = rows
      .flatMap(({ season }) =>
        season?.closesOn != null && season.closesOn < today
          ? [{ id: season.id, season: season.season, closesOn: season.closesOn }]
          : [],
      )
      .sort((one, other) => (one.closesOn < other.closesOn ? 1 : -1));
    if (last) closed.set(last.id, last);
  }
  return [...closed.values()];
}

/** Why no one can be given time until `day`, as a sentence; undefined when they can. Days such as `2026-03-29`. */
export function explainExtension(day: string, today: string): string | undefined {
  if (day < today) return 'Choose today or a later day.';
  const last = new Date(`${today}T00:00:00Z`);
  last.setUTCDate(last.getUTCDate() + MAX_EXTENSION_DAYS);
  const limit = last.toISOString().slice(0, 10);
  return day > limit ? `Choose a day up to ${formatDay(limit)}.` : undefined;
}
