import { Box, Stack } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { api } from '#web/app/api.ts';
import { type Cart, cartQuery } from '#web/app/cart.ts';
import { paths } from '#web/app/paths.ts';
import { useImpersonatedName } from '#web/app/session/impersonation.ts';
import {
  cataloguePermissions,
  freeOrderingPermissions,
  useHasPermission,
  usePricesVisible,
  useSeesCharges,
} from '#web/app/session/profile.ts';
import { useOrderingLink, useUniformClosed } from '#web/app/session/use-ordering-link.ts';
import { PortalTopics } from '#web/app/topics/portal-topics.tsx';
import { leaveTrip, useTrip } from '#web/app/trip/trip.ts';
import { QuickOrderCard } from '#web/catalogue/quick-order/quick-order-card.tsx';
import { AskForMoreTime } from '#web/entitlement/time-requests/ask-for-more-time.tsx';
import { showError } from '#web/ui/feedback/alerts.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { ErrorState } from '#web/ui/feedback/states.tsx';
import { plural } from '#web/ui/format/format.ts';
import { Card } from '#web/ui/layout/card.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { CartLine } from './cart-line.tsx';
import { CartLines } from './cart-lines.tsx';
import css from './cart-page.module.css';
import { CartSkeleton } from './cart-skeleton.tsx';
import { CartBar, CartSummary } from './cart-summary.tsx';
import { CrossSell } from './cross-sell.tsx';
import { EmptyCart } from './empty-cart.tsx';
import { EmptyTripCart } from './empty-trip-cart.tsx';
import { MissingItems } from './missing-items.tsx';
import { applyPendingQuantities } from './pending-quantities.ts';
import { useCartChanges } from './use-cart-changes.ts';

/** The cart: its lines, their totals and the way to the checkout. Quantities can be changed without waiting for the server. */
export function CartPage() {
  const { data, error, refetch } = useQuery(cartQuery);
  const trip = useTrip();
  const isReadOnly = trip?.isReadOnly === true;
  // A cart that is returned is ordered by the buyer's system, and checked then.
  const credit = useCredit(trip ? undefined : data);
  const { pendingQuantities, refusalReasons, offline, setQuantity, remove, removeGroup, settle } = useCartChanges();
  const { leaving, goToCheckout } = useGoToCheckout(settle);
  const canOpenProduct = useHasPermission(...cataloguePermissions);
  const canOrderByCode = useHasPermission(...freeOrderingPermissions);
  const pricesVisible = usePricesVisible();
  const seesCharges = useSeesCharges();
  const start = useOrderingLink();
  const isUniformClosed = useUniformClosed();
  const person = useImpersonatedName();
  const title = person ? `Cart of ${person}` : 'Cart';

  if (!data) {
    return (
      <>
        <PageHeader title={title} />
        {error ? (
          <Card>
            <ErrorState title="Your cart could not be loaded." error={error} onRetry={() => void refetch()} />
          </Card>
        ) : (
          <CartSkeleton />
        )}
      </>
    );
  }

  const cart = applyPendingQuantities(data, pendingQuantities);
  if (cart.items.length === 0) {
    return (
      <>
        <PageHeader title={title} />
        <Stack>
          {trip && <MissingItems trip={trip} />}
          {trip ? <EmptyTripCart trip={trip} /> : <EmptyCart />}
          {canOrderByCode && !isReadOnly && <QuickOrderCard source="product" />}
          <PortalTopics location="cart" />
        </Stack>
      </>
    );
  }
  const summary = {
    ...{ cart, pricesVisible, seesCharges, credit, leaving, trip },
    estimated: cart !== data,
    onCheckout: () => (trip && isReadOnly ? leaveTrip(trip) : void goToCheckout()),
  };
  return (
    <>
      <PageHeader
        title={title}
        actions={start && !isReadOnly && <Link to={start.to}>{start.isClosed ? start.label : 'Continue shopping'}</Link>}
      >
        {plural(cart.items.length, 'line')}, {plural(cart.totalQuantity, 'garment')}
      </PageHeader>
      <div className={css.columns}>
        <Stack miw={0}>
          {trip && <MissingItems trip={trip} />}
          {offline && (
            <Notice tone="warning" role="status">
              We can’t reach the server. Your changes are kept in this tab and will be saved when the connection is back.
            </Notice>
          )}
          {!cart.canCheckout && isUniformClosed && !trip && <AskForMoreTime saysWhen />}
          {cart.warnings.length > 0 && <Notice tone="warning">{cart.warnings.join('\n')}</Notice>}
          <Card flush aria-label="Lines">
            <div className={css.head} aria-hidden="true">
              <span>Garment</span>
              <span>{pricesVisible && 'Price'}</span>
              <span>Quantity</span>
              <span>{pricesVisible && 'Total'}</span>
            </div>
            <CartLines
              lines={cart.items}
              currencyCode={cart.currencyCode}
              renderLine={(line, isGrouped) => (
                <CartLine
                  key={line.id}
                  line={line}
                  isGrouped={isGrouped}
                  currencyCode={cart.currencyCode}
                  canOpenProduct={canOpenProduct}
                  trip={trip}
                  refusalReason={refusalReasons.get(line.id)}
                  onQuantity={setQuantity}
                  onRemove={remove}
                />
              )}
              onRemoveGroup={isReadOnly ? undefined : removeGroup}
            />
          </Card>
          {canOrderByCode && !isReadOnly && <QuickOrderCard source="product" />}
        </Stack>
        <CartSummary {...summary} />
        {/* On a phone below the summary, which must not move when suggestions arrive. */}
        {canOpenProduct && !isReadOnly && <CrossSell productIds={cart.items.map(({ productId }) => productId)} />}
      </div>
      {/* Last, since nothing must move when they arrive. */}
      <Box mt="md">
        <PortalTopics location="cart" />
      </Box>
      <CartBar {...summary} />
    </>
  );
}

/** What is left of the credit limit, and whether the cart can be ordered on account; asked again whenever the cart changes. */
function useCredit(cart: Cart | undefined) {
  return useQuery({
    queryKey: ['GET /api/credit', cart?.totalQuantity, cart?.subTotalInclTax],
    queryFn: ({ signal }) => api('GET /api/credit', { signal }),
    enabled: cart !== undefined && cart.items.length > 0,
    placeholderData: keepPreviousData,
    select: ({ credit }) => credit,
  }).data;
}

/** Opens the checkout once the server has accepted every quantity shown. */
function useGoToCheckout(settle: () => Promise<boolean>) {
  const navigate = useNavigate();
  const [leaving, setLeaving] = useState(false);
  async function goToCheckout() {
    setLeaving(true);
    const settled = await settle();
    setLeaving(false);
    if (settled) await navigate(paths.checkout());
    else showError('Some changes to your cart are not saved yet. Check the lines and try again.');
  }
  return { leaving, goToCheckout };
}
