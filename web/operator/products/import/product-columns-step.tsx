import { Button, NativeSelect, Stack, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import css from '#web/people/import/import.module.css';
import { DownIcon } from '#web/ui/content/icons.tsx';
import { showError, showSuccess } from '#web/ui/feedback/alerts.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { plural } from '#web/ui/format/format.ts';
import { Card } from '#web/ui/layout/card.tsx';
import { operatorPaths } from '../../operator-paths.ts';
import { useMay } from '../../session/operator-access.ts';
import { invalidateOperatorCalls, operatorApi } from '../../session/operator-api.ts';
import type { ProductImport } from './product-import-labels.ts';

interface Props {
  productImport: ProductImport;
  onPreview: () => void;
}

const FORMAT_TEXTS: Readonly<Record<ProductImport['format'], string>> = {
  shopify: 'These are the columns of a Shopify export. They’re matched automatically.',
  woocommerce: 'This is a WooCommerce export. Products and their variations are joined automatically.',
  livery: 'This is the workbook of the catalogue. Its columns are recognised automatically.',
  mapped: 'Choose what each column contains. The next file with the same headings is read the same way.',
};

const WEIGHT_UNITS = ['g', 'kg', 'lb', 'oz'];

/** What the columns of a product file mean. */
export function ProductColumnsStep({ productImport, onPreview }: Props) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const mayChange = useMay('catalogue:write');
  const { id, columns, fields, format, mapping, problem, isPreviewInterrupted } = productImport;
  const isMapped = format === 'mapped';
  const [chosen, setChosen] = useState<readonly string[]>(() =>
    columns.map(({ header }) => mapping.columns.find(({ column }) => column === header)?.field ?? ''),
  );
  const [constants, setConstants] = useState(() => new Map(mapping.constants.map(({ field, value }) => [field, value])));
  const blocker = isMapped && mayChange ? findBlocker(chosen, fields) : undefined;
  const setConstant = (field: string, value: string) => setConstants(new Map(constants).set(field, value));
  const preview = useMutation({
    mutationFn: () =>
      operatorApi('POST /api/operator/productimports/:id/preview', {
        params: { id },
        body: isMapped
          ? {
              mapping: {
                columns: columns.flatMap(({ header }, index) => {
                  const field = chosen[index] ?? '';
                  return field === '' ? [] : [{ field, column: header }];
                }),
                constants: [...constants].flatMap(([field, value]) => (value.trim() === '' ? [] : [{ field, value }])),
              },
            }
          : {},
      }),
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
  const skipped = chosen.filter((field) => field === '').length;
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
        <p className={css.intro}>
          {FORMAT_TEXTS[format]}
          {isMapped && skipped > 0 && ` ${plural(skipped, 'column')} will not be imported.`}
        </p>
        <Stack component="ul" gap={0} role="list" aria-label="Columns">
          {columns.map(({ header, samples }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the columns of a file do not change, and headings may be the same
            <li key={index} className={css.column} data-out={(isMapped && chosen[index] === '') || undefined}>
              <div className={css.text}>
                <strong>{header}</strong>
                <span className={css.samples}>{samples.length > 0 ? samples.join(' · ') : 'No values'}</span>
              </div>
              {isMapped && (
                <NativeSelect
                  aria-label={`Column ${header} is`}
                  rightSection={<DownIcon size={16} />}
                  disabled={!mayChange}
                  value={chosen[index] ?? ''}
                  data={[{ value: '', label: 'Don’t import' }, ...fields.map(({ field, label }) => ({ value: field, label }))]}
                  onChange={({ currentTarget: { value } }) =>
                    setChosen(chosen.map((field, at) => (at === index ? value : field)))
                  }
                />
              )}
            </li>
          ))}
        </Stack>
      </Card>
      {isMapped && (
        <Card title="The same for every row">
          <div className={css.options}>
            {!chosen.includes('brand') && (
              <TextInput
                label="Brand"
                description="Leave it empty if the products have none."
                maw={420}
                maxLength={200}
                disabled={!mayChange}
                value={constants.get('brand') ?? ''}
                onChange={(event) => setConstant('brand', event.currentTarget.value)}
              />
            )}
            <NativeSelect
              label="Weights are in"
              maw={280}
              rightSection={<DownIcon size={16} />}
              disabled={!mayChange}
              value={constants.get('weightUnit') ?? 'g'}
              data={WEIGHT_UNITS}
              onChange={(event) => setConstant('weightUnit', event.currentTarget.value)}
            />
          </div>
        </Card>
      )}
      {blocker && <Notice tone="warning">{blocker}</Notice>}
      {mayChange && (
        <div className={css.buttons}>
          <Button disabled={blocker !== undefined} loading={preview.isPending} onClick={() => preview.mutate()}>
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

/** Why a file cannot be previewed with these fields; undefined if it can. */
function findBlocker(chosen: readonly string[], fields: ProductImport['fields']): string | undefined {
  const used = chosen.filter((field) => field !== '');
  const twice = used.find((field, index) => used.indexOf(field) !== index);
  if (twice !== undefined) {
    const label = fields.find(({ field }) => field === twice)?.label ?? twice;
    return `Two columns are “${label}”. Please choose one of them.`;
  }
  return used.some((one) => fields.some(({ field, isRequired }) => isRequired && field === one))
    ? undefined
    : 'Please choose the column with the product code or the name: without it, rows cannot be told apart.';
}
