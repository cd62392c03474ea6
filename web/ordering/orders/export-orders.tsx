import { download } from '#web/app/api.ts';
import { DownloadMenu } from '#web/ui/buttons/download-menu.tsx';
import type { OrderColumn } from './order-columns.ts';
import { type OrderFilters, toOrdersExportQuery } from './order-filters.ts';

interface Props {
  filters: OrderFilters;
  columns: readonly OrderColumn[];
  total: number;
}

/** Exports all orders that match the filters to Excel: with the visible columns or with all. */
export function ExportOrders({ filters, columns, total }: Props) {
  const query = () => toOrdersExportQuery(filters, new Date());
  const visible = ['id', ...columns.flatMap(({ fields }) => fields)].join();
  return (
    <DownloadMenu
      label="Export to Excel"
      busyLabel="Exporting"
      disabled={total === 0}
      choices={[
        {
          label: 'Visible columns',
          file: (onProgress) => download('GET /api/orders/exporttoexcel', { query: { ...query(), fields: visible } }, onProgress),
        },
        { label: 'All columns', file: (onProgress) => download('GET /api/orders/exporttoexcel', { query: query() }, onProgress) },
      ]}
    />
  );
}
