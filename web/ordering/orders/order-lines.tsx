import { Text } from '@mantine/core';
import { useCaller, usePricesVisible, useProfile, useSeesCharges } from '#web/app/session/profile.ts';
import { LineDesigns } from '#web/catalogue/customisation/line-designs.tsx';
import { Picture } from '#web/ui/content/picture.tsx';
import { formatDate, formatMoney } from '#web/ui/format/format.ts';
import { Card } from '#web/ui/layout/card.tsx';
import { describeCardPieces } from '../card-payments/payment-words.ts';
import { describeChangeability } from '../order-changes/changeability.ts';
import { LineActions } from '../order-changes/line-actions.tsx';
import type { OpenChange } from '../order-changes/order-change-dialog.tsx';
import { QuotedPrice } from '../quoted-price.tsx';
import { ExchangeChain } from '../returns/exchange-chain.tsx';
import { LineReturn } from '../returns/line-return.tsx';
import { useWearerLabel } from '../wearer-label.ts';
import { FitFeedback } from './fit-feedback.tsx';
import css from './order-lines.module.css';
import type { Order } from './timeline.ts';

type Line = Order['orderItems'][number];

/** Quantity columns; one is shown only if it is above zero in some line of the order. */
const quantityColumns = [
  { key: 'shippedQuantity', label: 'Sent' },
  { key: 'pendingQuantity', label: 'Pending' },
  { key: 'cancelledQuantity', label: 'Cancelled' },
  { key: 'returnedQuantity', label: 'Returned' },
] as const satisfies readonly { key: keyof Line; label: string }[];

/** Whether the pieces that are not cancelled cost something else than the cancelled ones. */
const isRepriced = ({ unitPriceExclTax, priceExclTax, quantity, cancelledQuantity }: Line) =>
  cancelledQuantity > 0 &&
  cancelledQuantity < quantity &&
  Math.round((unitPriceExclTax ?? 0) * 100) * quantity !== Math.round((priceExclTax ?? 0) * 100);

/** The lines of an order, with the quantities sent, pending, cancelled and returned, and what can still be changed. */
export function OrderLines({ order, onChange }: { order: Order; onChange: (change: OpenChange) => void }) {
  const isCollected = order.deliveryKind === 'collected';
  const columns = quantityColumns
    .filter(({ key }) => order.orderItems.some((line) => line[key] > 0))
    .map(({ key, label }) => ({ key, label: isCollected && key === 'shippedQuantity' ? 'Collected' : label }));
  // Only the wearer can give feedback on the fit, not someone ordering for them.
  const canGiveFeedback = useCaller()?.impersonatedCustomer === null;
  const profile = useProfile();
  const pricesVisible = usePricesVisible();
  const getWearerLabel = useWearerLabel();
  const including = order.customerTaxDisplayType === 0;
  // A wearer's organisation pays the tax.
  const basis = useSeesCharges() ? (including ? 'incl. tax' : 'excl. tax') : '';
  const money = (amount: number | null) => amount !== null && formatMoney(amount, order.currencyCode);
  const changeability = describeChangeability(order);
  return (
    <Card
      title="Garments"
      action={
        changeability && (
          <Text size="sm" c="dimmed">
            {changeability}
          </Text>
        )
      }
      flush
    >
      <table className={css.table}>
        <thead>
          <tr>
            <th scope="col">Garment</th>
            <th scope="col">Ordered</th>
            {columns.map(({ key, label }) => (
              <th key={key} scope="col">
                {label}
              </th>
            ))}
            {pricesVisible && <th scope="col">Price {basis}</th>}
            {pricesVisible && <th scope="col">Total {basis}</th>}
          </tr>
        </thead>
        <tbody>
          {order.orderItems.map((line) => (
            <tr key={line.id} data-cancelled={line.cancelledQuantity === line.quantity || undefined}>
              <th scope="row">
                <div className={css.garment}>
                  <Picture src={line.images[0]?.src} alt="" size={56} />
                  <div>
                    <span className={css.name}>{line.productName}</span>
                    {line.attributeDescription && <span>{line.attributeDescription}</span>}
                    {line.exchangeChain.length > 0 && <ExchangeChain steps={line.exchangeChain} shownId={line.id} />}
                    {getWearerLabel(line) && <span>{getWearerLabel(line)}</span>}
                    <Text span size="sm" c="dimmed">
                      {line.sku}
                    </Text>
                    {order.payment && !order.payment.isAll && line.cardQuantity > 0 && (
                      <Text span size="sm" c="dimmed" className="figures">
                        {describeCardPieces(
                          line,
                          order.customer.id === profile?.id ? 'you' : order.customer.firstName,
                          order.currencyCode,
                        )}
                      </Text>
                    )}
                    <QuotedPrice line={line} isOwn={order.customer.id === profile?.id} />
                    <LineDesigns designs={line.customisations} currencyCode={pricesVisible ? order.currencyCode : undefined} />
                    {line.fitFeedbackAllowed && canGiveFeedback && <FitFeedback orderId={order.id} line={line} />}
                    {line.pendingQuantity > 0 && line.dueDateUtc && (
                      <Text span size="sm" c="dimmed">
                        Expected to be sent by {formatDate(line.dueDateUtc)}
                      </Text>
                    )}
                    <LineActions line={line} onOpen={onChange} />
                    <LineReturn orderId={order.id} line={line} />
                  </div>
                </div>
              </th>
              <td data-label="Ordered">{line.quantity}</td>
              {columns.map(({ key, label }) => (
                <td key={key} data-label={label} data-zero={line[key] === 0 || undefined}>
                  {line[key] === 0 ? '–' : line[key]}
                </td>
              ))}
              {pricesVisible && (
                <>
                  <td data-label={`Price ${basis}`} className={css.price}>
                    {money(including ? line.unitPriceInclTax : line.unitPriceExclTax)}
                    {isRepriced(line) && (
                      <Text size="sm" c="dimmed">
                        Cancelled pieces keep their price
                      </Text>
                    )}
                  </td>
                  <td data-label={`Total ${basis}`} className={css.total}>
                    {money(including ? line.priceInclTax : line.priceExclTax)}
                  </td>
                </>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
}
