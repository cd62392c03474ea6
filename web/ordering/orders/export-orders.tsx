import type { QueryOf } from '#contract/index.ts';
import { download } from '#web/app/api.ts';
import { useExport } from '#web/app/exports/use-export.tsx';
import { DownloadMenu } from '#web/ui/buttons/download-menu.tsx';

interface Props {
  /** Search, filters and order of the list. */
  query: QueryOf<'GET /api/orders/exporttoexcel'>;
  /** Fields of the visible columns. */
  fields: readonly string[];
  total: number;
}

/** Exports all orders that match the filters to Excel: with the visible columns or with all. */
export function ExportOrders({ query, fields, total }: Props) {
  const { choose, dialog } = useExport({ rows: total });
  const toFile = (columns: Pick<Props['query'], 'fields'>) =>
    choose({ list: 'orders', query: { ...query, ...columns } }, (onProgress) =>
      download('GET /api/orders/exporttoexcel', { query: { ...query, ...columns } }, onProgress),
    );
  return (
    <>
      <DownloadMenu
        label="Export to Excel"
        busyLabel="Exporting"
        disabled={total === 0}
        choices={[
          { label: 'Visible columns', file: toFile({ fields: ['id', ...fields].join() }) },
          { label: 'All columns', file: toFile({}) },
        ]}
      />
      {dialog}
    </>
  );
}
