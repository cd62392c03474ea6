import { useCaller } from '#web/app/session/profile.ts';
import { Picture } from '#web/ui/content/picture.tsx';
import { formatDate, formatMoney } from '#web/ui/format/format.ts';
import { Card } from '#web/ui/layout/card.tsx';
import { FitFeedback } from './fit-feedback.tsx';
import css from './order-lines.module.css';
import type { Order } from './timeline.ts';

type Line = Order['orderItems'][number];

/** Columns that say something in this order only: a column of zeros tells nobody anything. */
const counts = [
  { key: 'shippedQuantity', label: 'Sent' },
  { key: 'pendingQuantity', label: 'Pending' },
  { key: 'cancelledQuantity', label: 'Cancelled' },
  { key: 'returnedQuantity', label: 'Returned' },
] as const satisfies readonly { key: keyof Line; label: string }[];

/** What was ordered and how much of it is where. */
export function OrderLines({ order }: { order: Order }) {
  const shown = counts.filter(({ key }) => order.orderItems.some((line) => line[key] > 0));
  // How something fits is said by whoever wears it, and by nobody in their name.
  const isOwn = useCaller()?.impersonatedCustomer === null;
  const including = order.customerTaxDisplayType === 0;
  const money = (amount: number) => formatMoney(amount, order.currencyCode);
  return (
    <Card title="Garments" flush>
      <table className={css.table}>
        <thead>
          <tr>
            <th scope="col">Garment</th>
            <th scope="col">Ordered</th>
            {shown.map(({ key, label }) => (
              <th key={key} scope="col">
                {label}
              </th>
            ))}
            <th scope="col">Price</th>
            <th scope="col">Total</th>
          </tr>
        </thead>
        <tbody>
          {order.orderItems.map((line) => (
            <tr key={line.id}>
              <th scope="row">
                <div className={css.what}>
                  <Picture src={line.images[0]?.src} alt="" size={56} />
                  <div>
                    <span className={css.name}>{line.productName}</span>
                    {line.attributeDescription && <span>{line.attributeDescription}</span>}
                    {line.customerName && <span>for {line.customerName}</span>}
                    <span className={css.small}>{line.sku}</span>
                    {line.fitFeedbackAllowed && isOwn && <FitFeedback orderId={order.id} line={line} />}
                    {line.pendingQuantity > 0 && line.dueDateUtc && (
                      <span className={css.small}>Next delivery to the warehouse: {formatDate(line.dueDateUtc)}</span>
                    )}
                  </div>
                </div>
              </th>
              <td data-label="Ordered">{line.quantity}</td>
              {shown.map(({ key, label }) => (
                <td key={key} data-label={label} data-zero={line[key] === 0 || undefined}>
                  {line[key] === 0 ? '–' : line[key]}
                </td>
              ))}
              <td data-label="Price" className={css.price}>
                {money(including ? line.unitPriceInclTax : line.unitPriceExclTax)}
              </td>
              <td data-label="Total" className={css.total}>
                {money(including ? line.priceInclTax : line.priceExclTax)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
}
