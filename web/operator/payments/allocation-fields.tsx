import { Button, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReplyOf } from '#contract/index.ts';
import { formatInvoiceDay } from '#web/ordering/invoices/invoice-labels.ts';
import { StatusBadge } from '#web/ui/content/status-badge.tsx';
import { SkeletonRows } from '#web/ui/feedback/skeleton.tsx';
import { ErrorState } from '#web/ui/feedback/states.tsx';
import { formatMoney } from '#web/ui/format/format.ts';
import { PageLoading } from '#web/ui/layout/page-loading.tsx';
import { operatorQuery } from '../session/operator-api.ts';
import { proposeAllocation, subtract, sumAmounts } from './allocation.ts';
import { MONEY_HELP, parseMoney, toMoneyText } from './parse-money.ts';
import css from './payments.module.css';

type OpenInvoice = ReplyOf<'GET /api/operator/invoices'>['invoices'][number];

/** As many as the server sends at once. */
const MAX_ROWS = 250;

/** What a payment of an amount covers of the open invoices of an organisation: as proposed, or as someone types it. */
export function useAllocation(organisationId: number, amount: number | undefined) {
  const [typed, setTyped] = useState<ReadonlyMap<number, string>>();
  const { data, error, refetch } = useQuery({
    ...operatorQuery('GET /api/operator/invoices', {
      query: { organisationId, status: 'open', sort: 'dueOn', limit: MAX_ROWS },
    }),
    enabled: organisationId > 0,
  });
  const invoices = data?.invoices ?? [];
  const proposal = proposeAllocation(amount ?? 0, invoices);
  const textOf = (id: number) => {
    const proposed = proposal.get(id);
    return typed ? (typed.get(id) ?? '') : proposed === undefined ? '' : toMoneyText(proposed);
  };
  const entries = invoices.map((invoice) => ({ invoice, text: textOf(invoice.id), amount: parseMoney(textOf(invoice.id)) }));
  const taken = sumAmounts(entries.map((entry) => entry.amount ?? 0));
  const isValid = entries.every(
    ({ text, amount: covered, invoice }) => text.trim() === '' || (covered !== undefined && covered <= invoice.openAmount),
  );
  return {
    entries,
    taken,
    /** What covers no invoice; negative when the invoices take more. */
    left: subtract(amount ?? 0, taken),
    isValid,
    isLoaded: data !== undefined,
    error,
    refetch,
    isTyped: typed !== undefined,
    hasMore: (data?.totalCount ?? 0) > invoices.length,
    stillOpen: subtract(sumAmounts(invoices.map(({ openAmount }) => openAmount)), taken),
    type: (id: number, text: string) =>
      setTyped(new Map(entries.map(({ invoice, text: before }) => [invoice.id, invoice.id === id ? text : before]))),
    propose: () => setTyped(undefined),
    toBody: () =>
      entries.flatMap(({ invoice, amount: covered }) =>
        covered === undefined ? [] : [{ invoiceId: invoice.id, amount: covered }],
      ),
  };
}

interface Props {
  allocation: ReturnType<typeof useAllocation>;
  /** Undefined while no amount has been entered. */
  amount: number | undefined;
  currencyCode: string;
  isSubmitted: boolean;
}

/** The open invoices of an organisation, the longest due first, with what the payment covers of each, and what is left of it in words. */
export function AllocationFields({ allocation, amount, currencyCode, isSubmitted }: Props) {
  const { entries, isLoaded, error, refetch, isTyped, propose, type } = allocation;
  if (!isLoaded)
    return error ? (
      <ErrorState title="The open invoices could not be loaded." error={error} onRetry={() => void refetch()} />
    ) : (
      <PageLoading label="Loading open invoices">
        <SkeletonRows rows={3} height={44} />
      </PageLoading>
    );
  return (
    <fieldset className={css.group}>
      <legend>Open invoices</legend>
      {entries.length === 0 ? (
        <p>No invoice of this organisation is open.</p>
      ) : (
        <ul className={css.invoices} aria-label="Open invoices, the longest due first">
          {entries.map(({ invoice, text, amount: covered }) => (
            <InvoiceField
              key={invoice.id}
              invoice={invoice}
              text={text}
              error={
                text.trim() === '' || !(isSubmitted || isTyped)
                  ? undefined
                  : covered === undefined
                    ? MONEY_HELP
                    : covered > invoice.openAmount
                      ? `Only ${formatMoney(invoice.openAmount, invoice.currencyCode)} is open`
                      : undefined
              }
              onChange={(value) => type(invoice.id, value)}
            />
          ))}
        </ul>
      )}
      <AllocationSummary allocation={allocation} amount={amount} currencyCode={currencyCode} />
      {isTyped && (
        <Button variant="default" size="sm" onClick={propose}>
          Cover the longest due first
        </Button>
      )}
    </fieldset>
  );
}

interface FieldProps {
  invoice: OpenInvoice;
  text: string;
  error: string | undefined;
  onChange: (text: string) => void;
}

const InvoiceField = ({ invoice, text, error, onChange }: FieldProps) => (
  <li className={css.invoice}>
    <div>
      <span className={css.title}>
        <strong>{invoice.number}</strong>
        {invoice.status === 'overdue' && <StatusBadge tone="warning">Overdue</StatusBadge>}
      </span>
      <span className={css.quiet}>
        {invoice.dueOn && `Due ${formatInvoiceDay(invoice.dueOn)} · `}
        {formatMoney(invoice.openAmount, invoice.currencyCode)} open
      </span>
    </div>
    <TextInput
      aria-label={`Amount for ${invoice.number}`}
      inputMode="decimal"
      className={css.amount}
      value={text}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  </li>
);

/** What is left of the payment, or of the invoices, in words. */
function AllocationSummary({ allocation, amount, currencyCode }: Omit<Props, 'isSubmitted'>) {
  const { taken, left, stillOpen, hasMore, isTyped } = allocation;
  const money = (value: number) => formatMoney(value, currencyCode);
  if (amount === undefined) return <p className={css.quiet}>Enter the amount to see what it covers.</p>;
  if (left < 0)
    return (
      <p className={css.error} role="alert">
        The invoices take {money(taken)}, {money(-left)} more than was paid. Reduce the amounts above.
      </p>
    );
  const sentences = [
    `${money(taken)} of ${money(amount)} covers invoices.`,
    ...(left > 0
      ? [`${money(left)} covers none: it becomes credit of the organisation, which you can use for invoices later.`]
      : []),
    ...(stillOpen > 0 ? [`${money(stillOpen)} of the invoices ${hasMore ? 'listed here ' : ''}stays open.`] : []),
    ...(hasMore && !isTyped ? ['More invoices are open than are listed here; they are covered too, the longest due first.'] : []),
  ];
  return (
    <p className={css.summary} role="status">
      {sentences.join(' ')}
    </p>
  );
}
