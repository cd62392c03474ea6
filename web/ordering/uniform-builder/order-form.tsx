import { Button, Stack } from '@mantine/core';
import { type ReactNode, useRef } from 'react';
import { Link } from 'react-router';
import { paths } from '#web/app/paths.ts';
import { BackLink } from '#web/app/shell/back-link.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { plural } from '#web/ui/format/format.ts';
import { BottomBar } from '#web/ui/layout/bottom-bar.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { describeOwnPieces } from '../card-payments/payment-words.ts';
import { BeyondReasons, useBeyondReasons } from '../checkout/beyond-reasons.tsx';
import { isPaidFromEntitlement } from '../checkout/checkout-choices.ts';
import { getOrderLabel } from '../checkout/pay-by-card.ts';
import { PlaceOrderNotice } from '../checkout/place-order-notice.tsx';
import { PoNumberField } from '../checkout/po-number-field.tsx';
import { listOrderWarnings } from '../checkout/steps.ts';
import type { ShownCheckout } from '../checkout/use-checkout.ts';
import { LastDayNotice } from '../last-day-notice.tsx';
import { useBuilderContext } from './builder-context.ts';
import { describeOrder, getStepName } from './builder-labels.ts';
import { findNextStep, isIncomplete } from './builder-model.ts';
import { ChosenLines } from './chosen-lines.tsx';
import { DeliveryCard } from './delivery-card.tsx';
import { useLateLines } from './late-pieces.ts';
import { OrderCover } from './order-cover.tsx';
import css from './order-form.module.css';
import { getStepPath } from './step-list.tsx';
import { type BuilderOrder, useBuilderOrder } from './use-builder-order.ts';
import { useMatchingSummary } from './use-matching-summary.ts';

interface Props {
  checkout: ShownCheckout;
  /** An order was sent before the page was left, and was not placed. */
  wasNotPlaced: boolean;
  /** Shown once the last garment has been removed. */
  empty: ReactNode;
}

/** Lines, delivery and the button. With something left to pay, the button leads to the checkout. */
export function OrderForm({ checkout, wasNotPlaced, empty }: Props) {
  const { state, isWide } = useBuilderContext();
  const { lines, totals, remove, currencyCode } = state;
  const { summary } = checkout;
  const page = useRef<HTMLDivElement>(null);
  const reasons = useBeyondReasons(state.items);
  const order = useBuilderOrder({ checkout, reasons, page });
  const late = useLateLines(state.items);
  const isCurrent = useMatchingSummary(state, checkout);

  if (state.items.length === 0 && order.phase === 'idle') return empty;
  // While the order is placed, the cart is emptied before the confirmation opens.
  const items = state.items.length > 0 ? state.items : summary.items;
  const others = items.filter((line) => !lines.some(({ id }) => id === line.id));
  const own = state.items.length > 0 ? lines : items;
  const pieces = items.reduce((total, { quantity }) => total + quantity, 0);
  const describe = (line: (typeof items)[number]) =>
    [describeOwnPieces(line, currencyCode), late.get(line.id)].filter(Boolean).join(', ');
  const isBlocked = items.some(({ warnings }) => warnings.length > 0) || listOrderWarnings(summary).length > 0;

  const before = <OrderCover summary={summary} items={items} totals={totals} problem={order.findProblem('form')} />;
  const action = <OrderButton checkout={checkout} order={order} pieces={pieces} isBlocked={isBlocked} isCurrent={isCurrent} />;
  return (
    <div ref={page}>
      <PageHeader title="Check and order" above={<BackLink to={paths.uniformBuilder()}>Your uniform</BackLink>}>
        {describeOrder(totals, pieces, currencyCode)}
        {isPaidFromEntitlement(summary) && ' Nothing to pay.'}
      </PageHeader>
      <PlaceOrderNotice phase={order.phase} refusal={order.refusal} onRetry={order.tryAgain} />
      <Stack className={css.columns}>
        <Stack miw={0}>
          {wasNotPlaced && (
            <Notice role="status">Your order was not placed before you left this page. Check it and place it now.</Notice>
          )}
          <Card aria-label="Garments">
            <ChosenLines label="Garments" lines={own} remove={remove} describe={describe} />
          </Card>
          {others.length > 0 && (
            <Card title="Also in your cart" action={<Link to={paths.cart()}>Edit cart</Link>}>
              <ChosenLines label="Also in your cart" lines={others} remove={remove} describe={describe} />
            </Card>
          )}
          <BeyondReasons reasons={reasons} error={order.findProblem('reason')} />
          <Unfinished />
        </Stack>
        <Stack miw={0}>
          <DeliveryCard checkout={checkout} disabled={isPlacing(order)} />
          <PoNumberCard summary={summary} order={order} />
          <LateNotice items={items} late={late} />
          <LastDayNotice summary={summary} />
          {isWide && (
            <Card>
              {before}
              {action}
            </Card>
          )}
        </Stack>
      </Stack>
      {!isWide && <BottomBar above={before}>{action}</BottomBar>}
    </div>
  );
}

const isPlacing = ({ phase }: BuilderOrder) => phase !== 'idle' && phase !== 'lost';

interface ButtonProps {
  checkout: ShownCheckout;
  order: BuilderOrder;
  pieces: number;
  isBlocked: boolean;
  /** Whether the summary is about what is chosen. */
  isCurrent: boolean;
}

/** Places the order, or leads to the checkout where something is left to pay or questions are asked. */
function OrderButton({ checkout: { summary, ready, busy }, order, pieces, isBlocked, isCurrent }: ButtonProps) {
  const isPaidHere = isPaidFromEntitlement(summary) || summary.cardPart?.payer === 'person';
  if (!isPaidHere || summary.checkoutAttributes.length > 0)
    return (
      <Button fullWidth onClick={() => void order.goToCheckout()} disabled={isBlocked} loading={!isCurrent}>
        Continue to checkout
      </Button>
    );
  return (
    <Button
      fullWidth
      onClick={() => void order.placeOrder()}
      disabled={isBlocked}
      loading={isPlacing(order) || !isCurrent || !ready}
      data-busy={busy || undefined}
    >
      {summary.requiresApproval
        ? `Send ${plural(pieces, 'piece')} for approval`
        : getOrderLabel(summary, `Order ${plural(pieces, 'piece')}`)}
    </Button>
  );
}

/** What is not chosen yet, with a way back to it. */
function Unfinished() {
  const { steps, links } = useBuilderContext().state;
  const unfinished = steps.filter(isIncomplete);
  const nextStep = findNextStep(steps);
  if (unfinished.length === 0 || !nextStep) return null;
  return (
    <Notice actions={<Link to={getStepPath(nextStep, links)}>Continue choosing</Link>}>
      Not chosen yet: {unfinished.map(getStepName).join(', ')}. You can order {unfinished.length === 1 ? 'it' : 'them'} later.
    </Notice>
  );
}

function PoNumberCard({ summary, order }: { summary: ShownCheckout['summary']; order: BuilderOrder }) {
  const required = summary.poNumberRequired;
  const problem = order.findProblem('poNumber');
  if (!required && problem === undefined) return null;
  return (
    <Card title="PO number">
      <PoNumberField
        value={order.poNumber}
        required={required}
        isInvoiced={summary.cardPart?.isAll !== true}
        error={problem}
        onChange={order.setPoNumber}
        onLeave={order.savePoNumber}
      />
    </Card>
  );
}

interface LateProps {
  items: ShownCheckout['summary']['items'];
  late: ReturnType<typeof useLateLines>;
}

function LateNotice({ items, late }: LateProps) {
  if (late.size === 0) return null;
  return (
    <Notice tone="warning">
      {late.size === 1 ? 'One garment will be sent later: ' : 'Some garments will be sent later: '}
      {items
        .filter(({ id }) => late.has(id))
        .map(({ id, productName }) => `${productName} (${late.get(id)?.replace(', sent later', '')})`)
        .join('; ')}
      .
    </Notice>
  );
}
