import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { useOrderingStart } from '../hooks/ordering.ts';
import { paths } from '../paths.ts';
import { Card } from '../ui/card.tsx';
import { EmptyState } from '../ui/states.tsx';

/** Says what a cart is for and leads to the way of ordering that the person has. */
export function EmptyCart() {
  const start = useOrderingStart();
  return (
    <Card>
      <EmptyState
        title="Your cart is empty."
        picture={<EmptyHanger />}
        action={
          <>
            {start && (
              <Button component={Link} to={start.to}>
                {start.label}
              </Button>
            )}
            <Button component={Link} to={paths.orders()} variant="default">
              See your orders
            </Button>
          </>
        }
      >
        {start
          ? 'Garments that you choose wait here until you order them, also if you log out meanwhile.'
          : 'Garments are put here by the person who orders uniforms for you.'}
      </EmptyState>
    </Card>
  );
}

const EmptyHanger = () => (
  <svg viewBox="0 0 120 72" fill="none" stroke="var(--line-strong)" strokeWidth="2.5" strokeLinecap="round" aria-hidden="true">
    <path d="M60 28c0-5 7-5 7-11a7 7 0 1 0-14 0" />
    <path d="M60 28 12 54c-4 2-3 8 2 8h92c5 0 6-6 2-8z" strokeLinejoin="round" />
  </svg>
);
