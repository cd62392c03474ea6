import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { paths } from '#web/app/paths.ts';
import { useImpersonatedName } from '#web/app/session/impersonation.ts';
import { useOrderingLink } from '#web/app/session/ordering-link.ts';
import { EmptyState } from '#web/ui/feedback/states.tsx';
import { Card } from '#web/ui/layout/card.tsx';

/** Says what a cart is for and leads to the way of ordering that the person has. */
export function EmptyCart() {
  const start = useOrderingLink();
  const person = useImpersonatedName();
  return (
    <Card>
      <EmptyState
        title={person ? 'This cart is empty.' : 'Your cart is empty.'}
        picture={<EmptyHanger />}
        action={
          <>
            {start && (
              <Button component={Link} to={start.to}>
                {start.label}
              </Button>
            )}
            <Button component={Link} to={paths.orders()} variant="default">
              {person ? 'See the orders' : 'See your orders'}
            </Button>
          </>
        }
      >
        {emptyWords(start !== undefined, person)}
      </EmptyState>
    </Card>
  );
}

function emptyWords(mayChoose: boolean, person: string | undefined): string {
  if (mayChoose) return 'Garments that you choose wait here until you order them, also if you log out meanwhile.';
  if (person) return `You and ${person} share no way of choosing garments. What ${person} puts here, you can order.`;
  return 'Garments are put here by the person who orders uniforms for you.';
}

const EmptyHanger = () => (
  <svg viewBox="0 0 120 72" fill="none" stroke="var(--line-strong)" strokeWidth="2.5" strokeLinecap="round" aria-hidden="true">
    <path d="M60 28c0-5 7-5 7-11a7 7 0 1 0-14 0" />
    <path d="M60 28 12 54c-4 2-3 8 2 8h92c5 0 6-6 2-8z" strokeLinejoin="round" />
  </svg>
);
