import { formatDay } from '#api/platform/local-day.ts';
import { getGrantedSeasons } from '../../entitlement.rules.ts';

/** A season with what an administrator can change of it; days such as `2026-03-29`. */
export interface SeasonRow {
  id: number;
  version: number;
  name: string;
  startsOn: string;
  endsOn: string;
  orderingOpensOn: string | null;
  orderingClosesOn: string | null;
  isCurrent: boolean;
}

/** People who are alike in which seasons count for them: in those of their wardrobes, null for wardrobes without one, and in those that they take part in. */
export interface SeasonClass {
  wardrobeSeasonIds: readonly (number | null)[];
  seasonIds: readonly number[];
  people: number;
}

/** Seasons before and after a change, and today in the organisation's time zone. */
export interface SeasonChange {
  before: readonly SeasonRow[];
  after: readonly SeasonRow[];
  today: string;
}

/** Whom a change of a season affects: how many people in all, and what it means for them in sentences. */
interface SeasonEffect {
  people: number;
  outcome: string[];
}

const count = (n: number) => `${n.toLocaleString('en-GB')} ${n === 1 ? 'person' : 'people'}`;
const verb = (n: number, one: string, many: string) => `${count(n)} ${n === 1 ? one : many}`;

/** The season that is changed, not the one that it replaces as the current one. */
function findChanged({ before, after }: SeasonChange): { earlier: SeasonRow | undefined; later: SeasonRow } | undefined {
  const earlierOf = new Map(before.map((row) => [row.id, row]));
  for (const later of after) {
    const earlier = earlierOf.get(later.id);
    const isReplaced = earlier?.isCurrent === true && !later.isCurrent;
    if (!isReplaced && DECIDING.some((name) => earlier?.[name] !== later[name])) return { earlier, later };
  }
  return undefined;
}

const DECIDING = ['startsOn', 'endsOn', 'orderingOpensOn', 'orderingClosesOn', 'isCurrent'] as const;

function describeDays(people: number, earlier: SeasonRow, later: SeasonRow, today: string): string {
  const [from, to] = [formatDay(earlier.endsOn), formatDay(later.endsOn)];
  if (earlier.endsOn < today) return `This season runs again for ${count(people)}, until ${to}. It ended on ${from}.`;
  if (later.endsOn < today) return `This season has then ended for ${count(people)}, on ${to} instead of ${from}.`;
  const parts = [
    earlier.startsOn !== later.startsOn && `from ${formatDay(later.startsOn)} instead of ${formatDay(earlier.startsOn)}`,
    earlier.endsOn !== later.endsOn && `until ${to} instead of ${from}`,
  ].filter(Boolean);
  return `${verb(people, 'has', 'have')} the entitlement of this season ${parts.join(', and ')}.`;
}

/** From and until when people can order, where it is another day than before. */
function describeWindow(earlier: SeasonRow, later: SeasonRow): string {
  const describe = (before: string | null, after: string | null, word: string, none: string) => {
    if (before === after) return undefined;
    if (before && after) return `${word} ${formatDay(after)} instead of ${formatDay(before)}`;
    return after ? `${word} ${formatDay(after)} instead of ${none}` : `${none} instead of ${word} ${formatDay(before ?? '')}`;
  };
  return [
    describe(earlier.orderingOpensOn, later.orderingOpensOn, 'from', 'at once'),
    describe(earlier.orderingClosesOn, later.orderingClosesOn, 'until', 'without a last day'),
  ]
    .filter(Boolean)
    .join(', and ');
}

/** What a change of a season means for people, by the rule that says for which seasons their wardrobes grant something. */
export function describeSeasonEffect(change: SeasonChange, classes: readonly SeasonClass[]): SeasonEffect {
  const changed = findChanged(change);
  if (!changed) return { people: 0, outcome: [] };
  const { earlier, later } = changed;
  const { before, after, today } = change;
  const isRunning = (row: SeasonRow) => row.endsOn >= today;
  const hasOtherDays =
    earlier !== undefined &&
    (earlier.startsOn !== later.startsOn || earlier.endsOn !== later.endsOn) &&
    (isRunning(earlier) || isRunning(later));
  const otherWindow = earlier ? describeWindow(earlier, later) : '';
  const becomesCurrent = later.isCurrent && !earlier?.isCurrent;
  const replaced = becomesCurrent ? before.find(({ isCurrent }) => isCurrent) : undefined;
  const sums = { people: 0, days: 0, window: 0, current: 0 };
  for (const { wardrobeSeasonIds, seasonIds, people } of classes) {
    const grants = (seasons: readonly SeasonRow[]) =>
      wardrobeSeasonIds.some((seasonId) =>
        getGrantedSeasons({ seasonId }, { seasonIds }, seasons, today).some((season) => season?.id === later.id),
      );
    const [had, has] = [grants(before), grants(after)];
    // What is left of a season can be ordered after its last day, until its ordering closes.
    const takesPart = had || has || (wardrobeSeasonIds.includes(null) && seasonIds.includes(later.id));
    const isOf = {
      days: hasOtherDays && (had || has) && !(becomesCurrent && !had),
      window: otherWindow !== '' && takesPart && !(becomesCurrent && !had),
      current: becomesCurrent && has && !had,
    };
    for (const name of ['days', 'window', 'current'] as const) if (isOf[name]) sums[name] += people;
    if (isOf.days || isOf.window || isOf.current) sums.people += people;
  }
  const outcome = [
    earlier && sums.days > 0 && describeDays(sums.days, earlier, later, today),
    sums.window > 0 && `${count(sums.window)} can order ${otherWindow}.`,
    sums.current > 0 &&
      `${verb(sums.current, 'takes', 'take')} part in no season and ${sums.current === 1 ? 'has' : 'have'} the entitlement of this season${
        replaced ? ` instead of that of ${replaced.name}` : ''
      }.`,
  ].filter((sentence): sentence is string => typeof sentence === 'string');
  return { people: sums.people, outcome };
}
