import type { ImportKind } from '#contract/people/import.ts';
import { defineList } from '#web/app/lists/define-list.ts';
import { StatusBadge } from '#web/ui/content/status-badge.tsx';
import { formatDateTime } from '#web/ui/format/format.ts';
import { formatImportSummary, getImportStateLabel, importTexts, type PeopleImport } from './import-labels.ts';
import { getImportPath } from './imports-path.ts';

const defineImportsList = (kind: ImportKind) =>
  defineList<'GET /api/peopleimports'>()({
    name: 'imports',
    call: 'GET /api/peopleimports',
    rowsKey: 'peopleImports',
    nouns: ['file', 'files'],
    label: 'Earlier files',
    link: getImportPath,
    columns: {
      file: { title: 'File', isHeading: true, wraps: true, cell: ({ fileName }) => fileName },
      date: { title: 'Date', cell: ({ startedOnUtc, createdOnUtc }) => formatDateTime(startedOnUtc ?? createdOnUtc) },
      by: { title: 'Imported by', cell: ({ createdBy }) => createdBy },
      rows: { title: 'Rows', wraps: true, cell: formatImportSummary },
      state: { title: 'Status', cell: (peopleImport) => <State peopleImport={peopleImport} /> },
    },
    card: [{ start: ['file'], end: 'state' }, { start: ['date', 'by'] }, { start: ['rows'] }],
    filters: {},
    fixedQuery: { kind },
    rows: { usual: 10, choices: [10, 25, 50, 100] },
    empty: { title: 'No imports yet', text: importTexts[kind].noneYet },
    nothingFound: '',
  });

/** The files that were imported earlier, by their kind, newest first. */
export const importsLists = {
  people: defineImportsList('people'),
  balances: defineImportsList('balances'),
  range: defineImportsList('range'),
} as const satisfies Record<ImportKind, unknown>;

function State({ peopleImport: { state, isPreviewInterrupted } }: { peopleImport: PeopleImport }) {
  const [label, tone] = getImportStateLabel(isPreviewInterrupted ? 'uploaded' : state);
  return <StatusBadge tone={tone}>{label}</StatusBadge>;
}
