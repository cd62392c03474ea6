import { Button, Text } from '@mantine/core';
import { Link } from 'react-router';
import type { ReplyOf } from '#contract/index.ts';
import type { Cart } from '#web/app/cart.ts';
import { paths } from '#web/app/paths.ts';
import type { Trip } from '#web/app/trip/trip.ts';
import { type Amount, Amounts } from '#web/ui/content/amounts.tsx';
import { formatMoney, plural } from '#web/ui/format/format.ts';
import { BottomBar } from '#web/ui/layout/bottom-bar.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { describeOwnSum } from '../card-payments/payment-words.ts';
import { listChargeRows, sumCharges } from '../charge-rows.ts';
import { formatRemainingCredit } from '../checkout/remaining-credit.ts';
import css from './cart-page.module.css';
import { getCheckoutBlocker } from './checkout-blocker.ts';

interface Props {
  cart: Cart;
  pricesVisible: boolean;
  /** Whether tax and delivery are shown, which the organisation pays for its wearers. */
  seesCharges: boolean;
  /** What is left of the organisation's credit limit, and whether this cart can be ordered; undefined until known. */
  credit: ReplyOf<'GET /api/credit'>['credit'] | undefined;
  /** Where the cart is returned instead of being ordered. */
  trip: Trip | undefined;
  /** Some figures are calculated here until the server has responded. */
  estimated: boolean;
  /** Pending changes are being saved before the checkout opens. */
  leaving: boolean;
  onCheckout: () => void;
}

function listAmounts(cart: Cart, seesCharges: boolean): Amount[] {
  const { taxDisplayType, subTotal, subTotalInclTax, tax, charges, currencyCode } = cart;
  const money = (amount: number | null) => formatMoney(amount ?? 0, currencyCode);
  if (!seesCharges) return [{ label: 'Garments', value: money(subTotal), strong: true }];
  const including = taxDisplayType === 0;
  const beside = sumCharges(charges);
  const rows = listChargeRows(charges, { including, currencyCode });
  const total = (subTotalInclTax ?? 0) + beside.inclTax;
  const totalTax = (tax ?? 0) + beside.tax;
  if (including) {
    return [
      { label: 'Subtotal incl. tax', value: money(subTotal) },
      ...rows,
      { label: 'Total', value: money(total), strong: true },
      { label: 'of which tax', value: money(totalTax), quiet: true },
    ];
  }
  return [
    { label: 'Subtotal excl. tax', value: money(subTotal) },
    ...rows,
    { label: 'Tax', value: money(totalTax) },
    { label: 'Total incl. tax', value: money(total), strong: true },
  ];
}

/** Total cost and checkout button, beside the lines on wide screens. Without amounts, the bar of narrow screens says it all. */
export const CartSummary = (props: Props) => (
  <Card title="Summary" className={`${css.summary} ${props.pricesVisible ? '' : css.wideCard}`}>
    {props.pricesVisible && <Amounts rows={listAmounts(props.cart, props.seesCharges)} busy={props.estimated} />}
    <Text mt="xs" size="sm" c="dimmed">
      {plural(props.cart.totalQuantity, 'garment')}.{props.seesCharges && !props.trip && ' Delivery is added at checkout.'}
    </Text>
    <OwnSum cart={props.cart} />
    <RemainingCredit {...props} />
    {!props.trip && <AskForQuote />}
    <div className={css.onlyWide}>
      <Reason {...props} id="cannot-check-out" />
      <CheckoutButton {...props} reasonId="cannot-check-out" />
    </div>
  </Card>
);

/** Total and checkout button at the bottom of narrow screens. */
export const CartBar = (props: Props) => (
  <BottomBar
    {...(props.seesCharges
      ? {
          label: 'Total',
          figure: formatMoney(
            (props.cart.subTotalInclTax ?? 0) + sumCharges(props.cart.charges).inclTax,
            props.cart.currencyCode,
          ),
          note: 'incl. tax',
        }
      : { label: 'In your cart', figure: plural(props.cart.totalQuantity, 'garment') })}
    above={findBlocker(props) && <Reason {...props} id="cannot-check-out-yet" />}
  >
    <CheckoutButton {...props} reasonId="cannot-check-out-yet" />
  </BottomBar>
);

/** Leads to asking for a price of what is in the cart. */
const AskForQuote = () => (
  <Text mt="xs" size="sm">
    <Link to={paths.quoteNew({ from: 'cart' })}>Ask for a quote</Link> for these garments.
  </Text>
);

/** What the person pays themselves. */
function OwnSum({ cart: { items, currencyCode } }: Pick<Props, 'cart'>) {
  const text = describeOwnSum(items, currencyCode);
  return text ? (
    <Text mt="xs" size="sm" className="figures">
      {text}
    </Text>
  ) : null;
}

function RemainingCredit({ credit }: Props) {
  const text = credit && !credit.refusal && formatRemainingCredit(credit.remaining, credit.currencyCode);
  return text ? (
    <Text mt="xs" size="sm" c="dimmed">
      {text}
    </Text>
  ) : null;
}

function CheckoutButton({ leaving, onCheckout, reasonId, ...props }: Props & { reasonId: string }) {
  const blocked = findBlocker(props) !== undefined;
  return (
    <Button fullWidth onClick={onCheckout} disabled={blocked} loading={leaving} aria-describedby={blocked ? reasonId : undefined}>
      {props.trip ? (props.trip.isReadOnly ? 'Close' : 'Review and return') : 'Checkout'}
    </Button>
  );
}

/** Why the button cannot be used; undefined if it can. A cart that is only looked at can always be closed. */
const findBlocker = ({ cart, credit, trip }: Pick<Props, 'cart' | 'credit' | 'trip'>) =>
  trip?.isReadOnly ? undefined : getCheckoutBlocker(cart, credit?.refusal, trip && 'return your cart');

function Reason({ id, ...props }: Pick<Props, 'cart' | 'credit' | 'trip'> & { id: string }) {
  const blocker = findBlocker(props);
  if (!blocker) return null;
  return (
    <p className={css.blocker} id={id}>
      {blocker.lineId === undefined ? blocker.text : <a href={`#line-${blocker.lineId}`}>{blocker.text}</a>}
    </p>
  );
}
