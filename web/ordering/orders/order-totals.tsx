import { Text } from '@mantine/core';
import type { ReplyOf } from '#contract/index.ts';
import { SkeletonBlock } from '#web/ui/feedback/skeleton.tsx';
import { formatMoney, formatNumber } from '#web/ui/format/format.ts';
import css from '../list-totals.module.css';
import { GOODS_BASIS, TOTAL_BASIS } from './orders-list.tsx';

interface Props {
  /** The number of orders of the list. */
  count: number;
  /** Whether totals with tax and delivery are shown. */
  seesCharges: boolean;
  /** Undefined until they have been loaded, which takes longer than the list. */
  totals: NonNullable<ReplyOf<'GET /api/orders'>['totals']> | undefined;
}

/** The sums over all orders of the list, on every page. */
export function OrderTotals({ count, seesCharges, totals }: Props) {
  const amounts = [
    ...(seesCharges ? ([['Total', totals?.orderTotal, TOTAL_BASIS]] as const) : []),
    ['Goods', totals?.totalValue, GOODS_BASIS],
    ['Sent', totals?.shippedValue, GOODS_BASIS],
    ['Cancelled', totals?.cancelledValue, GOODS_BASIS],
    ['Pending', totals?.pendingValue, GOODS_BASIS],
  ] as const;
  return (
    <section className={css.totals} aria-label="Totals of all orders in the list" aria-busy={!totals}>
      <h2>{count === 1 ? '1 order' : `All ${formatNumber(count)} orders`}</h2>
      <dl className={css.amounts}>
        {amounts.map(([label, amount, basis]) => (
          <div key={label}>
            <Text component="dt" size="sm" c="dimmed">
              {label} {seesCharges && <span className={css.basis}>{basis}</span>}
            </Text>
            <dd>{totals ? formatMoney(amount ?? 0, totals.currencyCode) : <SkeletonBlock width={72} height={14} />}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
