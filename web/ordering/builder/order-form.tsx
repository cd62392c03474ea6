import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { ApiError } from '#web/app/api-error.ts';
import { cartQuery } from '#web/app/cart.ts';
import { paths } from '#web/app/paths.ts';
import { useProfile } from '#web/app/session/profile.ts';
import { BackLink } from '#web/app/shell/back-link.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { formatMoney, plural } from '#web/ui/format/format.ts';
import { BottomBar } from '#web/ui/layout/bottom-bar.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { BeyondReasons, REASON_MISSING, useBeyondReasons } from '../checkout/beyond-reasons.tsx';
import { type CheckoutChoices, type CheckoutOptions, type Summary, toCheckoutPayload } from '../checkout/checkout-choices.ts';
import { willNeedApprovalText } from '../checkout/checkout-summary.tsx';
import { type OrderRefusal, PlaceOrderNotice } from '../checkout/place-order-notice.tsx';
import { PoNumberField } from '../checkout/po-number-field.tsx';
import { findMissingReason, PO_NUMBER_MISSING } from '../checkout/steps.ts';
import type { Checkout } from '../checkout/use-checkout.ts';
import { useCheckoutFormValues } from '../checkout/use-checkout-form-values.ts';
import { usePlaceOrder } from '../checkout/use-place-order.ts';
import { useBuilderContext } from './builder-context.ts';
import { describeOrder, getStepName } from './builder-labels.ts';
import { findNextStep, isIncomplete } from './builder-model.ts';
import { ChosenLines } from './chosen-lines.tsx';
import { DeliveryCard } from './delivery-card.tsx';
import { useLateLines } from './late-pieces.ts';
import css from './order-form.module.css';
import { getStepPath } from './step-list.tsx';
import { useMatchingSummary } from './use-matching-summary.ts';

interface Props {
  checkout: Checkout & { summary: Summary; lists: CheckoutOptions; chosen: CheckoutChoices };
  /** An order was sent before the page was left, and was not placed. */
  wasNotPlaced: boolean;
  /** Shown once the last garment has been removed. */
  empty: ReactNode;
}

/** Lines, delivery and the button. With something left to pay, the button leads to the checkout. */
export function OrderForm({ checkout, wasNotPlaced, empty }: Props) {
  const { state, isWide } = useBuilderContext();
  const { lines, totals, steps, remove } = state;
  const { summary, chosen, save, settled, refreshAll, ready, busy, failure } = checkout;
  const profile = useProfile();
  const required = summary.poNumberRequired;
  const { values, update, saveNow } = useCheckoutFormValues(summary, profile?.poNumber ?? '', (change) => void save({}, change));
  const [problem, setProblem] = useState<{ field: 'poNumber' | 'reason' | 'form'; text: string }>();
  const [refusal, setRefusal] = useState<OrderRefusal>();
  const { phase, place, tryAgain } = usePlaceOrder((error) => void onRefused(error));
  const reasons = useBeyondReasons(state.items);
  const navigate = useNavigate();
  const client = useQueryClient();
  const late = useLateLines(state.items);
  const page = useRef<HTMLDivElement>(null);
  const isPlacing = phase !== 'idle' && phase !== 'lost';
  const isCurrent = useMatchingSummary(state, checkout);

  useEffect(() => {
    if (failure) setRefusal({ error: failure, previousSummary: undefined });
  }, [failure]);

  async function onRefused(error: unknown) {
    if (error instanceof ApiError && error.status === 401) return;
    // It may have been emptied or ordered in another tab.
    await client.invalidateQueries({ queryKey: cartQuery.queryKey });
    await refreshAll();
    setRefusal({ error, previousSummary: summary });
  }
  function report(field: 'poNumber' | 'reason' | 'form', text: string, name: string) {
    setProblem({ field, text });
    requestAnimationFrame(() => page.current?.querySelector<HTMLElement>(`[name="${name}"]`)?.focus());
  }
  /** Saves the reasons for pieces beyond the entitlement; false if one is missing. */
  async function explain(): Promise<boolean> {
    if (reasons.missing) {
      report('reason', REASON_MISSING, `reason-${reasons.missing.id}`);
      return false;
    }
    if (reasons.beyond.length === 0) return true;
    try {
      await reasons.saveAll();
      await refreshAll();
      return true;
    } catch (error) {
      setRefusal({ error, previousSummary: undefined });
      return false;
    }
  }
  async function goToCheckout() {
    if (await explain()) await navigate(paths.checkout());
  }
  async function placeOrder() {
    if (!(await explain())) return;
    const missing = (['address', 'delivery', 'invoice', 'payment'] as const)
      .map((step) => findMissingReason(step, chosen, values, required))
      .find(Boolean);
    if (missing) return report(missing === PO_NUMBER_MISSING ? 'poNumber' : 'form', missing, 'poNumber');
    setProblem(undefined);
    setRefusal(undefined);
    saveNow();
    await settled();
    await place({ key: summary.checkoutId, checkout: toCheckoutPayload(chosen, values), customerId: profile?.id ?? 0 });
  }

  if (state.items.length === 0 && phase === 'idle') return empty;
  // While the order is placed, the cart is emptied before the confirmation opens.
  const items = state.items.length > 0 ? state.items : summary.items;
  const others = items.filter((line) => !lines.some(({ id }) => id === line.id));
  const own = state.items.length > 0 ? lines : items;
  const pieces = items.reduce((total, { quantity }) => total + quantity, 0);
  const hasBlockedLines = items.some(({ warnings }) => warnings.length > 0);
  const isBlocked = hasBlockedLines || summary.warnings.length > 0;
  const isFree = summary.payableValue === 0;
  const unfinished = steps.filter(isIncomplete);
  const describe = (line: { id: number }) => late.get(line.id);
  const nextStep = findNextStep(steps);

  const action = isFree ? (
    <Button
      fullWidth
      onClick={() => void placeOrder()}
      disabled={isBlocked}
      loading={isPlacing || !isCurrent || !ready}
      data-busy={busy || undefined}
    >
      {summary.requiresApproval ? `Send ${plural(pieces, 'piece')} for approval` : `Order ${plural(pieces, 'piece')}`}
    </Button>
  ) : (
    <Button fullWidth onClick={() => void goToCheckout()} disabled={isBlocked} loading={!isCurrent}>
      Continue to checkout
    </Button>
  );
  const beyond = items.reduce((total, { beyondQuantity }) => total + beyondQuantity, 0);
  const [label, figure] = isFree
    ? ['From your entitlement', plural(pieces, 'piece')]
    : profile?.pricesVisible
      ? ['To pay', formatMoney(summary.payableValue, summary.currencyCode)]
      : ['Beyond your entitlement', plural(beyond, 'piece')];
  const cover = (
    <p className={css.cover}>
      <span>{label}</span>
      <strong className="figures">{figure}</strong>
    </p>
  );
  const before = (
    <div className={css.before}>
      {cover}
      {summary.requiresApproval && <p className={css.approval}>{willNeedApprovalText}</p>}
      {!hasBlockedLines && summary.warnings.length > 0 && <p className={css.problem}>{summary.warnings.join(' ')}</p>}
      {hasBlockedLines && (
        <p className={css.approval}>Some garments can’t be ordered as they are. Change or remove them above.</p>
      )}
      {problem?.field === 'form' && (
        <p className={css.problem} role="alert">
          {problem.text}
        </p>
      )}
    </div>
  );

  return (
    <div ref={page}>
      <PageHeader title="Check and order" above={<BackLink to={paths.uniformBuilder()}>Your uniform</BackLink>}>
        {describeOrder(totals, pieces)}
        {isFree && ' Nothing to pay.'}
      </PageHeader>
      <PlaceOrderNotice phase={phase} refusal={refusal} onRetry={tryAgain} />
      <div className={css.columns}>
        <div className={css.main}>
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
          <BeyondReasons reasons={reasons} error={problem?.field === 'reason' ? problem.text : undefined} />
          {unfinished.length > 0 && nextStep && (
            <Notice actions={<Link to={getStepPath(nextStep, state.links)}>Continue choosing</Link>}>
              Not chosen yet: {unfinished.map(getStepName).join(', ')}. You can order {unfinished.length === 1 ? 'it' : 'them'}{' '}
              later.
            </Notice>
          )}
        </div>
        <div className={css.main}>
          <DeliveryCard checkout={checkout} disabled={isPlacing} />
          {(required || problem?.field === 'poNumber') && (
            <Card title="PO number">
              <PoNumberField
                value={values.poNumber}
                required={required}
                error={problem?.field === 'poNumber' ? problem.text : undefined}
                onChange={(poNumber) => {
                  setProblem(undefined);
                  update({ poNumber });
                }}
                onLeave={saveNow}
              />
            </Card>
          )}
          {late.size > 0 && (
            <Notice tone="warning">
              {late.size === 1 ? 'One garment will be sent later: ' : 'Some garments will be sent later: '}
              {items
                .filter(({ id }) => late.has(id))
                .map(({ id, productName }) => `${productName} (${late.get(id)?.replace(', sent later', '')})`)
                .join('; ')}
              .
            </Notice>
          )}
          {isWide && (
            <Card>
              {before}
              {action}
            </Card>
          )}
        </div>
      </div>
      {!isWide && <BottomBar above={before}>{action}</BottomBar>}
    </div>
  );
}
