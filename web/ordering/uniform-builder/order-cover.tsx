import { Stack, Text } from '@mantine/core';
import { usePricesVisible } from '#web/app/session/profile.ts';
import { formatAmount } from '#web/entitlement/reasoning.ts';
import { formatMoney, plural } from '#web/ui/format/format.ts';
import { isPaidFromEntitlement, type Summary } from '../checkout/checkout-choices.ts';
import { describeNeededApproval } from '../checkout/checkout-summary.tsx';
import { describeCardStep } from '../checkout/pay-by-card.ts';
import { listOrderWarnings } from '../checkout/steps.ts';
import type { Totals } from './builder-model.ts';
import css from './order-form.module.css';

interface Props {
  summary: Summary;
  /** The lines as the page shows them. */
  items: Summary['items'];
  totals: Totals;
  /** What is wrong with the order as a whole. */
  problem: string | undefined;
}

/** What the order takes or costs, and what keeps it from being placed; above the button. */
export function OrderCover({ summary, items, totals, problem }: Props) {
  const orderWarnings = listOrderWarnings(summary);
  const hasBlockedLines = items.some(({ warnings }) => warnings.length > 0);
  return (
    <Stack gap={6} className={css.before}>
      <Cover summary={summary} items={items} totals={totals} />
      {summary.requiresApproval && <Text c="#6b4104">{describeNeededApproval(summary)}</Text>}
      {summary.cardPart && !hasBlockedLines && (
        <Text size="sm" c="dimmed">
          {describeCardStep(summary)}
        </Text>
      )}
      {!hasBlockedLines && orderWarnings.length > 0 && <Text c="var(--mantine-color-error)">{orderWarnings.join(' ')}</Text>}
      {hasBlockedLines && <Text c="#6b4104">Some garments can’t be ordered as they are. Change or remove them above.</Text>}
      {problem && (
        <Text c="var(--mantine-color-error)" role="alert">
          {problem}
        </Text>
      )}
    </Stack>
  );
}

/** How the pieces are covered: by the entitlement, with what it is counted in and what is left of it, or by money. */
function Cover({ summary, items, totals: { unit, budget } }: Omit<Props, 'problem'>) {
  const pricesVisible = usePricesVisible();
  const sum = (count: (item: Summary['items'][number]) => number) => items.reduce((total, item) => total + count(item), 0);
  const rows: [label: string, figure: string][] = [];
  const { cardPart } = summary;
  if (cardPart?.payer === 'person') {
    const covered = sum(({ quantity, ownQuantity }) => quantity - ownQuantity);
    const { organisationAmount } = cardPart;
    if (covered > 0)
      rows.push([
        'Paid by your organisation',
        pricesVisible && organisationAmount !== null
          ? formatMoney(organisationAmount, summary.currencyCode)
          : plural(covered, 'piece'),
      ]);
    rows.push(['You pay by card, incl. tax', formatMoney(cardPart.amount, summary.currencyCode)]);
  } else if (isPaidFromEntitlement(summary)) {
    const isBudget = budget !== null && (unit === 'points' || unit === 'money');
    const amount = (size: number) => formatAmount(Math.max(0, size), unit, summary.currencyCode);
    const pieces = plural(
      sum(({ quantity }) => quantity),
      'piece',
    );
    rows.push(['Paid from your entitlement', isBudget ? amount(budget.chosen) : pieces]);
    if (isBudget) rows.push(['Left after this order', amount(budget.left)]);
  } else if (pricesVisible && summary.payableValue !== null) {
    rows.push(['To pay', formatMoney(summary.payableValue, summary.currencyCode)]);
  } else {
    const beyond = sum(({ beyondQuantity }) => beyondQuantity);
    rows.push(['Beyond your entitlement', plural(beyond, 'piece')]);
  }
  return rows.map(([label, figure]) => (
    <p key={label} className={css.cover}>
      <span>{label}</span>
      <strong className="figures">{figure}</strong>
    </p>
  ));
}
