import { NativeSelect, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { BodyOf, ReplyOf } from '#contract/index.ts';
import { useEntityForm } from '#web/app/forms/use-entity-form.ts';
import { useIdempotencyKey } from '#web/app/use-idempotency-key.ts';
import { DownIcon } from '#web/ui/content/icons.tsx';
import { showSuccess } from '#web/ui/feedback/alerts.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { formatNumber, plural } from '#web/ui/format/format.ts';
import { FormButtons } from '#web/ui/forms/form-buttons.tsx';
import { FormNotices } from '#web/ui/forms/form-notices.tsx';
import { StackedForm } from '#web/ui/forms/stacked-form.tsx';
import { operatorApi } from '../session/operator-api.ts';
import { findCorrectionProblem, readCorrection } from './corrections.ts';
import { invalidateStock } from './invalidate-stock.ts';

type Stock = ReplyOf<'GET /api/operator/stock/:combinationId'>['stock'];
type Reason = BodyOf<'POST /api/operator/stock/:combinationId/adjustments'>['reason'];

const REASONS: Record<Reason, string> = {
  damaged: 'Damaged',
  lost: 'Lost',
  found: 'Found',
  sample: 'Used as a sample',
  miscounted: 'Earlier count was wrong',
  other: 'Another reason',
};

/** Adds pieces to the stock on hand or removes them, with a reason, after showing what would be left. */
export function CorrectionForm({ stock, onClose }: { stock: Stock; onClose: () => void }) {
  const client = useQueryClient();
  const keyOf = useIdempotencyKey();
  const form = useEntityForm<
    { quantity: string; reason: '' | Reason; note: string },
    ReplyOf<'POST /api/operator/stock/:combinationId/adjustments'>
  >({
    draftKey: `correct-stock.${stock.id}`,
    saved: { quantity: '', reason: '', note: '' },
    validate: ({ quantity, reason, note }) => {
      const problem = findCorrectionProblem(stock, quantity);
      return {
        ...(problem !== undefined && { quantity: problem }),
        ...(reason === '' && { reason: 'Select a reason.' }),
        ...(reason === 'other' && note.trim() === '' && { note: 'Enter a reason.' }),
      };
    },
    save: ({ values: { quantity, reason, note } }) => {
      const body = { quantity: readCorrection(quantity) ?? 0, reason: reason as Reason, note: note.trim() || null };
      return operatorApi('POST /api/operator/stock/:combinationId/adjustments', {
        params: { combinationId: stock.id },
        body,
        headers: keyOf(body),
      });
    },
    onSaved: async ({ msg }) => {
      showSuccess(msg ?? 'The stock has been corrected.');
      form.discard();
      onClose();
      await invalidateStock(client);
    },
  });
  const change = readCorrection(form.values.quantity);
  const isPossible = findCorrectionProblem(stock, form.values.quantity) === undefined;
  return (
    <StackedForm {...form.formProps}>
      <FormNotices otherErrors={form.otherErrors} />
      <TextInput
        label="Pieces to add or remove"
        description={`${plural(stock.onHand, 'piece')} on hand, ${formatNumber(stock.reserved)} reserved. Enter −2 to remove two.`}
        inputMode="text"
        autoComplete="off"
        maxLength={8}
        data-autofocus
        {...form.getInputProps('quantity')}
      />
      <NativeSelect
        label="Reason"
        rightSection={<DownIcon size={16} />}
        data={[{ value: '', label: 'Select a reason' }, ...Object.entries(REASONS).map(([value, label]) => ({ value, label }))]}
        {...form.getInputProps('reason')}
      />
      <TextInput
        label={form.values.reason === 'other' ? 'Why' : 'Note (optional)'}
        description="Shown with the movement."
        maxLength={200}
        {...form.getInputProps('note')}
      />
      {change !== undefined && isPossible && (
        <Notice role="status">{plural(stock.onHand + change, 'piece')} will be on hand.</Notice>
      )}
      <FormButtons
        isSaving={form.isSaving}
        onCancel={() => {
          form.discard();
          onClose();
        }}
      >
        {change === undefined
          ? 'Correct stock'
          : change > 0
            ? `Add ${plural(change, 'piece')}`
            : `Remove ${plural(-change, 'piece')}`}
      </FormButtons>
    </StackedForm>
  );
}
