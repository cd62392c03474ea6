import type { CatalogueImportOutcome, ReportEntry } from '#api/catalogue/import/shopify/report.rules.ts';

const shownInFull = 60;
const shownLines = 12;

/** Collects what a terminal can show of an import's report: important entries in full, frequent ones as counts. */
export class EntryCollector {
  readonly lists = new Map<CatalogueImportOutcome, ReportEntry[]>();
  readonly counts = new Map<CatalogueImportOutcome, number>();
  readonly warnings = new Map<string, { count: number; lines: number[]; example: string }>();

  add(entry: ReportEntry): void {
    this.counts.set(entry.outcome, (this.counts.get(entry.outcome) ?? 0) + 1);
    if (entry.outcome === 'warning') {
      const kind = this.warnings.get(entry.kind ?? entry.text) ?? { count: 0, lines: [], example: entry.text };
      kind.count++;
      if (entry.line !== null && kind.lines.length < shownLines) kind.lines.push(entry.line);
      this.warnings.set(entry.kind ?? entry.text, kind);
      return;
    }
    // A new product's first row represents all of its rows.
    if (entry.outcome === 'created' && entry.kind !== 'product') return;
    const list = this.lists.get(entry.outcome) ?? [];
    this.lists.set(entry.outcome, list);
    if (list.length < shownInFull) list.push(entry);
  }
}

/** Formats the entries for the terminal: refused and changed rows one by one, warnings by kind. */
export function describeEntries({ lists, counts, warnings }: EntryCollector): string[] {
  const lines: string[] = [];
  for (const outcome of ['created', 'changed', 'ignored', 'refused'] as const) {
    const list = lists.get(outcome) ?? [];
    const total = counts.get(outcome) ?? 0;
    const shown = outcome === 'created' || outcome === 'ignored' ? list.slice(0, 10) : list;
    lines.push(
      ...shown.map(
        ({ line, handle, text }) =>
          `  ${`line ${line ?? ''}`.padEnd(10)} ${outcome.padEnd(9)} ${handle ? `${handle}: ` : ''}${text}`,
      ),
    );
    if (total > shown.length) lines.push(`  ${''.padEnd(10)} ${outcome.padEnd(9)} … and ${total - shown.length} more rows`);
  }
  if (warnings.size > 0) lines.push('', '  Warnings');
  for (const { count, lines: places, example } of warnings.values()) {
    const where =
      places.length === 0
        ? ''
        : ` (line${places.length > 1 ? 's' : ''} ${places.join(', ')}${count > places.length ? ', …' : ''})`;
    lines.push(`  ${`${count} ×`.padStart(8)}  ${example}${where}`);
  }
  return lines;
}
