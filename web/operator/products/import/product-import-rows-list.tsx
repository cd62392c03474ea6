import { Text } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { defineList } from '#web/app/lists/define-list.ts';
import { oneOf } from '#web/app/lists/filter-kinds.tsx';
import css from '#web/people/import/import.module.css';
import { StatusBadge } from '#web/ui/content/status-badge.tsx';
import { operatorPaths } from '../../operator-paths.ts';
import { findProductOutcomeLabels, type ProductImportRow, productOutcomes } from './product-import-labels.ts';

interface RowsContext {
  isFinished: boolean;
}

/** What each row of a product file does, or did. */
export const productImportRowsList = defineList<'GET /api/operator/productimports/:id/rows', RowsContext>()({
  name: 'productimportrows',
  call: 'GET /api/operator/productimports/:id/rows',
  rowsKey: 'rows',
  idKey: 'id',
  nouns: ['row', 'rows'],
  label: 'Rows of the file',
  columns: {
    product: { title: 'Product', isHeading: true, wraps: true, cell: (row) => <Product row={row} /> },
    sku: { title: 'SKU', cell: ({ sku }) => sku },
    line: { title: 'Line', cell: ({ line }) => line ?? '–', onCard: ({ line }) => (line === null ? null : `Line ${line}`) },
    changes: { title: 'Changes', wraps: true, cell: (row) => <Changes row={row} /> },
    outcome: { title: 'Result', cell: (row, { isFinished }) => <Outcome row={row} isFinished={isFinished} /> },
  },
  card: [{ start: ['product'], end: 'outcome' }, { start: ['line', 'sku'] }, { start: ['changes'] }],
  filters: {
    outcome: {
      ...oneOf({
        label: 'Result',
        url: 'outcome',
        options: productOutcomes.map(({ outcome, planned }) => ({ id: outcome, label: planned })),
      }),
      isTab: true,
    },
  },
  rows: { usual: 25, choices: [25, 50, 100] },
  empty: { title: 'No rows to show', text: 'The rows of a file are deleted after 90 days.' },
  nothingFound: 'No row has this result.',
});

const Product = ({ row: { productId, handle } }: { row: ProductImportRow }) =>
  productId === null ? handle || 'No product' : <Link to={operatorPaths.product(productId)}>{handle}</Link>;

const MAX_CHANGES = 4;

/** What is said of a row, and each value before and after. */
function Changes({ row: { outcome, text, changes } }: { row: ProductImportRow }) {
  const [isOpen, setOpen] = useState(false);
  const more = changes.length - MAX_CHANGES;
  const isRefused = outcome === 'refused' || outcome === 'conflict';
  return (
    <>
      {(changes.length === 0 || isRefused) && (
        <Text size="sm" className={isRefused ? css.refusal : undefined}>
          {text}
        </Text>
      )}
      {changes.length > 0 && (
        <dl className={css.changes}>
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
    </>
  );
}

function Outcome({ row: { outcome }, isFinished }: { row: ProductImportRow; isFinished: boolean }) {
  const labels = findProductOutcomeLabels(outcome);
  return labels && <StatusBadge tone={labels.tone}>{isFinished ? labels.processed : labels.planned}</StatusBadge>;
}
