import { Button, Group } from '@mantine/core';
import { Link } from 'react-router';
import { paths } from '#web/app/paths.ts';
import { BackLink } from '#web/app/shell/back-link.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { SkeletonText } from '#web/ui/feedback/skeleton.tsx';
import { EmptyState, ErrorState } from '#web/ui/feedback/states.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { PageLoading } from '#web/ui/layout/page-loading.tsx';
import { OrderedElsewhere } from '../checkout/ordered-elsewhere.tsx';
import { isEmptyCartError, useCheckout } from '../checkout/use-checkout.ts';
import { useOrderedElsewhere } from '../checkout/use-ordered-elsewhere.ts';
import { usePendingOrder } from '../checkout/use-pending-order.ts';
import { useBuilderContext } from './builder-context.ts';
import { ChosenLines } from './chosen-lines.tsx';
import { Notices } from './notices.tsx';
import { OrderForm } from './order-form.tsx';
import type { BuilderState } from './use-builder.ts';

const header = <PageHeader title="Check and order" above={<BackLink to={paths.uniformBuilder()}>Your uniform</BackLink>} />;

/** Summary of what was chosen, and its order from the entitlement; while nothing can be ordered, what was chosen. */
export function BuilderOrderPage() {
  const { state } = useBuilderContext();
  return state.canChoose ? <CheckAndOrder /> : <ChosenGarments state={state} />;
}

/** What was chosen, why it cannot be ordered, and where the person can ask for more time. */
function ChosenGarments({ state }: { state: BuilderState }) {
  const { lines, remove } = state;
  return (
    <>
      <PageHeader title="Chosen, not ordered" above={<BackLink to={paths.uniformBuilder()}>Your uniform</BackLink>} />
      <Notices state={state} />
      <Card aria-label="Garments">
        {lines.length > 0 ? <ChosenLines label="Garments" lines={lines} remove={remove} /> : <p>Nothing chosen.</p>}
      </Card>
      <Group mt="md" gap="xs">
        <Button component={Link} to={paths.uniformBuilder()} variant="default">
          View your uniform
        </Button>
        <Button component={Link} to={paths.orders()} variant="default">
          View your orders
        </Button>
      </Group>
    </>
  );
}

function CheckAndOrder() {
  const checkout = useCheckout();
  const { summary, lists, chosen, error } = checkout;
  const pendingOrder = usePendingOrder(checkout);
  const elsewhere = useOrderedElsewhere(checkout);

  if (pendingOrder.checking) {
    return (
      <>
        {header}
        <Notice role="status">Checking whether your order went through…</Notice>
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
        <NothingChosen />
      </>
    );
  }
  if (error) {
    return (
      <>
        {header}
        <Card>
          <ErrorState title="Your order could not be loaded." error={error} onRetry={checkout.reload} />
        </Card>
      </>
    );
  }
  if (!summary || !lists || !chosen) {
    return (
      <PageLoading label="Loading your order">
        <Card>
          <SkeletonText lines={6} />
        </Card>
      </PageLoading>
    );
  }
  return (
    <OrderForm
      checkout={{ ...checkout, summary, lists, chosen }}
      wasNotPlaced={pendingOrder.notPlaced}
      empty={
        <>
          {header}
          <NothingChosen />
        </>
      }
    />
  );
}

const NothingChosen = () => (
  <Card>
    <EmptyState
      title="Nothing to order yet"
      action={
        <>
          <Button component={Link} to={paths.uniformBuilder()}>
            Choose your uniform
          </Button>
          <Button component={Link} to={paths.orders()} variant="default">
            View your orders
          </Button>
        </>
      }
    >
      Garments you choose will appear here. If you have just placed an order, you’ll find it in your orders.
    </EmptyState>
  </Card>
);
