import type { QueryOf } from '#contract/index.ts';
import { download } from '#web/app/api.ts';
import { DownloadMenu } from '#web/ui/buttons/download-menu.tsx';

interface Props {
  /** Search, filters and order of the list. */
  query: QueryOf<'GET /api/orders/exporttoexcel'>;
  /** Fields of the visible columns. */
  fields: readonly string[];
  total: number;
}

/** Exports all orders that match the filters to Excel: with the visible columns or with all. */
export const ExportOrders = ({ query, fields, total }: Props) => (
  <DownloadMenu
    label="Export to Excel"
    busyLabel="Exporting"
    disabled={total === 0}
    choices={[
      {
        label: 'Visible columns',
        file: (onProgress) =>
          download('GET /api/orders/exporttoexcel', { query: { ...query, fields: ['id', ...fields].join() } }, onProgress),
      },
      { label: 'All columns', file: (onProgress) => download('GET /api/orders/exporttoexcel', { query }, onProgress) },
    ]}
  />
);
