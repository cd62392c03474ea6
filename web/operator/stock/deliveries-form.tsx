import { Textarea } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { ApiError } from '#web/app/api-error.ts';
import type { FieldErrors } from '#web/app/forms/field-errors.ts';
import { useEntityForm } from '#web/app/forms/use-entity-form.ts';
import { useIdempotencyKey } from '#web/app/use-idempotency-key.ts';
import { showSuccess } from '#web/ui/feedback/alerts.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { plural } from '#web/ui/format/format.ts';
import { FormButtons } from '#web/ui/forms/form-buttons.tsx';
import { FormNotices } from '#web/ui/forms/form-notices.tsx';
import { StackedForm } from '#web/ui/forms/stacked-form.tsx';
import { operatorApi } from '../session/operator-api.ts';
import { type ReadDeliveries, readDeliveries } from './delivery-lines.ts';
import { invalidateStock } from './invalidate-stock.ts';

const MAX_PROBLEMS = 5;

/** What the server says about the lines, each with its number in the block. */
const listRefusals = (error: ApiError, { items, lines }: ReadDeliveries) =>
  items.flatMap((_, index) => {
    const problem = ['code', 'quantity', 'dueOn'].map((field) => error.field(`items[${index}].${field}`)).find(Boolean);
    return problem ? [`Line ${lines[index]}: ${problem}`] : [];
  });

const join = (problems: readonly string[]) =>
  [
    ...problems.slice(0, MAX_PROBLEMS),
    ...(problems.length > MAX_PROBLEMS ? [`And ${problems.length - MAX_PROBLEMS} more.`] : []),
  ].join(' ');

/** Enters expected deliveries, typed or pasted from a sheet. Either all are entered or none. */
export function DeliveriesForm({ code = '', onClose }: { code?: string; onClose: () => void }) {
  const client = useQueryClient();
  const keyOf = useIdempotencyKey();
  const form = useEntityForm<{ lines: string }, { msg: string | null }>({
    draftKey: `deliveries.${code}`,
    saved: { lines: code === '' ? '' : `${code}, ` },
    validate: ({ lines }): FieldErrors => {
      const { items, problems } = readDeliveries(lines);
      const problem = problems.length > 0 ? join(problems) : items.length === 0 ? 'Enter at least one delivery.' : undefined;
      return problem === undefined ? {} : { lines: problem };
    },
    save: async ({ values }) => {
      const read = readDeliveries(values.lines);
      const body = { items: read.items };
      try {
        return await operatorApi('POST /api/operator/stock/deliveries', { body, headers: keyOf(body) });
      } catch (error) {
        const refusals = error instanceof ApiError ? listRefusals(error, read) : [];
        throw refusals.length > 0 && error instanceof ApiError
          ? new ApiError(error.status, [`Nothing was entered. ${join(refusals)}`])
          : error;
      }
    },
    onSaved: async ({ msg }) => {
      showSuccess(msg ?? 'The deliveries have been entered.');
      form.discard();
      onClose();
      await invalidateStock(client);
    },
  });
  const { items, problems } = readDeliveries(form.values.lines);
  const pieces = items.reduce((sum, { quantity }) => sum + quantity, 0);
  return (
    <StackedForm {...form.formProps}>
      <FormNotices otherErrors={form.otherErrors} />
      <Textarea
        label="Deliveries"
        description="One per line: SKU or barcode, pieces, day, and a reference if you like. You can paste from a sheet."
        placeholder="PQ-POLO-NAVY-M, 40, 2026-03-12, PO 4711"
        autosize
        minRows={4}
        maxRows={14}
        data-autofocus
        {...form.getInputProps('lines')}
      />
      {items.length > 0 && problems.length === 0 && (
        <Notice role="status">
          {plural(items.length, 'delivery', 'deliveries')} with {plural(pieces, 'piece')}. Received goods are deducted from them,
          earliest first.
        </Notice>
      )}
      <FormButtons
        isSaving={form.isSaving}
        onCancel={() => {
          form.discard();
          onClose();
        }}
      >
        Enter deliveries
      </FormButtons>
    </StackedForm>
  );
}
