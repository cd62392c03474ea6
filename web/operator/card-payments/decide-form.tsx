import { Textarea } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { ReplyOf } from '#contract/index.ts';
import { useEntityForm } from '#web/app/forms/use-entity-form.ts';
import { showSuccess } from '#web/ui/feedback/alerts.ts';
import { formatMoney } from '#web/ui/format/format.ts';
import { FormButtons } from '#web/ui/forms/form-buttons.tsx';
import { FormNotices } from '#web/ui/forms/form-notices.tsx';
import { StackedForm } from '#web/ui/forms/stacked-form.tsx';
import { operatorApi } from '../session/operator-api.ts';
import type { CardPaymentDetail } from './card-payment-labels.ts';
import { refreshCardPayments } from './refresh-card-payments.ts';

/** What is decided about a payment that is held. */
export type HeldDecision = 'accept' | 'reject';

interface Props {
  payment: CardPaymentDetail;
  decision: HeldDecision;
  onClose: () => void;
}

/** Decides on a payment that is held, after saying what that means. */
export function DecideForm({ payment, decision, onClose }: Props) {
  const { id, orderId, amount, currencyCode, personName, fingerprint } = payment;
  const client = useQueryClient();
  const received = formatMoney(payment.received ?? 0, currencyCode);
  const isAccepted = decision === 'accept';
  const form = useEntityForm<{ reason: string }, ReplyOf<'POST /api/operator/cardpayments/:id/accept'>>({
    draftKey: `card-${decision}.${id}`,
    saved: { reason: '' },
    validate: ({ reason }) => ({ ...(!isAccepted && reason.trim() === '' && { reason: 'Reason is required' }) }),
    save({ values: { reason } }) {
      return isAccepted
        ? operatorApi('POST /api/operator/cardpayments/:id/accept', { params: { id }, body: { fingerprint } })
        : operatorApi('POST /api/operator/cardpayments/:id/reject', {
            params: { id },
            body: { fingerprint, reason: reason.trim() },
          });
    },
    onSaved() {
      onClose();
      showSuccess(
        isAccepted
          ? `Order ${orderId} is paid and goes to the warehouse.`
          : `${received} is refunded, and order ${orderId} is cancelled.`,
      );
      void refreshCardPayments(client);
    },
    handleError() {
      void refreshCardPayments(client);
      return false;
    },
  });
  return (
    <StackedForm {...form.formProps}>
      <FormNotices otherErrors={form.otherErrors} />
      <p>
        {isAccepted
          ? `${received} counts as payment of the ${formatMoney(amount, currencyCode)} that were requested, and nothing more is requested. Order ${orderId} goes to the warehouse.`
          : `${received} goes back to the card, and order ${orderId} is cancelled. Its stock and entitlement are given back, its garments go to the cart of ${personName}, who is told by email.`}{' '}
        This cannot be undone.
      </p>
      {!isAccepted && (
        <Textarea
          label="Reason"
          description={`Shown to ${personName} in the email and on the order.`}
          maxLength={500}
          autosize
          minRows={2}
          {...form.getInputProps('reason')}
        />
      )}
      <FormButtons
        {...(isAccepted ? {} : { color: 'red' })}
        isSaving={form.isSaving}
        onCancel={() => {
          form.discard();
          onClose();
        }}
      >
        {isAccepted ? 'Take as paid' : `Refund ${received} and cancel order`}
      </FormButtons>
    </StackedForm>
  );
}
