import { Button, Stack } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import css from '#web/people/import/import.module.css';
import { showError, showSuccess } from '#web/ui/feedback/alerts.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { operatorPaths } from '../../operator-paths.ts';
import { useMay } from '../../session/operator-access.ts';
import { invalidateOperatorCalls, operatorApi } from '../../session/operator-api.ts';
import type { ProductImport } from './product-import-labels.ts';

interface Props {
  productImport: ProductImport;
  onPreview: () => void;
}

/** What the columns of a product file mean. */
export function ProductColumnsStep({ productImport, onPreview }: Props) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const mayChange = useMay('catalogue:write');
  const { id, columns, problem, isPreviewInterrupted } = productImport;
  const preview = useMutation({
    mutationFn: () => operatorApi('POST /api/operator/productimports/:id/preview', { params: { id }, body: {} }),
    onSuccess: (reply) => {
      client.setQueryData(['GET /api/operator/productimports/:id', { params: { id } }], reply);
      void invalidateOperatorCalls(client, 'GET /api/operator/productimports', 'GET /api/operator/productimports/:id/rows');
      onPreview();
      scrollTo({ top: 0 });
    },
    onError: showError,
  });
  const discard = useMutation({
    mutationFn: () => operatorApi('DELETE /api/operator/productimports/:id', { params: { id } }),
    onSuccess: () => {
      showSuccess('The file was discarded. Nothing was changed.', { persistent: true });
      void invalidateOperatorCalls(client, 'GET /api/operator/productimports');
      void navigate(operatorPaths.productImports);
    },
    onError: showError,
  });
  return (
    <Stack>
      {problem !== null && (
        <Notice tone="danger" role="alert">
          {problem} Nothing has been changed.
        </Notice>
      )}
      {isPreviewInterrupted && (
        <Notice tone="danger" role="alert">
          Something went wrong on our side while we checked your file. Nothing has been changed. Please preview it again.
        </Notice>
      )}
      <Card title="Columns" flush>
        <p className={css.intro}>These are the columns of a Shopify export; what they mean is known.</p>
        <Stack component="ul" gap={0} role="list" aria-label="Columns">
          {columns.map(({ header, samples }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the columns of a file do not change, and headings may be the same
            <li key={index} className={css.column}>
              <div className={css.text}>
                <strong>{header}</strong>
                <span className={css.samples}>{samples.length > 0 ? samples.join(' · ') : 'No values'}</span>
              </div>
            </li>
          ))}
        </Stack>
      </Card>
      {mayChange && (
        <div className={css.buttons}>
          <Button loading={preview.isPending} onClick={() => preview.mutate()}>
            Preview
          </Button>
          <Button variant="default" loading={discard.isPending} onClick={() => discard.mutate()}>
            Discard file
          </Button>
        </div>
      )}
    </Stack>
  );
}
