import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import type { ReplyOf } from '#contract/index.ts';
import { StatusBadge } from '#web/ui/content/status-badge.tsx';
import { SkeletonRows } from '#web/ui/feedback/skeleton.tsx';
import { ErrorState } from '#web/ui/feedback/states.tsx';
import { formatDay, formatMoney } from '#web/ui/format/format.ts';
import { PageLoading } from '#web/ui/layout/page-loading.tsx';
import { MONEY_HELP } from './parse-money.ts';
import css from './payments.module.css';
import type { Allocation } from './use-allocation.ts';

type OpenInvoice = ReplyOf<'GET /api/operator/invoices'>['invoices'][number];

interface Props {
  allocation: Allocation;
  /** Undefined while no amount has been entered. */
  amount: number | undefined;
  currencyCode: string;
  /** The name of the field as which the form knows all of them: the one to correct first has it. */
  name: string;
  /** Why the amounts were refused. */
  error: string | undefined;
}

function findProblem({ text, amount, invoice }: Allocation['entries'][number]): string | undefined {
  if (text.trim() === '') return undefined;
  if (amount === undefined) return MONEY_HELP;
  return amount > invoice.openAmount ? `Only ${formatMoney(invoice.openAmount, invoice.currencyCode)} is open` : undefined;
}

/** The open invoices of an organisation, the longest due first, with what the payment covers of each, and what is left of it in words. */
export function AllocationFields({ allocation, amount, currencyCode, name, error }: Props) {
  const { entries, isLoaded, isTyped, propose, type } = allocation;
  if (!isLoaded)
    return allocation.error ? (
      <ErrorState
        title="The open invoices could not be loaded."
        error={allocation.error}
        onRetry={() => void allocation.refetch()}
      />
    ) : (
      <PageLoading label="Loading open invoices">
        <SkeletonRows rows={3} height={44} />
      </PageLoading>
    );
  const first = Math.max(entries.findIndex(findProblem), 0);
  return (
    <Stack component="fieldset" gap={10} align="flex-start">
      <Text component="legend" fw={600} pb={4}>
        Open invoices
      </Text>
      {entries.length === 0 ? (
        <p>No invoice of this organisation is open.</p>
      ) : (
        <ul className={`${css.invoices} divided`} aria-label="Open invoices, oldest due date first">
          {entries.map((entry, index) => (
            <InvoiceField
              key={entry.invoice.id}
              invoice={entry.invoice}
              name={index === first ? name : undefined}
              text={entry.text}
              error={findProblem(entry)}
              onChange={(value) => type(entry.invoice.id, value)}
            />
          ))}
        </ul>
      )}
      <AllocationSummary allocation={allocation} amount={amount} currencyCode={currencyCode} />
      {error && !(amount !== undefined && allocation.left < 0) && (
        <Text c="var(--mantine-color-error)" role="alert">
          {error}
        </Text>
      )}
      {isTyped && (
        <Button variant="default" size="sm" onClick={propose}>
          Cover the oldest first
        </Button>
      )}
    </Stack>
  );
}

interface FieldProps {
  invoice: OpenInvoice;
  name: string | undefined;
  text: string;
  error: string | undefined;
  onChange: (text: string) => void;
}

const InvoiceField = ({ invoice, name, text, error, onChange }: FieldProps) => (
  <li className={css.invoice}>
    <div>
      <Group component="span" gap="4px 8px">
        <strong>{invoice.number}</strong>
        {invoice.status === 'overdue' && <StatusBadge tone="warning">Overdue</StatusBadge>}
      </Group>
      <Text span size="sm" c="dimmed">
        {invoice.dueOn && `Due ${formatDay(invoice.dueOn)} · `}
        {formatMoney(invoice.openAmount, invoice.currencyCode)} open
      </Text>
    </div>
    <TextInput
      aria-label={`Amount for ${invoice.number}`}
      name={name}
      inputMode="decimal"
      className={css.amount}
      value={text}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  </li>
);

/** What is left of the payment, or of the invoices, in words. */
function AllocationSummary({ allocation, amount, currencyCode }: Omit<Props, 'name' | 'error'>) {
  const { taken, left, stillOpen, hasMore, isTyped } = allocation;
  const money = (value: number) => formatMoney(value, currencyCode);
  if (amount === undefined)
    return (
      <Text size="sm" c="dimmed">
        Enter the amount to see what it covers.
      </Text>
    );
  if (left < 0)
    return (
      <Text c="var(--mantine-color-error)" role="alert">
        The invoices take {money(taken)}, {money(-left)} more than was paid. Reduce the amounts above.
      </Text>
    );
  const sentences = [
    ...(taken > 0 ? [`${money(taken)} of ${money(amount)} covers invoices.`] : []),
    ...(left > 0
      ? [`${money(left)} is left over. It becomes credit for the organisation, which you can use for invoices later.`]
      : []),
    ...(stillOpen > 0 ? [`${money(stillOpen)} of the invoices ${hasMore ? 'listed here ' : ''}stays open.`] : []),
    ...(hasMore && !isTyped ? ['More invoices are open than are listed here. They are covered too, oldest due date first.'] : []),
  ];
  return (
    <Text maw="70ch" role="status">
      {sentences.join(' ')}
    </Text>
  );
}
