import { Textarea, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { ReplyOf } from '#contract/index.ts';
import { useEntityForm } from '#web/app/forms/use-entity-form.ts';
import { showSuccess } from '#web/ui/feedback/alerts.ts';
import { FormButtons } from '#web/ui/forms/form-buttons.tsx';
import { FormNotices } from '#web/ui/forms/form-notices.tsx';
import { StackedForm } from '#web/ui/forms/stacked-form.tsx';
import { invalidateOperatorCalls, operatorApi } from '../../session/operator-api.ts';
import type { PurchaseOrderDetail } from './purchase-order-labels.ts';

interface Props {
  order: PurchaseOrderDetail;
  onClose: () => void;
}

/** Reads again what a decision changes. */
const useRefresh = () => {
  const client = useQueryClient();
  return () => void invalidateOperatorCalls(client, 'GET /api/operator/punchout/orders', 'GET /api/operator/punchout/orders/:id');
};

const skuField = (lineNumber: number) => `sku${lineNumber}`;

/** Places a waiting order, with what it lacks. */
export function AcceptOrderForm({ order, onClose }: Props) {
  const { id, number, version, needsEmail } = order;
  const refresh = useRefresh();
  const lines = order.lines.filter(({ needsSku }) => needsSku);
  const form = useEntityForm<Record<string, string>, ReplyOf<'POST /api/operator/punchout/orders/:id/accept'>>({
    draftKey: `purchase-order-accept.${id}`,
    saved: { personEmail: '', ...Object.fromEntries(lines.map(({ lineNumber }) => [skuField(lineNumber), ''])) },
    validate: (values) => ({
      ...(needsEmail && values.personEmail?.trim() === '' && { personEmail: 'Email address is required' }),
      ...Object.fromEntries(
        lines.flatMap(({ lineNumber }) =>
          values[skuField(lineNumber)]?.trim() ? [] : [[skuField(lineNumber), 'Part number is required']],
        ),
      ),
    }),
    save: ({ values }) =>
      operatorApi('POST /api/operator/punchout/orders/:id/accept', {
        params: { id },
        body: {
          acceptance: {
            version,
            ...(needsEmail && { personEmail: (values.personEmail ?? '').trim() }),
            lines: lines.map(({ lineNumber }) => ({ lineNumber, sku: (values[skuField(lineNumber)] ?? '').trim() })),
          },
        },
      }),
    onSaved({ purchaseOrder }) {
      onClose();
      showSuccess(`PO ${number} is accepted as order ${purchaseOrder.orderId}.`);
      refresh();
    },
    handleError() {
      refresh();
      return false;
    },
  });
  return (
    <StackedForm {...form.formProps}>
      <FormNotices otherErrors={form.otherErrors} />
      <p>The order is placed exactly as it was ordered: at its prices, units and quantities. The buyer’s system is told.</p>
      {needsEmail && (
        <TextInput
          type="email"
          label="Email address of the person"
          description="Whose order it is. The purchasing system does not say."
          {...form.getInputProps('personEmail')}
        />
      )}
      {lines.map(({ lineNumber, ordered }) => (
        <TextInput
          key={lineNumber}
          label={`Our part number for line ${lineNumber}`}
          description={`Ordered: ${[ordered.sku, ordered.description].filter(Boolean).join(' · ') || 'without part number and description'}`}
          {...form.getInputProps(skuField(lineNumber))}
        />
      ))}
      <FormButtons
        isSaving={form.isSaving}
        onCancel={() => {
          form.discard();
          onClose();
        }}
      >
        Accept order
      </FormButtons>
    </StackedForm>
  );
}

/** Rejects a waiting order with a reason. */
export function RejectOrderForm({ order: { id, number, version, isChange, orderId }, onClose }: Props) {
  const refresh = useRefresh();
  const form = useEntityForm<{ reason: string }, ReplyOf<'POST /api/operator/punchout/orders/:id/reject'>>({
    draftKey: `purchase-order-reject.${id}`,
    saved: { reason: '' },
    validate: ({ reason }) => ({ ...(reason.trim() === '' && { reason: 'Reason is required' }) }),
    save: ({ values: { reason } }) =>
      operatorApi('POST /api/operator/punchout/orders/:id/reject', {
        params: { id },
        body: { rejection: { version, reason: reason.trim() } },
      }),
    onSaved() {
      onClose();
      showSuccess(isChange ? `The change is rejected. Order ${orderId} stays as it is.` : `PO ${number} is rejected.`);
      refresh();
    },
    handleError() {
      refresh();
      return false;
    },
  });
  return (
    <StackedForm {...form.formProps}>
      <FormNotices otherErrors={form.otherErrors} />
      <p>{isChange ? `Order ${orderId} stays as it is.` : 'Nothing is ordered.'} This cannot be undone.</p>
      <Textarea
        label="Reason"
        description="Sent to the purchasing system."
        maxLength={500}
        autosize
        minRows={2}
        {...form.getInputProps('reason')}
      />
      <FormButtons
        color="red"
        isSaving={form.isSaving}
        onCancel={() => {
          form.discard();
          onClose();
        }}
      >
        {isChange ? 'Reject change' : 'Reject order'}
      </FormButtons>
    </StackedForm>
  );
}
