import { NativeSelect, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReplyOf } from '#contract/index.ts';
import { useEntityForm } from '#web/app/forms/use-entity-form.ts';
import { useIdempotencyKey } from '#web/app/use-idempotency-key.ts';
import { PricePreviewPanel } from '#web/catalogue/range/range-price-preview.tsx';
import { DownIcon } from '#web/ui/content/icons.tsx';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { showError, showSuccess } from '#web/ui/feedback/alerts.ts';
import { formatDay, plural } from '#web/ui/format/format.ts';
import { FormButtons } from '#web/ui/forms/form-buttons.tsx';
import { FormNotices } from '#web/ui/forms/form-notices.tsx';
import { StackedForm } from '#web/ui/forms/stacked-form.tsx';
import { invalidateOperatorCalls, operatorApi } from '../session/operator-api.ts';
import {
  describeFigure,
  findPriceChangeProblems,
  PRICE_WAYS,
  type PriceChangeBody,
  type PriceChangeValues,
  toPriceChange,
} from './price-change-form.ts';
import { PriceDaysFields, PriceReturns } from './price-entry-fields.tsx';
import { useUndoClientPrices } from './use-undo-prices.ts';

const LIST = 'GET /api/operator/organisations/:id/prices';

interface Props {
  organisationId: number;
  /** Which products, as the call takes them. */
  selected: Pick<PriceChangeBody, 'ids' | 'matching' | 'expectedCount'>;
  count: number;
  /** What the dialog is about: "Polo shirt", "12 products". */
  subject: string;
  initial: PriceChangeValues;
  /** Today in the client's time zone. */
  today: string;
  onDone: () => void;
  onClose: () => void;
}

type PriceChange = ReplyOf<'POST /api/operator/organisations/:id/prices'>['priceChange'];

/** What was done, in a sentence or two. */
function describeSavedPrices({ changed, refusals }: PriceChange, startsOn: string | undefined): string {
  const done =
    startsOn === undefined
      ? `${plural(changed, 'price')} changed.`
      : `${plural(changed, 'price')} will change on ${formatDay(startsOn)}.`;
  const left = refusals.map(
    ({ reason, count }) => `${plural(count, 'product')} left as ${count === 1 ? 'it is' : 'they are'}: ${reason}`,
  );
  return [done.charAt(0).toUpperCase() + done.slice(1), ...left].join(' ');
}

function useSetPrices({ organisationId, onDone, onClose }: Pick<Props, 'organisationId' | 'onDone' | 'onClose'>) {
  const client = useQueryClient();
  const keyOf = useIdempotencyKey();
  const undo = useUndoClientPrices(organisationId);
  return useMutation({
    mutationFn: (body: PriceChangeBody) =>
      operatorApi('POST /api/operator/organisations/:id/prices', {
        params: { id: organisationId },
        body,
        headers: keyOf(body),
      }),
    onSuccess: async ({ priceChange }, { startsOn }) => {
      const { id } = priceChange;
      showSuccess(describeSavedPrices(priceChange, startsOn ?? undefined), {
        ...(id !== null && { action: { label: 'Undo', run: () => void undo(id) } }),
      });
      onDone();
      onClose();
      await invalidateOperatorCalls(client, LIST);
    },
    onError: (error) => {
      showError(error);
      return invalidateOperatorCalls(client, LIST);
    },
  });
}

/** Sets the price of one or many products of a client, after old and new prices have been shown. */
export function PriceChangeDialog({ organisationId, selected, count, subject, initial, today, onDone, onClose }: Props) {
  const [previewed, setPreviewed] = useState<PriceChangeBody>();
  const sending = useSetPrices({ organisationId, onDone, onClose });
  const form = useEntityForm<PriceChangeValues, PriceChangeBody>({
    saved: initial,
    validate: (values) => findPriceChangeProblems(values, today),
    save: ({ values }) => Promise.resolve({ ...selected, ...toPriceChange(values) }),
    onSaved: setPreviewed,
  });
  const figure = describeFigure(form.values.way);
  if (previewed)
    return (
      <Dialog opened onClose={onClose} title="Check the new prices" closeLabel="Close without changing" width={640}>
        <PricePreviewPanel
          queryKey={['POST /api/operator/organisations/:id/prices/preview', organisationId, previewed]}
          load={() =>
            operatorApi('POST /api/operator/organisations/:id/prices/preview', {
              params: { id: organisationId },
              body: previewed,
            })
          }
          findBlocker={({ total, changed, sourceChanged, refusals }) =>
            refusals.reduce((sum, each) => sum + each.count, 0) === total
              ? 'None of these products can get this price.'
              : changed === 0 && sourceChanged === 0
                ? 'No prices would change.'
                : undefined
          }
          count={count}
          isSending={sending.isPending}
          onConfirm={() => sending.mutate(previewed)}
          onBack={() => setPreviewed(undefined)}
        />
      </Dialog>
    );
  return (
    <Dialog opened onClose={onClose} title={`Set price: ${subject}`} closeLabel="Close without changing" width={640}>
      <StackedForm {...form.formProps}>
        <FormNotices otherErrors={form.otherErrors} />
        <NativeSelect
          label="Price"
          rightSection={<DownIcon size={16} />}
          data={PRICE_WAYS.map((way) => ({ ...way }))}
          {...form.getInputProps('way')}
        />
        {figure && <TextInput {...figure} inputMode="text" autoComplete="off" maxLength={20} {...form.getInputProps('figure')} />}
        <PriceDaysFields today={today} getInputProps={form.getInputProps} />
        {form.values.lastOn !== '' && <PriceReturns />}
        <FormButtons isSaving={form.isSaving} onCancel={onClose}>
          Preview prices
        </FormButtons>
      </StackedForm>
    </Dialog>
  );
}
