import { Textarea } from '@mantine/core';
import type { BodyOf, ReplyOf } from '#contract/index.ts';
import { useEntityForm } from '#web/app/forms/use-entity-form.ts';
import { formatMoney } from '#web/ui/format/format.ts';
import { FormButtons } from '#web/ui/forms/form-buttons.tsx';
import { FormNotices } from '#web/ui/forms/form-notices.tsx';
import { StackedForm } from '#web/ui/forms/stacked-form.tsx';
import { operatorApi } from '../session/operator-api.ts';
import type { Payment, PaymentResult } from './payment-result.ts';
import { useSendPayment } from './use-send-payment.ts';

interface Props {
  payment: Payment;
  onDone: (result: PaymentResult) => void;
  onCancel: () => void;
}

/** Says what reversing a payment means, and asks for the reason. */
export function ReversePaymentForm({ payment, onDone, onCancel }: Props) {
  const numbers = payment.allocations.map(({ invoiceNumber }) => invoiceNumber);
  const send = useSendPayment((body: BodyOf<'POST /api/operator/payments/:id/reverse'>, headers) =>
    operatorApi('POST /api/operator/payments/:id/reverse', { params: { id: payment.id }, body, headers }),
  );
  const form = useEntityForm<{ reason: string }, ReplyOf<'POST /api/operator/payments/:id/reverse'>>({
    draftKey: `payment-reversal.${payment.id}`,
    saved: { reason: '' },
    validate: ({ reason }) => ({ ...(reason.trim() === '' && { reason: 'Reason is required' }) }),
    save: ({ values: { reason } }) => send({ reason: reason.trim() }),
    onSaved: onDone,
  });

  return (
    <StackedForm {...form.formProps}>
      <FormNotices otherErrors={form.otherErrors} />
      <p>
        A reversing entry of {formatMoney(-payment.amount, payment.currencyCode)} is added for {payment.reference} of{' '}
        {payment.organisationName}.{' '}
        {numbers.length > 0
          ? `What it covered is open again: ${numbers.join(', ')}. Their orders are no longer paid, and completed ones are being processed again.`
          : 'It covers no invoice.'}{' '}
        This cannot be undone, but the payment can be recorded again.
      </p>
      <Textarea label="Reason" maxLength={500} autosize minRows={2} {...form.getInputProps('reason')} />
      <FormButtons
        color="red"
        isSaving={form.isSaving}
        onCancel={() => {
          form.discard();
          onCancel();
        }}
      >
        Reverse payment
      </FormButtons>
    </StackedForm>
  );
}
