import { defineList } from '#web/app/lists/define-list.ts';
import { StatusBadge } from '#web/ui/content/status-badge.tsx';
import { formatDateTime } from '#web/ui/format/format.ts';
import { operatorPaths } from '../../operator-paths.ts';
import { describeTarget, formatProductSummary, IMPORT_STATE_LABELS, type ProductImport } from './product-import-labels.ts';

/** The product files that were uploaded earlier, newest first. */
export const productImportsList = defineList<'GET /api/operator/productimports'>()({
  name: 'productimports',
  call: 'GET /api/operator/productimports',
  rowsKey: 'productImports',
  nouns: ['file', 'files'],
  label: 'Earlier files',
  link: ({ id }) => operatorPaths.productImport(id),
  columns: {
    file: { title: 'File', isHeading: true, wraps: true, cell: ({ fileName }) => fileName },
    target: { title: 'For', wraps: true, cell: describeTarget },
    date: { title: 'Date', cell: ({ startedOnUtc, createdOnUtc }) => formatDateTime(startedOnUtc ?? createdOnUtc) },
    by: { title: 'By', cell: ({ createdBy }) => createdBy },
    products: { title: 'Products', wraps: true, cell: formatProductSummary },
    state: { title: 'Status', cell: (productImport) => <State productImport={productImport} /> },
  },
  card: [{ start: ['file'], end: 'state' }, { start: ['target', 'date', 'by'] }, { start: ['products'] }],
  filters: {},
  rows: { usual: 10, choices: [10, 25, 50, 100] },
  empty: { title: 'No imports yet', text: 'Your product files will be listed here and can be undone for 30 days.' },
  nothingFound: '',
});

function State({ productImport: { state, isPreviewInterrupted } }: { productImport: ProductImport }) {
  const [label, tone] = IMPORT_STATE_LABELS[isPreviewInterrupted ? 'uploaded' : state];
  return <StatusBadge tone={tone}>{label}</StatusBadge>;
}
