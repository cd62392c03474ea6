import type { ReplyOf } from '#contract/index.ts';
import { formatMoney, formatNumber } from '#web/ui/format/format.ts';
import { GOODS_BASIS, TOTAL_BASIS } from './order-columns.ts';
import css from './order-totals.module.css';

/** The sums over all orders of the list, on every page. */
export function OrderTotals({ totals }: { totals: ReplyOf<'GET /api/orders'>['totals'] }) {
  const money = (amount: number) => formatMoney(amount, totals.currencyCode);
  const amounts = [
    ['Total', totals.orderTotal, TOTAL_BASIS],
    ['Goods', totals.totalValue, GOODS_BASIS],
    ['Sent', totals.shippedValue, GOODS_BASIS],
    ['Cancelled', totals.cancelledValue, GOODS_BASIS],
    ['Pending', totals.pendingValue, GOODS_BASIS],
  ] as const;
  return (
    <section className={css.totals} aria-label="Totals of all orders in the list">
      <h2 className={css.title}>{totals.orderCount === 1 ? '1 order' : `All ${formatNumber(totals.orderCount)} orders`}</h2>
      <dl className={css.amounts}>
        {amounts.map(([label, amount, basis]) => (
          <div key={label}>
            <dt>
              {label} <span className={css.basis}>{basis}</span>
            </dt>
            <dd>{money(amount)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
