import { Stack, Text } from '@mantine/core';
import { usePricesVisible } from '#web/app/session/profile.ts';
import { formatMoney, plural } from '#web/ui/format/format.ts';
import type { Summary } from '../checkout/checkout-choices.ts';
import { willNeedApprovalText } from '../checkout/checkout-summary.tsx';
import css from './order-form.module.css';

interface Props {
  summary: Summary;
  /** The lines as the page shows them. */
  items: Summary['items'];
  /** What is wrong with the order as a whole. */
  problem: string | undefined;
}

/** What the order takes or costs, and what keeps it from being placed; above the button. */
export function OrderCover({ summary, items, problem }: Props) {
  const hasBlockedLines = items.some(({ warnings }) => warnings.length > 0);
  return (
    <Stack gap={6} className={css.before}>
      <Cover summary={summary} items={items} />
      {summary.requiresApproval && <Text c="#6b4104">{willNeedApprovalText}</Text>}
      {!hasBlockedLines && summary.warnings.length > 0 && (
        <Text c="var(--mantine-color-error)">{summary.warnings.join(' ')}</Text>
      )}
      {hasBlockedLines && <Text c="#6b4104">Some garments can’t be ordered as they are. Change or remove them above.</Text>}
      {problem && (
        <Text c="var(--mantine-color-error)" role="alert">
          {problem}
        </Text>
      )}
    </Stack>
  );
}

/** How the pieces are covered: by the entitlement, or by money. */
function Cover({ summary, items }: Omit<Props, 'problem'>) {
  const pricesVisible = usePricesVisible();
  const sum = (count: (item: Summary['items'][number]) => number) => items.reduce((total, item) => total + count(item), 0);
  const [label, figure] =
    summary.payableValue === 0
      ? [
          'From your entitlement',
          plural(
            sum(({ quantity }) => quantity),
            'piece',
          ),
        ]
      : pricesVisible
        ? ['To pay', formatMoney(summary.payableValue, summary.currencyCode)]
        : [
            'Beyond your entitlement',
            plural(
              sum(({ beyondQuantity }) => beyondQuantity),
              'piece',
            ),
          ];
  return (
    <p className={css.cover}>
      <span>{label}</span>
      <strong className="figures">{figure}</strong>
    </p>
  );
}
