import { Button, Textarea, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { ReplyOf } from '#contract/index.ts';
import { ApiError } from '#web/app/api-error.ts';
import { showError } from '#web/ui/feedback/alerts.ts';
import { formatMoney } from '#web/ui/format/format.ts';
import { OrganisationSelect } from '../organisation-select.tsx';
import { invalidateOperatorCalls, operatorApi } from '../session/operator-api.ts';
import { AllocationFields, useAllocation } from './allocation-fields.tsx';
import { MONEY_HELP, parseMoney } from './parse-money.ts';
import type { PaymentResult } from './payment-result.ts';
import css from './payments.module.css';
import { usePaymentKey } from './use-payment-key.ts';

export type Payment = ReplyOf<'GET /api/operator/payments'>['payments'][number];

interface Props {
  onDone: (result: PaymentResult) => void;
  onCancel: () => void;
}

/** Reads again what a payment changes. */
const useRefresh = () => {
  const client = useQueryClient();
  return () =>
    invalidateOperatorCalls(
      client,
      'GET /api/operator/payments',
      'GET /api/operator/invoices',
      'GET /api/operator/invoices/:id',
      'GET /api/operator/organisations',
      'GET /api/operator/organisations/:id/credit',
    );
};

/** Today in the reader's time zone, as date fields hold it. */
function getToday(): string {
  const now = new Date();
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, '0')).join('-');
}

/** Records a payment that has been received, with what it covers. */
export function RecordPaymentForm({ organisationId: initialId, onDone, onCancel }: Props & { organisationId: number }) {
  const [organisationId, setOrganisationId] = useState(initialId);
  const [amountText, setAmountText] = useState('');
  const [receivedOn, setReceivedOn] = useState(getToday);
  const [reference, setReference] = useState('');
  const [isSubmitted, setSubmitted] = useState(false);
  const amount = parseMoney(amountText);
  const allocation = useAllocation(organisationId, amount);
  const keyOf = usePaymentKey();
  const refresh = useRefresh();
  const saving = useMutation({
    mutationFn: () => {
      const body = {
        organisationId,
        amount: amount as number,
        receivedOn,
        reference: reference.trim(),
        // Without edits the server covers the longest due first, also those that are not listed here.
        ...(allocation.isTyped && { allocations: allocation.toBody() }),
      };
      return operatorApi('POST /api/operator/payments', { body: { payment: body }, headers: keyOf(body) });
    },
    onSuccess: async (result) => {
      onDone(result);
      await refresh();
    },
    onError: async (error) => {
      if (!(error instanceof ApiError && FIELDS.some((field) => error.field(field)))) showError(error);
      await refresh();
    },
  });
  const refusalOf = (field: string) => (saving.error instanceof ApiError ? saving.error.field(field) : undefined);
  const problems = {
    organisation: organisationId === 0 ? 'Select the organisation that paid' : undefined,
    amount: amount === undefined ? MONEY_HELP : undefined,
    receivedOn: receivedOn === '' ? 'Enter the day' : receivedOn > getToday() ? 'This day is in the future' : undefined,
    reference: reference.trim() === '' ? 'Reference is required' : undefined,
    allocation: !allocation.isValid || (amount !== undefined && allocation.left < 0) ? 'amounts' : undefined,
  };
  const currencyCode = allocation.entries[0]?.invoice.currencyCode ?? 'GBP';
  const shown = (problem: string | undefined, field: string) => (isSubmitted ? (problem ?? refusalOf(field)) : undefined);

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (saving.isPending) return;
    setSubmitted(true);
    const form = event.currentTarget;
    const first = Object.entries(problems).find(([, problem]) => problem !== undefined)?.[0];
    if (first) form.querySelector<HTMLElement>(`[name="${first}"], [data-part="${first}"] input`)?.focus();
    else saving.mutate();
  }

  return (
    <form noValidate className={css.form} onSubmit={submit}>
      <OrganisationSelect
        label="Organisation"
        name="organisation"
        none="Select an organisation"
        value={organisationId}
        onChange={setOrganisationId}
        error={shown(problems.organisation, 'organisationId')}
      />
      <div className={css.fields}>
        <TextInput
          label="Amount"
          name="amount"
          inputMode="decimal"
          autoComplete="off"
          value={amountText}
          error={shown(problems.amount, 'amount')}
          onChange={(event) => setAmountText(event.currentTarget.value)}
        />
        <TextInput
          label="Received on"
          name="receivedOn"
          type="date"
          max={getToday()}
          value={receivedOn}
          error={shown(problems.receivedOn, 'receivedOn')}
          onChange={(event) => setReceivedOn(event.currentTarget.value)}
        />
      </div>
      <TextInput
        label="Reference"
        description="As on the bank statement. The same reference is recorded once for an organisation."
        name="reference"
        autoComplete="off"
        maxLength={100}
        value={reference}
        error={shown(problems.reference, 'reference')}
        onChange={(event) => setReference(event.currentTarget.value)}
      />
      {organisationId > 0 && (
        <div data-part="allocation">
          <AllocationFields allocation={allocation} amount={amount} currencyCode={currencyCode} isSubmitted={isSubmitted} />
          {refusalOf('allocations') && (
            <p className={css.error} role="alert">
              {refusalOf('allocations')} The list has been read again; please check the amounts.
            </p>
          )}
        </div>
      )}
      <div className={css.buttons}>
        <Button type="submit" loading={saving.isPending}>
          {amount === undefined ? 'Record payment' : `Record payment of ${formatMoney(amount, currencyCode)}`}
        </Button>
        <Button variant="default" disabled={saving.isPending} onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

const FIELDS = ['organisationId', 'amount', 'receivedOn', 'reference', 'allocations'];

/** Lets what is left of a payment or credit note cover invoices. */
export function UseCreditForm({ payment, onDone, onCancel }: Props & { payment: Payment }) {
  const [isSubmitted, setSubmitted] = useState(false);
  const allocation = useAllocation(payment.organisationId, payment.unallocated);
  const keyOf = usePaymentKey();
  const refresh = useRefresh();
  const saving = useMutation({
    mutationFn: () => {
      const body = { allocations: allocation.toBody() };
      return operatorApi('POST /api/operator/payments/:id/allocations', {
        params: { id: payment.id },
        body,
        headers: keyOf(body),
      });
    },
    onSuccess: async (result) => {
      onDone(result);
      await refresh();
    },
    onError: async (error) => {
      showError(error);
      await refresh();
    },
  });
  const isPossible = allocation.taken > 0 && allocation.left >= 0 && allocation.isValid;

  function submit(event: FormEvent) {
    event.preventDefault();
    setSubmitted(true);
    if (isPossible && !saving.isPending) saving.mutate();
  }

  return (
    <form noValidate className={css.form} onSubmit={submit}>
      <p>
        {formatMoney(payment.unallocated, payment.currencyCode)} of {describeKind(payment)} {payment.reference} from{' '}
        {payment.organisationName} covers no invoice yet.
      </p>
      <AllocationFields
        allocation={allocation}
        amount={payment.unallocated}
        currencyCode={payment.currencyCode}
        isSubmitted={isSubmitted}
      />
      <div className={css.buttons}>
        <Button type="submit" loading={saving.isPending} disabled={!isPossible}>
          Use {formatMoney(allocation.taken, payment.currencyCode)}
        </Button>
        <Button variant="default" disabled={saving.isPending} onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

const describeKind = ({ kind }: Payment) => (kind === 'creditNote' ? 'credit note' : 'payment');

/** Says what reversing a payment means, and asks for the reason. */
export function ReversePaymentForm({ payment, onDone, onCancel }: Props & { payment: Payment }) {
  const [reason, setReason] = useState('');
  const [isSubmitted, setSubmitted] = useState(false);
  const keyOf = usePaymentKey();
  const refresh = useRefresh();
  const numbers = payment.allocations.map(({ invoiceNumber }) => invoiceNumber);
  const saving = useMutation({
    mutationFn: () => {
      const body = { reason: reason.trim() };
      return operatorApi('POST /api/operator/payments/:id/reverse', { params: { id: payment.id }, body, headers: keyOf(body) });
    },
    onSuccess: async (result) => {
      onDone(result);
      await refresh();
    },
    onError: async (error) => {
      showError(error);
      await refresh();
    },
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    setSubmitted(true);
    if (reason.trim() !== '' && !saving.isPending) saving.mutate();
  }

  return (
    <form noValidate className={css.form} onSubmit={submit}>
      <p>
        A counter entry of {formatMoney(-payment.amount, payment.currencyCode)} is added for {payment.reference} of{' '}
        {payment.organisationName}.{' '}
        {numbers.length > 0
          ? `What it covered is open again: ${numbers.join(', ')}. Their orders are no longer paid, and those that are complete are in process again.`
          : 'It covers no invoice.'}{' '}
        This cannot be undone, but the payment can be recorded again.
      </p>
      <Textarea
        label="Reason"
        name="reason"
        maxLength={500}
        autosize
        minRows={2}
        value={reason}
        error={isSubmitted && reason.trim() === '' ? 'Reason is required' : undefined}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <div className={css.buttons}>
        <Button type="submit" color="red" loading={saving.isPending}>
          Reverse payment
        </Button>
        <Button variant="default" disabled={saving.isPending} onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
