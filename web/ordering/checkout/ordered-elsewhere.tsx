import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { paths } from '#web/app/paths.ts';
import { OrderingButton } from '#web/app/shell/ordering-button.tsx';
import { EmptyState } from '#web/ui/feedback/states.tsx';
import { Card } from '#web/ui/layout/card.tsx';

interface Props {
  order: { id: number; number: string };
  /** Shows what is in the cart now; undefined when it is empty. */
  showCurrent: (() => void) | undefined;
}

/** Says that what this page was about to order has been ordered in another window. */
export const OrderedElsewhere = ({ order, showCurrent }: Props) => (
  <Card>
    <EmptyState
      title={`This order has been placed already: ${order.number}`}
      action={
        <>
          <Button component={Link} to={paths.order(order.id)}>
            View order {order.number}
          </Button>
          {showCurrent ? (
            <Button variant="default" onClick={showCurrent}>
              Check out your new cart
            </Button>
          ) : (
            <OrderingButton />
          )}
        </>
      }
    >
      It was placed in another window. Nothing was ordered twice, and what you have changed here since is not part of it.
    </EmptyState>
  </Card>
);
