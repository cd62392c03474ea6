const DAY = 86_400_000;

/** All dates of the seed are relative to the day on which it runs (UTC). */
export class Calendar {
  readonly today: number;

  constructor(now = new Date()) {
    this.today = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate());
  }

  /** Midnight (UTC) this many days from today, plus minutes; negative days are in the past. */
  at(days: number, minutes = 0): Date {
    return new Date(this.today + days * DAY + minutes * 60_000);
  }

  /** A date without a time, `2026-03-31`. */
  date(days: number): string {
    return this.at(days).toISOString().slice(0, 10);
  }

  /** The first day of the month this many months from the current one. */
  monthStart(months: number): Date {
    const today = new Date(this.today);
    return new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + months, 1));
  }

  daysSince(moment: Date): number {
    return (this.today - moment.getTime()) / DAY;
  }
}

export const formatIsoDate = (moment: Date): string => moment.toISOString().slice(0, 10);
export const addDays = (moment: Date, days: number): Date => new Date(moment.getTime() + days * DAY);
