import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import css from '#web/people/import/import.module.css';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { showError } from '#web/ui/feedback/alerts.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { plural } from '#web/ui/format/format.ts';
import { useMay } from '../../session/operator-access.ts';
import { invalidateOperatorCalls, operatorApi } from '../../session/operator-api.ts';
import { countWritten, listEffects, PRODUCT_NOUNS, type ProductImport } from './product-import-labels.ts';
import { ProductImportRows } from './product-import-rows.tsx';

interface Props {
  productImport: ProductImport;
  onColumns: () => void;
}

/** What the file would do, before anything is changed, and the button that runs it. */
export function ProductPreviewStep({ productImport, onColumns }: Props) {
  const [isConfirming, setConfirming] = useState(false);
  const mayChange = useMay('catalogue:write');
  const { counts } = productImport;
  const written = countWritten(productImport);
  return (
    <>
      <Stack>
        {counts.refused > 0 ? (
          <Notice tone="warning" role="status">
            {plural(counts.refused, ...PRODUCT_NOUNS)} can’t be imported, for the reasons below. You can import the others, or fix
            the file and upload it again.
          </Notice>
        ) : written === 0 ? (
          <Notice tone="success" role="status">
            Everything already matches the file.
          </Notice>
        ) : null}
        {mayChange && (
          <div className={css.buttons}>
            <Button disabled={written === 0} aria-haspopup="dialog" onClick={() => setConfirming(true)}>
              {written === 0 ? 'Nothing to import' : `Import ${plural(written, ...PRODUCT_NOUNS)}`}
            </Button>
            <Button variant="default" onClick={onColumns}>
              Back to columns
            </Button>
          </div>
        )}
      </Stack>
      <ProductImportRows productImport={productImport} />
      {isConfirming && <ConfirmRun productImport={productImport} onClose={() => setConfirming(false)} />}
    </>
  );
}

function ConfirmRun({ productImport, onClose }: { productImport: ProductImport; onClose: () => void }) {
  const client = useQueryClient();
  const [, setSearch] = useSearchParams();
  const { id } = productImport;
  const run = useMutation({
    mutationFn: () => operatorApi('POST /api/operator/productimports/:id/run', { params: { id } }),
    onSuccess: (reply) => {
      client.setQueryData(['GET /api/operator/productimports/:id', { params: { id } }], reply);
      void invalidateOperatorCalls(client, 'GET /api/operator/productimports', 'GET /api/operator/productimports/:id/rows');
      // The filter of the preview does not apply to the result.
      setSearch({}, { replace: true });
      onClose();
      scrollTo({ top: 0 });
    },
    onError: (error) => {
      showError(error);
      void invalidateOperatorCalls(client, 'GET /api/operator/productimports/:id');
    },
  });
  return (
    <Dialog opened onClose={onClose} title="Import now?" closeLabel="Close without importing" width={480}>
      <Stack>
        <ul className={css.effects}>
          {listEffects(productImport).map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
        <Text size="sm" c="dimmed">
          You can undo the import for 30 days, except for products changed since. Stock stays as it is.
        </Text>
        <Group gap="xs" justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button loading={run.isPending} onClick={() => run.mutate()} data-autofocus>
            Import {plural(countWritten(productImport), ...PRODUCT_NOUNS)}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
