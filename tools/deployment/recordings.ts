/**
 * Recorded metrics of a portal: what a scraper read from a running one, in a file for each state. A line is a series as `/metrics` names it, and its value at
 * each scrape; `_` where it was missing. Lines with # say what the state is.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Seconds between two scrapes. */
export const SCRAPE_SECONDS = 5;

/** A series and its value at each scrape; undefined where it was missing. */
export interface RecordedSeries {
  series: string;
  values: readonly (number | undefined)[];
}

export interface Recording {
  /** The name of the file, such as `healthy`. */
  name: string;
  about: string;
  series: RecordedSeries[];
}

const folder = join(import.meta.dirname, '../../deploy/monitoring/tests');

/** The file of a recording. */
export const pathOfRecording = (name: string): string => join(folder, `${name}.txt`);

/** The text of a recording's file. */
export function formatRecording({ about, series }: Omit<Recording, 'name'>): string {
  const lines = series.map((each) => `${each.series} ${each.values.map((value) => value ?? '_').join(' ')}`);
  return `# ${about}\n${lines.toSorted().join('\n')}\n`;
}

/** All recordings, by name. */
export function readRecordings(): Recording[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.txt'))
    .toSorted()
    .map((file) => {
      const lines = readFileSync(join(folder, file), 'utf8').trim().split('\n');
      const series = lines.filter((line) => !line.startsWith('#')).map(parseSeries);
      return { name: file.replace('.txt', ''), about: lines[0]?.replace('# ', '') ?? '', series };
    });
}

function parseSeries(line: string): RecordedSeries {
  const end = line.includes('}') ? line.lastIndexOf('}') + 1 : line.indexOf(' ');
  const values = line.slice(end).trim().split(' ');
  return { series: line.slice(0, end), values: values.map((value) => (value === '_' ? undefined : Number(value))) };
}

const isCounter = (series: string) => /^\w+_(total|bucket|sum|count)\b/.test(series);

/**
 * The values of a state that goes on for a number of scrapes as it was recorded: a gauge goes through its values again and again; a counter grows each time by
 * what it grew.
 */
export function continueSeries({ series, values }: RecordedSeries, scrapes: number): (number | undefined)[] {
  const known = values.filter((value) => value !== undefined);
  // One scrape more than the recording lies between the last value and the first of the next round.
  const growth = isCounter(series)
    ? (((known.at(-1) ?? 0) - (known[0] ?? 0)) * values.length) / Math.max(values.length - 1, 1)
    : 0;
  return Array.from({ length: scrapes }, (_, index) => {
    const value = values[index % values.length];
    return value === undefined ? undefined : value + growth * Math.floor(index / values.length);
  });
}
