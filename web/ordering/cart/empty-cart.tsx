import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { paths } from '#web/app/paths.ts';
import { useImpersonatedName } from '#web/app/session/impersonation.ts';
import { useCanOrderForMany, useProfile } from '#web/app/session/profile.ts';
import { useOrderingLink } from '#web/app/session/use-ordering-link.ts';
import { EmptyState } from '#web/ui/feedback/states.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { pathAfterPayment } from '../card-payments/payment-page.ts';
import { findOrderToPay } from '../checkout/checkout-storage.ts';

/** Explains what the cart is for and links to the person's way of ordering. */
export function EmptyCart() {
  const start = useOrderingLink();
  const person = useImpersonatedName();
  const ordersForMany = useCanOrderForMany();
  const orderId = findOrderToPay(useProfile()?.id);
  return (
    <Card>
      <EmptyState
        title={person ? `${person}’s cart is empty` : 'Your cart is empty'}
        picture={<EmptyHanger />}
        action={
          <>
            {start && (
              <Button component={Link} to={start.to}>
                {start.label}
              </Button>
            )}
            {ordersForMany && (
              <Button component={Link} to={paths.orderSheet()} variant="default">
                Order for many people
              </Button>
            )}
            <Button component={Link} to={paths.orders()} variant="default">
              {person ? 'View orders' : 'View your orders'}
            </Button>
          </>
        }
      >
        {orderId !== undefined && (
          <>
            What was in it is <Link to={pathAfterPayment(orderId, 'open')}>order {orderId}</Link>, which you pay by card.{' '}
          </>
        )}
        {describeEmptyCart(start !== undefined, person)}
      </EmptyState>
    </Card>
  );
}

function describeEmptyCart(canChoose: boolean, person: string | undefined): string {
  if (canChoose) return 'Items stay in your cart, even if you log out.';
  if (person) return `You can’t choose garments for ${person}, but you can order what ${person} adds to the cart.`;
  return 'The person who orders uniforms for you adds garments here.';
}

const EmptyHanger = () => (
  <svg viewBox="0 0 120 72" fill="none" stroke="var(--line-strong)" strokeWidth="2.5" strokeLinecap="round" aria-hidden="true">
    <path d="M60 28c0-5 7-5 7-11a7 7 0 1 0-14 0" />
    <path d="M60 28 12 54c-4 2-3 8 2 8h92c5 0 6-6 2-8z" strokeLinejoin="round" />
  </svg>
);
