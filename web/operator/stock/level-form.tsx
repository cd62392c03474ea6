import { Button, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { ReplyOf } from '#contract/index.ts';
import type { FieldErrors } from '#web/app/forms/field-errors.ts';
import { useEntityForm } from '#web/app/forms/use-entity-form.ts';
import { showSuccess } from '#web/ui/feedback/alerts.ts';
import { FormNotices } from '#web/ui/forms/form-notices.tsx';
import { StackedForm } from '#web/ui/forms/stacked-form.tsx';
import { operatorApi } from '../session/operator-api.ts';
import { invalidateStock } from './invalidate-stock.ts';

type Garment = ReplyOf<'GET /api/operator/stock/:combinationId'>;

interface Values {
  shelf: string;
  lowStockThreshold: string;
}

const LABELS: Record<keyof Values, string> = { shelf: 'Shelf', lowStockThreshold: 'Low below' };
const isThreshold = (text: string) => text === '' || (/^\d{1,7}$/.test(text) && Number(text) >= 1 && Number(text) <= 1_000_000);

/** Shelf and threshold of a garment. */
export function LevelForm({ stock, reload }: { stock: Garment['stock']; reload: () => Promise<number | undefined> }) {
  const client = useQueryClient();
  const params = { combinationId: stock.id };
  const form = useEntityForm<Values, Garment>({
    draftKey: `stock-level.${stock.id}`,
    saved: {
      shelf: stock.shelf ?? '',
      lowStockThreshold: stock.lowStockThreshold === null ? '' : String(stock.lowStockThreshold),
    },
    version: stock.version,
    validate: ({ lowStockThreshold }): FieldErrors =>
      isThreshold(lowStockThreshold.trim()) ? {} : { lowStockThreshold: 'Enter a whole number from 1, or leave blank.' },
    save: ({ values, changed, expectedVersion }) =>
      operatorApi('PUT /api/operator/stock/:combinationId', {
        params,
        body: {
          ...(changed.includes('shelf') && { shelf: values.shelf.trim() || null }),
          ...(changed.includes('lowStockThreshold') && {
            lowStockThreshold: values.lowStockThreshold.trim() === '' ? null : Number(values.lowStockThreshold),
          }),
          version: expectedVersion,
        },
      }),
    getVersion: (saved) => saved.stock.version,
    reload,
    onSaved: async (saved) => {
      client.setQueryData(['GET /api/operator/stock/:combinationId', { params }], saved);
      showSuccess('Shelf and threshold have been saved.');
      await invalidateStock(client);
    },
  });
  return (
    <StackedForm {...form.formProps} gap={14}>
      <FormNotices
        otherErrors={form.otherErrors}
        conflicts={form.conflicts.map(({ name, ...values }) => ({ ...values, name, label: LABELS[name as keyof Values] }))}
        onUseSaved={(name) => form.acceptTheirs(name as keyof Values)}
      />
      <TextInput label="Shelf" maxLength={40} autoComplete="off" {...form.getInputProps('shelf')} />
      <TextInput
        label="Low below"
        description="Fewer available pieces count as low. Leave blank for the product’s own number."
        inputMode="numeric"
        maxLength={7}
        {...form.getInputProps('lowStockThreshold')}
      />
      <Button type="submit" variant="default" loading={form.isSaving} disabled={!form.isDirty}>
        Save
      </Button>
    </StackedForm>
  );
}
