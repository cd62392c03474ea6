import { Button, Stack, Text, TextInput } from '@mantine/core';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReplyOf } from '#contract/index.ts';
import { useEntityForm } from '#web/app/forms/use-entity-form.ts';
import { StatusBadge } from '#web/ui/content/status-badge.tsx';
import { showSuccess } from '#web/ui/feedback/alerts.ts';
import { SkeletonRows } from '#web/ui/feedback/skeleton.tsx';
import { EmptyState, ErrorState } from '#web/ui/feedback/states.tsx';
import { formatNumber, plural } from '#web/ui/format/format.ts';
import { SearchInput } from '#web/ui/forms/search-input.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { PageLoading } from '#web/ui/layout/page-loading.tsx';
import { invalidateOperatorCalls, operatorApi, operatorQuery } from '../session/operator-api.ts';
import css from './low-stock.module.css';

type Garment = ReplyOf<'GET /api/operator/lowstock'>['stock'][number];

/** As many as the server sends. */
const MAX_ROWS = 50;

/** When the stock of garments counts as low: those with a threshold, or those that were searched for. */
export function LowStock() {
  const [searchTerm, setSearchTerm] = useState('');
  const { data, error, refetch } = useQuery({
    ...operatorQuery('GET /api/operator/lowstock', { query: searchTerm ? { searchTerm } : {} }),
    placeholderData: keepPreviousData,
  });
  return (
    <Card className={css.card} title="Low stock">
      <p className={css.text}>
        The event “Stock low” is sent each time a garment’s available stock falls below its threshold. Search for a garment to
        give it a threshold.
      </p>
      <SearchInput
        className={css.search}
        label="Search garments"
        placeholder="SKU, barcode or product"
        value={searchTerm}
        onSearch={setSearchTerm}
      />
      {!data ? (
        error ? (
          <ErrorState title="The garments could not be loaded." error={error} onRetry={() => void refetch()} />
        ) : (
          <PageLoading label="Loading garments">
            <SkeletonRows rows={3} height={56} />
          </PageLoading>
        )
      ) : data.stock.length === 0 ? (
        <EmptyState title={searchTerm ? 'No garment found' : 'No thresholds yet'}>
          {searchTerm
            ? 'Search for the beginning of a SKU or of a barcode, or for part of a product’s name.'
            : 'Garments with a threshold are listed here.'}
        </EmptyState>
      ) : (
        <>
          <Stack component="ul" gap={0} role="list" aria-label="Garments">
            {data.stock.map((garment) => (
              <Threshold key={garment.combinationId} garment={garment} />
            ))}
          </Stack>
          {data.stock.length === MAX_ROWS && (
            <p className={css.text}>The first {MAX_ROWS} are shown. Search for a SKU to find others.</p>
          )}
        </>
      )}
    </Card>
  );
}

function Threshold({ garment }: { garment: Garment }) {
  const { productName, sku, attributeDescription, available, lowStockThreshold } = garment;
  return (
    <li className={css.row}>
      <Stack gap={0} miw={0}>
        <strong>{productName}</strong>
        <Text span size="sm" c="dimmed">
          {[attributeDescription, sku].filter(Boolean).join(' · ')}
        </Text>
      </Stack>
      <span className={css.stock}>
        {available === 0 ? 'None available' : `${plural(available, 'piece')} available`}
        {lowStockThreshold !== null && available < lowStockThreshold && (
          <StatusBadge tone="warning">Below {formatNumber(lowStockThreshold)}</StatusBadge>
        )}
      </span>
      <ThresholdForm garment={garment} />
    </li>
  );
}

const isThreshold = (text: string) => text === '' || (/^\d{1,7}$/.test(text) && Number(text) >= 1 && Number(text) <= 1_000_000);

/** Of empty input: no threshold. */
const toThreshold = (text: string) => (text.trim() === '' ? null : Number(text));

function ThresholdForm({ garment: { combinationId: id, sku, lowStockThreshold } }: { garment: Garment }) {
  const client = useQueryClient();
  const form = useEntityForm<{ lowStockThreshold: string }, unknown>({
    draftKey: `low-stock.${id}`,
    saved: { lowStockThreshold: lowStockThreshold === null ? '' : String(lowStockThreshold) },
    version: 0,
    validate: ({ lowStockThreshold: text }) => ({
      ...(!isThreshold(text.trim()) && { lowStockThreshold: 'Enter a whole number from 1, or leave blank for no event' }),
    }),
    save: ({ values }) =>
      operatorApi('PUT /api/operator/combinations/:id/lowstock', {
        params: { id },
        body: { stock: { lowStockThreshold: toThreshold(values.lowStockThreshold) } },
      }),
    onSaved: () => {
      const threshold = toThreshold(form.values.lowStockThreshold);
      showSuccess(threshold === null ? `${sku} has no threshold any more.` : `${sku} counts as low below ${threshold}.`);
      return invalidateOperatorCalls(client, 'GET /api/operator/lowstock');
    },
  });
  return (
    <form {...form.formProps} className={css.form}>
      <TextInput
        aria-label={`Threshold of ${sku}`}
        placeholder="No event"
        inputMode="numeric"
        maxLength={7}
        {...form.getInputProps('lowStockThreshold')}
      />
      <Button type="submit" variant="default" loading={form.isSaving} disabled={!form.isDirty}>
        Save
      </Button>
    </form>
  );
}
