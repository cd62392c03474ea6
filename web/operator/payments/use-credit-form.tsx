import type { BodyOf, ReplyOf } from '#contract/index.ts';
import { useEntityForm } from '#web/app/forms/use-entity-form.ts';
import { formatMoney } from '#web/ui/format/format.ts';
import { FormButtons } from '#web/ui/forms/form-buttons.tsx';
import { FormNotices } from '#web/ui/forms/form-notices.tsx';
import { StackedForm } from '#web/ui/forms/stacked-form.tsx';
import { operatorApi } from '../session/operator-api.ts';
import { AllocationFields } from './allocation-fields.tsx';
import type { Payment, PaymentResult } from './payment-result.ts';
import { findAllocationProblem, type TypedAmounts, useAllocation } from './use-allocation.ts';
import { useSendPayment } from './use-send-payment.ts';

interface Props {
  payment: Payment;
  onDone: (result: PaymentResult) => void;
  onCancel: () => void;
}

/** Lets what is left of a payment or credit note cover invoices. */
export function UseCreditForm({ payment, onDone, onCancel }: Props) {
  const send = useSendPayment((body: BodyOf<'POST /api/operator/payments/:id/allocations'>, headers) =>
    operatorApi('POST /api/operator/payments/:id/allocations', { params: { id: payment.id }, body, headers }),
  );
  const form = useEntityForm<{ allocations: TypedAmounts }, ReplyOf<'POST /api/operator/payments/:id/allocations'>>({
    draftKey: `payment-credit.${payment.id}`,
    saved: { allocations: null },
    validate: () => {
      const problem = findAllocationProblem(allocation, payment.unallocated);
      return { ...(problem && { allocations: problem }) };
    },
    save: () => send({ allocations: allocation.toBody() }),
    onSaved: onDone,
  });
  const allocation = useAllocation(payment.organisationId, payment.unallocated, form.values.allocations, (allocations) =>
    form.set({ allocations }),
  );

  return (
    <StackedForm {...form.formProps}>
      <FormNotices otherErrors={form.otherErrors} />
      <p>
        {formatMoney(payment.unallocated, payment.currencyCode)} of {payment.kind === 'creditNote' ? 'credit note' : 'payment'}{' '}
        {payment.reference} from {payment.organisationName} covers no invoice yet.
      </p>
      <AllocationFields
        allocation={allocation}
        amount={payment.unallocated}
        currencyCode={payment.currencyCode}
        name="allocations"
        error={form.errors.allocations}
      />
      <FormButtons
        isSaving={form.isSaving}
        disabled={allocation.taken === 0 || findAllocationProblem(allocation, payment.unallocated) !== undefined}
        onCancel={() => {
          form.discard();
          onCancel();
        }}
      >
        Use {formatMoney(allocation.taken, payment.currencyCode)}
      </FormButtons>
    </StackedForm>
  );
}
