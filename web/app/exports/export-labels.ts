import { percentOf } from '#web/ui/feedback/progress-bar.tsx';
import type { ListExport } from './export-calls.ts';

/** What an export is of, as the lists are called on their pages. */
export const EXPORT_LABELS: Readonly<Record<ListExport['list'], string>> = {
  people: 'People',
  orders: 'Orders',
  invoices: 'Invoices',
  returns: 'Returns',
  range: 'Range',
  stock: 'Stock',
  orderSheet: 'Order sheet',
  importReport: 'Report of an import',
  products: 'Catalogue',
  stockLevels: 'Stock',
  cataloguePrices: 'Catalogue prices',
  clientPrices: 'Prices of a client',
};

/** Whether the file of an export is still to come. */
export const isUnderway = ({ state }: Pick<ListExport, 'state'>): boolean => state === 'waiting' || state === 'running';

/** How often an export that is underway is asked about. */
export const POLL_INTERVAL_MS = 1000;

/** The size of a file: "2.4 MB". */
export const formatSize = (bytes: number): string =>
  bytes < 100_000 ? `${Math.ceil(bytes / 1000)} KB` : `${(bytes / 1e6).toFixed(1)} MB`;

/** How far an export is, in words. */
export const describeExportProgress = ({ state, progress: { done, total } }: Pick<ListExport, 'state' | 'progress'>): string => {
  if (state === 'waiting') return 'Waiting to start';
  if (total === 0) return 'Writing the file';
  // Not in records: some are read twice, for the list and for the lines on a second sheet.
  return `${percentOf(done, total)} % written`;
};
