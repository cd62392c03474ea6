import { Button, Stack } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { BulkEditResult } from '#web/app/bulk-edit/bulk-edit-result.tsx';
import { useBulkEdits } from '#web/app/bulk-edit/use-bulk-edits.ts';
import css from '#web/people/import/import.module.css';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { formatDateTime } from '#web/ui/format/format.ts';
import { operatorPaths } from '../../operator-paths.ts';
import { useMay } from '../../session/operator-access.ts';
import { invalidateOperatorCalls } from '../../session/operator-api.ts';
import { operatorBulkEdits } from './operator-bulk-edits.ts';
import { formatProductSummary, PRODUCT_NOUNS, type ProductImport } from './product-import-labels.ts';
import { ProductImportRows } from './product-import-rows.tsx';

/** Progress and result of an import that has been run. */
export function ProductResultStep({ productImport }: { productImport: ProductImport }) {
  const client = useQueryClient();
  const mayChange = useMay('catalogue:write');
  const { bulkEditId } = productImport;
  const { outcome, actions } = useBulkEdits({
    kind: 'product-import',
    id: bulkEditId,
    calls: operatorBulkEdits,
    onChanged: () =>
      invalidateOperatorCalls(
        client,
        'GET /api/operator/productimports',
        'GET /api/operator/productimports/:id',
        'GET /api/operator/productimports/:id/rows',
        'GET /api/operator/products',
        'GET /api/operator/products/:id',
      ),
  });
  return (
    <>
      <Stack>
        {outcome ? (
          <BulkEditResult
            bulkEdit={mayChange ? outcome : { ...outcome, canStop: false, canContinue: false, canUndo: false }}
            nouns={PRODUCT_NOUNS}
            linkTo={operatorPaths.product}
            busy={actions.busy}
            onUndo={actions.onUndo}
            onContinue={actions.onContinue}
            onStop={actions.onStop}
          />
        ) : (
          bulkEditId === null && <StoredResult productImport={productImport} />
        )}
        <div className={css.buttons}>
          <Button component={Link} to={operatorPaths.products} variant="default">
            Go to catalogue
          </Button>
        </div>
      </Stack>
      <ProductImportRows productImport={productImport} />
    </>
  );
}

/** The result of an import whose bulk edit has been deleted after 30 days. */
function StoredResult({ productImport }: { productImport: ProductImport }) {
  const { finishedOnUtc, undoneOnUtc, startedOnUtc } = productImport;
  if (undoneOnUtc) return <Notice tone="warning">Undone on {formatDateTime(undoneOnUtc)}.</Notice>;
  return (
    <Notice tone="info">
      Imported on {formatDateTime(finishedOnUtc ?? startedOnUtc ?? '')}: {formatProductSummary(productImport)}.
    </Notice>
  );
}
