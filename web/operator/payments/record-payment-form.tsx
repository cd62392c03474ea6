import { TextInput } from '@mantine/core';
import type { BodyOf, ReplyOf } from '#contract/index.ts';
import { useEntityForm } from '#web/app/forms/use-entity-form.ts';
import { formatMoney } from '#web/ui/format/format.ts';
import { toIsoDay } from '#web/ui/format/iso-day.ts';
import { DateField } from '#web/ui/forms/date-field.tsx';
import { FormButtons } from '#web/ui/forms/form-buttons.tsx';
import { FormNotices } from '#web/ui/forms/form-notices.tsx';
import { StackedForm } from '#web/ui/forms/stacked-form.tsx';
import { OrganisationSelect } from '../organisation-select.tsx';
import { operatorApi } from '../session/operator-api.ts';
import { AllocationFields } from './allocation-fields.tsx';
import { MONEY_HELP, parseMoney } from './parse-money.ts';
import type { PaymentResult } from './payment-result.ts';
import css from './payments.module.css';
import { findAllocationProblem, type TypedAmounts, useAllocation } from './use-allocation.ts';
import { useSendPayment } from './use-send-payment.ts';

interface Props {
  /** The organisation that is chosen at first; 0: none. */
  organisationId: number;
  onDone: (result: PaymentResult) => void;
  onCancel: () => void;
}

interface PaymentValues {
  organisationId: number;
  amount: string;
  receivedOn: string;
  reference: string;
  allocations: TypedAmounts;
}

const getToday = () => toIsoDay(new Date());

function findDayProblem(day: string): string | undefined {
  if (day === '') return 'Enter the day';
  return day > getToday() ? 'This day is in the future' : undefined;
}

/** Records a payment that has been received, with what it covers. */
export function RecordPaymentForm({ organisationId: initialId, onDone, onCancel }: Props) {
  const send = useSendPayment((payment: BodyOf<'POST /api/operator/payments'>, headers) =>
    operatorApi('POST /api/operator/payments', { body: { payment }, headers }),
  );
  const form = useEntityForm<PaymentValues, ReplyOf<'POST /api/operator/payments'>>({
    draftKey: `payment.new.${initialId}`,
    saved: { organisationId: initialId, amount: '', receivedOn: getToday(), reference: '', allocations: null },
    validate: (entered) => {
      const dayProblem = findDayProblem(entered.receivedOn);
      const allocationProblem = findAllocationProblem(allocation, amount);
      return {
        ...(entered.organisationId === 0 && { organisationId: 'Select the organisation that paid' }),
        ...(amount === undefined && { amount: MONEY_HELP }),
        ...(dayProblem && { receivedOn: dayProblem }),
        ...(entered.reference.trim() === '' && { reference: 'Reference is required' }),
        ...(allocationProblem && { allocations: allocationProblem }),
      };
    },
    save: ({ values: { organisationId, receivedOn, reference } }) =>
      send({
        organisationId,
        amount: amount as number,
        receivedOn,
        reference: reference.trim(),
        // Without edits the server covers the longest due first, also those that are not listed here.
        ...(allocation.isTyped && { allocations: allocation.toBody() }),
      }),
    onSaved: onDone,
  });
  const { values, errors, set } = form;
  const amount = parseMoney(values.amount);
  const allocation = useAllocation(values.organisationId, amount, values.allocations, (allocations) => set({ allocations }));
  const currencyCode = allocation.entries[0]?.invoice.currencyCode ?? 'GBP';

  return (
    <StackedForm {...form.formProps}>
      <FormNotices otherErrors={form.otherErrors} />
      <OrganisationSelect
        label="Organisation"
        name="organisationId"
        none="Select an organisation"
        value={values.organisationId}
        onChange={(organisationId) => set({ organisationId, allocations: null })}
        error={errors.organisationId}
      />
      <div className={css.fields}>
        <TextInput label="Amount" inputMode="decimal" autoComplete="off" {...form.getInputProps('amount')} />
        <DateField label="Received on" max={getToday()} {...form.getInputProps('receivedOn')} />
      </div>
      <TextInput
        label="Reference"
        description="As on the bank statement. The same reference is recorded once for an organisation."
        autoComplete="off"
        maxLength={100}
        {...form.getInputProps('reference')}
      />
      {values.organisationId > 0 && (
        <AllocationFields
          allocation={allocation}
          amount={amount}
          currencyCode={currencyCode}
          name="allocations"
          error={errors.allocations}
        />
      )}
      <FormButtons
        isSaving={form.isSaving}
        onCancel={() => {
          form.discard();
          onCancel();
        }}
      >
        {amount === undefined ? 'Record payment' : `Record payment of ${formatMoney(amount, currencyCode)}`}
      </FormButtons>
    </StackedForm>
  );
}
