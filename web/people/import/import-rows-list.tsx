import { Text } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { IMPORT_FINDINGS } from '#contract/people/import/finding-kinds.ts';
import { defineList } from '#web/app/lists/define-list.ts';
import { oneOf } from '#web/app/lists/filter-kinds.tsx';
import { paths } from '#web/app/paths.ts';
import { StatusBadge } from '#web/ui/content/status-badge.tsx';
import { findingLabels } from './finding-labels.ts';
import css from './import.module.css';
import { findOutcomeLabels, type ImportRow, importOutcomes, type PeopleImport } from './import-labels.ts';

/** The file whose rows are listed. */
export interface ImportRowsContext {
  kind: PeopleImport['kind'];
  isFinished: boolean;
}

const isOfPeople = ({ kind }: ImportRowsContext) => kind !== 'range';

/** What each row of a file does, or did. */
export const importRowsList = defineList<'GET /api/peopleimports/:id/rows', ImportRowsContext>()({
  name: 'importrows',
  call: 'GET /api/peopleimports/:id/rows',
  rowsKey: 'rows',
  idKey: 'row',
  nouns: ['row', 'rows'],
  label: 'Rows of the file',
  columns: {
    name: { title: 'Name', isHeading: true, wraps: true, cell: (row, { kind }) => <Name row={row} kind={kind} /> },
    line: {
      title: 'Line',
      cell: ({ line }) => line ?? 'Not in the file',
      onCard: ({ line }) => (line === null ? 'Not in the file' : `Line ${line}`),
    },
    number: { title: 'Employee no.', isAllowed: isOfPeople, cell: ({ employeeNumber }) => employeeNumber },
    email: { title: 'Email', isAllowed: isOfPeople, cell: ({ email }) => email },
    sku: { title: 'SKU', isAllowed: ({ kind }) => kind === 'range', cell: ({ sku }) => sku },
    changes: { title: 'Changes', wraps: true, cell: (row, { kind }) => <Changes row={row} kind={kind} /> },
    outcome: { title: 'Result', cell: (row, { isFinished }) => <Outcome row={row} isFinished={isFinished} /> },
  },
  card: [{ start: ['name'], end: 'outcome' }, { start: ['line', 'number', 'email', 'sku'] }, { start: ['changes'] }],
  filters: {
    outcome: {
      ...oneOf({
        label: 'Result',
        url: 'outcome',
        options: importOutcomes.map(({ outcome, planned }) => ({ id: outcome, label: planned })),
      }),
      isTab: true,
    },
    finding: oneOf({
      label: 'To confirm',
      url: 'finding',
      isAllowed: ({ kind }: ImportRowsContext) => kind === 'people',
      options: IMPORT_FINDINGS.map((finding) => ({ id: finding, label: findingLabels[finding].title })),
    }),
    attention: oneOf({
      label: 'To check',
      url: 'attention',
      isAllowed: ({ kind }: ImportRowsContext) => kind === 'people',
      options: [{ id: 'leaving', label: 'Last day or status not read' }],
    }),
  },
  rows: { usual: 25, choices: [25, 50, 100] },
  empty: { title: 'No rows to show', text: 'The rows of a file are deleted after 90 days.' },
  nothingFound: '',
});

const Name = ({ row: { customerId, person }, kind }: { row: ImportRow; kind: PeopleImport['kind'] }) =>
  customerId ? (
    <Link to={paths.person(customerId)}>{person || 'Person'}</Link>
  ) : (
    person || (kind === 'range' ? 'Unknown product' : 'No name')
  );

const MAX_CHANGES = 4;
const UNDO_LABELS = { restored: 'Undone', partly: 'Partly undone', kept: 'Not undone' } as const;

/** Why a row is not imported, what it changes, and what became of that when it was undone. */
function Changes({ row, kind }: { row: ImportRow; kind: PeopleImport['kind'] }) {
  const { outcome, reasons, changes, undo, undoReason } = row;
  const [isOpen, setOpen] = useState(false);
  const more = changes.length - MAX_CHANGES;
  return (
    <>
      {reasons.map((reason) => (
        <Text
          key={reason}
          size="sm"
          c={outcome === 'refuse' ? undefined : 'dimmed'}
          className={outcome === 'refuse' ? css.refusal : undefined}
        >
          {reason}
        </Text>
      ))}
      {changes.length > 0 && (
        <dl className={css.changes} data-kind={kind}>
          {changes.slice(0, isOpen ? undefined : MAX_CHANGES).map(({ field, before, after }) => (
            <div key={field}>
              <Text component="dt" size="sm" c="dimmed">
                {field}
              </Text>
              <dd>
                {before && (
                  <>
                    <del>{before}</del> <span aria-hidden="true">→</span>{' '}
                  </>
                )}
                {after ? <ins>{after}</ins> : <em>empty</em>}
              </dd>
            </div>
          ))}
        </dl>
      )}
      {more > 0 && (
        <button type="button" className={css.more} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Show less' : `and ${more} more`}
        </button>
      )}
      {undo && (
        <Text size="sm" c="dimmed">
          <strong>{UNDO_LABELS[undo]}.</strong> {undoReason}
        </Text>
      )}
    </>
  );
}

function Outcome({ row: { outcome, isProcessed }, isFinished }: { row: ImportRow; isFinished: boolean }) {
  const labels = outcome ? findOutcomeLabels(outcome) : undefined;
  return labels && <StatusBadge tone={labels.tone}>{isFinished || isProcessed ? labels.processed : labels.planned}</StatusBadge>;
}
