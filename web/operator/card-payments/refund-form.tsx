import { Button, Text, Textarea, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReplyOf } from '#contract/index.ts';
import { useEntityForm } from '#web/app/forms/use-entity-form.ts';
import { createIdempotencyKey } from '#web/app/idempotency-key.ts';
import { showSuccess } from '#web/ui/feedback/alerts.ts';
import { formatMoney } from '#web/ui/format/format.ts';
import { FormButtons } from '#web/ui/forms/form-buttons.tsx';
import { FormNotices } from '#web/ui/forms/form-notices.tsx';
import { StackedForm } from '#web/ui/forms/stacked-form.tsx';
import { MONEY_HELP, parseMoney, toMoneyText } from '../payments/parse-money.ts';
import { operatorApi } from '../session/operator-api.ts';
import type { CardPaymentDetail } from './card-payment-labels.ts';
import { refreshCardPayments } from './refresh-card-payments.ts';

interface Props {
  payment: CardPaymentDetail;
  onClose: () => void;
}

interface RefundValues {
  amount: string;
  reason: string;
}

/** Refunds a payment to its card, whole or in part. The order itself stays as it is. */
export function RefundForm({ payment, onClose }: Props) {
  const { id, refundable, currencyCode, personName } = payment;
  const client = useQueryClient();
  // The same key for every attempt of this dialog, so that nothing is refunded twice.
  const [key] = useState(createIdempotencyKey);
  const left = formatMoney(refundable, currencyCode);
  const form = useEntityForm<RefundValues, ReplyOf<'POST /api/operator/cardpayments/:id/refund'>>({
    draftKey: `card-refund.${id}`,
    saved: { amount: '', reason: '' },
    validate: ({ reason }) => ({
      ...(amount === undefined ? { amount: MONEY_HELP } : amount > refundable && { amount: `At most ${left} can be refunded.` }),
      ...(reason.trim() === '' && { reason: 'Reason is required' }),
    }),
    save: ({ values: { reason } }) =>
      operatorApi('POST /api/operator/cardpayments/:id/refund', {
        params: { id },
        body: { amount: amount as number, reason: reason.trim(), key },
      }),
    onSaved() {
      onClose();
      showSuccess(`${formatMoney(amount ?? 0, currencyCode)} is refunded to the card.`);
      void refreshCardPayments(client);
    },
  });
  const amount = parseMoney(form.values.amount);
  return (
    <StackedForm {...form.formProps}>
      <FormNotices otherErrors={form.otherErrors} />
      <p>
        {left} can still be refunded to the card of {personName}. They are told by email. The order stays as it is: cancel its
        pieces on the board, or decide on its return, where they are not to be sent.
      </p>
      <TextInput
        label="Amount incl. tax"
        inputMode="decimal"
        autoComplete="off"
        rightSectionWidth={90}
        rightSection={
          <Button size="compact-sm" variant="subtle" onClick={() => form.set({ amount: toMoneyText(refundable) })}>
            All
          </Button>
        }
        {...form.getInputProps('amount')}
      />
      <Textarea
        label="Reason"
        description={`Shown to ${personName} in the email and on the order.`}
        maxLength={500}
        autosize
        minRows={2}
        {...form.getInputProps('reason')}
      />
      {amount !== undefined && amount < refundable && (
        <Text size="sm" c="dimmed">
          {formatMoney(Math.round((refundable - amount) * 100) / 100, currencyCode)} remains.
        </Text>
      )}
      <FormButtons
        isSaving={form.isSaving}
        onCancel={() => {
          form.discard();
          onClose();
        }}
      >
        {amount === undefined ? 'Refund' : `Refund ${formatMoney(amount, currencyCode)}`}
      </FormButtons>
    </StackedForm>
  );
}
