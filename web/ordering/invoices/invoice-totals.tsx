import { Group, Text } from '@mantine/core';
import type { ReplyOf } from '#contract/index.ts';
import { formatMoney, plural } from '#web/ui/format/format.ts';
import css from '../list-totals.module.css';

/** The sums over all documents of the list, on every page. */
export const InvoiceTotals = ({ count, totals }: { count: number; totals: ReplyOf<'GET /api/invoices'>['totals'] }) => (
  <section className={css.totals} aria-label="Totals of all invoices in the list">
    <h2>{plural(count, 'document')}</h2>
    <Group component="dl" gap="8px 32px">
      {[
        ['Invoices less credit notes', totals.total],
        ['Open', totals.open],
        ['Overdue', totals.overdue],
      ].map(([label, amount]) => (
        <div key={label}>
          <Text component="dt" size="sm" c="dimmed">
            {label}
          </Text>
          <dd>{formatMoney(Number(amount), totals.currencyCode)}</dd>
        </div>
      ))}
    </Group>
  </section>
);
