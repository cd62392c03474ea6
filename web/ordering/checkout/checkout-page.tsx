import { Box, Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { paths } from '#web/app/paths.ts';
import { useImpersonatedName } from '#web/app/session/impersonation.ts';
import { BackLink } from '#web/app/shell/back-link.tsx';
import { OrderingButton } from '#web/app/shell/ordering-button.tsx';
import { PortalTopics } from '#web/app/topics/portal-topics.tsx';
import { useTrip } from '#web/app/trip/trip.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { SkeletonBlock, SkeletonText } from '#web/ui/feedback/skeleton.tsx';
import { EmptyState, ErrorState } from '#web/ui/feedback/states.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { PageLoading } from '#web/ui/layout/page-loading.tsx';
import { CheckoutForm } from './checkout-form.tsx';
import { OrderedElsewhere } from './ordered-elsewhere.tsx';
import css from './steps.module.css';
import { isEmptyCartError, useCheckout } from './use-checkout.ts';
import { useOrderedElsewhere } from './use-ordered-elsewhere.ts';
import { usePendingOrder } from './use-pending-order.ts';

/** The checkout: one page between the cart and the confirmation. Also resolves an order left without a response. */
export function CheckoutPage() {
  const checkout = useCheckout();
  const { summary, error, lists, chosen, ready } = checkout;
  const pendingOrder = usePendingOrder(checkout);
  const elsewhere = useOrderedElsewhere(checkout);
  const person = useImpersonatedName();
  const trip = useTrip();
  // Once shown, the form stays mounted while data reloads.
  const shown = useRef(false);
  useEffect(() => {
    if (ready) shown.current = true;
  }, [ready]);

  const header = (
    <PageHeader
      title={trip ? 'Return your cart' : person ? `Checkout for ${person}` : 'Checkout'}
      above={<BackLink to={paths.cart()}>Cart</BackLink>}
    />
  );
  if (pendingOrder.checking) {
    return (
      <>
        {header}
        <Notice role="status">
          {trip ? 'Checking whether your cart was returned…' : 'Checking whether your order went through…'}
        </Notice>
      </>
    );
  }
  if (elsewhere.order) {
    return (
      <>
        {header}
        <OrderedElsewhere order={elsewhere.order} showCurrent={elsewhere.showCurrent} />
      </>
    );
  }
  if (isEmptyCartError(error)) {
    return (
      <>
        {header}
        {elsewhere.isChecking ? <CheckoutSkeleton /> : <EmptyCart />}
      </>
    );
  }
  if (error) {
    return (
      <>
        {header}
        <Card>
          <ErrorState title="The checkout could not be loaded." error={error} onRetry={checkout.reload}>
            <Button component={Link} to={paths.cart()} variant="subtle">
              Back to cart
            </Button>
          </ErrorState>
        </Card>
      </>
    );
  }
  if (!summary || !lists || !chosen || !(ready || shown.current)) {
    return (
      <>
        {header}
        <CheckoutSkeleton />
      </>
    );
  }
  return (
    <>
      {header}
      {pendingOrder.notPlaced && (
        <Box mb="md">
          <Notice role="status">
            {trip
              ? 'Your cart was not returned before you left this page. Check it and return it now.'
              : 'Your order was not placed before you left this page. Check it and place it now.'}
          </Notice>
        </Box>
      )}
      <CheckoutForm checkout={{ ...checkout, summary, lists, chosen }} />
      <Box mt="md">
        <PortalTopics location="checkout" />
      </Box>
    </>
  );
}

function EmptyCart() {
  const trip = useTrip();
  return (
    <Card>
      <EmptyState
        title="Your cart is empty"
        action={
          <>
            <OrderingButton />
            <Button component={Link} to={trip ? paths.cart() : paths.orders()} variant="default">
              {trip ? 'Back to cart' : 'View your orders'}
            </Button>
          </>
        }
      >
        {trip
          ? `There is nothing to return to ${trip.buyerName}.`
          : 'There is nothing to check out. If you have just placed an order, you’ll find it in your orders.'}
      </EmptyState>
    </Card>
  );
}

const CheckoutSkeleton = () => (
  <PageLoading label="Loading the checkout">
    <div className={css.columns}>
      <div className={css.steps}>
        {[1, 2, 3, 4, 5].map((step) => (
          <Card key={step}>
            <SkeletonBlock width="40%" height={20} />
          </Card>
        ))}
      </div>
      <Card>
        <SkeletonText lines={6} />
      </Card>
    </div>
  </PageLoading>
);
