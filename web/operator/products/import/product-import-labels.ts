import type { ReplyOf } from '#contract/index.ts';
import type { Tone } from '#web/ui/content/status-badge.tsx';
import { formatNumber, plural } from '#web/ui/format/format.ts';

export type ProductImport = ReplyOf<'GET /api/operator/productimports/:id'>['productImport'];
export type ProductImportRow = ReplyOf<'GET /api/operator/productimports/:id/rows'>['rows'][number];

/** What one item of an import is called, and several. */
export const PRODUCT_NOUNS = ['product', 'products'] as const;

interface OutcomeLabels {
  outcome: ProductImportRow['outcome'];
  planned: string;
  processed: string;
  tone: Tone;
}

/** What becomes of a row, before the import and after it. */
export const productOutcomes: readonly OutcomeLabels[] = [
  { outcome: 'refused', planned: 'Can’t import', processed: 'Not imported', tone: 'danger' },
  { outcome: 'conflict', planned: 'Changed since', processed: 'Changed since', tone: 'warning' },
  { outcome: 'created', planned: 'New', processed: 'Added', tone: 'success' },
  { outcome: 'changed', planned: 'Change', processed: 'Changed', tone: 'info' },
  { outcome: 'unchanged', planned: 'No change', processed: 'No change', tone: 'neutral' },
  { outcome: 'ignored', planned: 'Not imported', processed: 'Not imported', tone: 'neutral' },
  { outcome: 'warning', planned: 'Warning', processed: 'Warning', tone: 'warning' },
];

export const findProductOutcomeLabels = (outcome: ProductImportRow['outcome']): OutcomeLabels | undefined =>
  productOutcomes.find((one) => one.outcome === outcome);

export const IMPORT_STATE_LABELS: Readonly<Record<ProductImport['state'], readonly [label: string, tone: Tone]>> = {
  uploaded: ['Uploaded', 'neutral'],
  previewing: ['Being checked', 'info'],
  previewed: ['Checked', 'info'],
  running: ['Running', 'info'],
  stopped: ['Stopped', 'warning'],
  finished: ['Imported', 'success'],
  undone: ['Undone', 'neutral'],
};

/** How many products an import writes. */
export const countWritten = ({ counts }: Pick<ProductImport, 'counts'>): number => counts.created + counts.changed;

/** The products of a file by what becomes of them: "12 new, 3 changed, 1 not imported". */
export function formatProductSummary({ counts, state }: Pick<ProductImport, 'counts' | 'state'>): string {
  if (state === 'uploaded' || state === 'previewing') return 'Not checked yet';
  const left = counts.refused + counts.conflict + counts.ignored;
  const parts = [
    counts.created > 0 && `${formatNumber(counts.created)} new`,
    counts.changed > 0 && `${formatNumber(counts.changed)} changed`,
    counts.unchanged > 0 && `${formatNumber(counts.unchanged)} unchanged`,
    left > 0 && `${formatNumber(left)} not imported`,
  ].filter((part) => part !== false);
  return parts.length > 0 ? parts.join(', ') : 'No products';
}

/** Whose file it is. */
export const describeTarget = ({ organisationName, madeForClient }: ProductImport): string =>
  organisationName === null ? 'Catalogue' : madeForClient ? `${organisationName}, made for it` : organisationName;

/** What an import does, for the question before it. */
export const listEffects = ({ counts, organisationName }: ProductImport): string[] =>
  [
    counts.created > 0 && `${plural(counts.created, ...PRODUCT_NOUNS)} will be added to the catalogue`,
    counts.changed > 0 &&
      (organisationName === null
        ? `${plural(counts.changed, ...PRODUCT_NOUNS)} will be changed for all clients`
        : `The range of ${organisationName} will change for ${plural(counts.changed, ...PRODUCT_NOUNS)}`),
    counts.refused > 0 && `${plural(counts.refused, ...PRODUCT_NOUNS)} will not be imported`,
  ].filter((line) => line !== false);
