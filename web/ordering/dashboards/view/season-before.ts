/** A season with its days, as the API has them. */
export interface SeasonDays {
  id: number;
  startDateUtc: string | null;
  endDateUtc: string | null;
}

/** Seasons begin a few days earlier or later than a year before. */
const MAX_SHIFT_DAYS = 31;
const DAY = 86_400_000;

const toDay = (utc: string) => utc.slice(0, 10);

/** The same day a year earlier; 28 February for 29 February. */
export function yearBefore(day: string): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const last = new Date(Date.UTC(year - 1, month, 0)).getUTCDate();
  return new Date(Date.UTC(year - 1, month - 1, Math.min(date, last))).toISOString().slice(0, 10);
}

/** The season of the same months a year earlier: of winters and summers the winter before, of years the year before. */
export function findSeasonBefore<Season extends SeasonDays>(
  season: SeasonDays | undefined,
  seasons: readonly Season[],
): Season | undefined {
  if (!season?.startDateUtc) return undefined;
  const wanted = Date.parse(yearBefore(toDay(season.startDateUtc)));
  const distance = (other: Season) =>
    other.startDateUtc === null ? Number.POSITIVE_INFINITY : Math.abs(Date.parse(toDay(other.startDateUtc)) - wanted);
  const [nearest] = seasons.filter(({ id }) => id !== season.id).toSorted((one, other) => distance(one) - distance(other));
  return nearest && distance(nearest) <= MAX_SHIFT_DAYS * DAY ? nearest : undefined;
}

/** With what a season is compared. */
export interface ComparedSeason {
  seasonId: number;
  /** The last day that counts, as far into that season as today is into this one; all of it where this season is over. */
  createdAtMax?: string;
}

/**
 * What of the season before is compared with this season on a day; undefined where nothing is: without a season before, and before this season has begun.
 */
export function findComparedSeason(
  season: SeasonDays | undefined,
  seasons: readonly SeasonDays[],
  today: string,
): ComparedSeason | undefined {
  const before = findSeasonBefore(season, seasons);
  if (!before || !season?.startDateUtc || toDay(season.startDateUtc) > today) return undefined;
  const isOver = season.endDateUtc !== null && toDay(season.endDateUtc) < today;
  return isOver ? { seasonId: before.id } : { seasonId: before.id, createdAtMax: yearBefore(today) };
}

/** The months of a year that are before the latest twelve, as first and last day: with them all seasons are compared. */
export function findYearBeforeLast(today: string): { createdAtMin: string; createdAtMax: string } {
  const [year = 0, month = 1] = today.split('-').map(Number);
  const day = (monthsAgo: number, date: number) =>
    new Date(Date.UTC(year, month - 1 - monthsAgo, date)).toISOString().slice(0, 10);
  return { createdAtMin: day(23, 1), createdAtMax: day(11, 0) };
}

/** Today in a time zone, as 2026-03-12. */
export const toDayIn = (now: Date, timeZone: string | undefined): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(now);
