import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { apiQuery } from '#web/app/api.ts';
import { useCartCount } from '#web/app/cart.ts';
import { paths } from '#web/app/paths.ts';
import { hasAnyPermission, type Profile } from '#web/app/session/profile.ts';
import { CartIcon, GarmentIcon, OrdersIcon, RightIcon, WarningIcon } from '#web/ui/content/icons.tsx';
import { plural } from '#web/ui/format/format.ts';
import { Card } from '#web/ui/layout/card.tsx';
import css from './next-steps.module.css';

/** What waits for the person and where they may go, most urgent first. */
export function NextSteps({ profile }: { profile: Profile }) {
  const lines = useCartCount();
  const waiting = useQuery({
    ...apiQuery('GET /api/orders', { query: { requiresApprovalOnly: true, limit: 1, fields: 'id' } }),
    enabled: profile.allowOrderApproval,
  }).data?.totalCount;
  const products = hasAnyPermission(profile, ['AllowProducts']) ? paths.products() : paths.productsModal();

  return (
    <Card title="What you can do" flush>
      <ul className={css.steps}>
        {profile.allowOrderApproval && (
          <Step
            to={paths.orders({ requiresApprovalOnly: true })}
            Icon={WarningIcon}
            note={noteOn(waiting, 'order', 'waiting for you')}
          >
            Approve orders
          </Step>
        )}
        {hasAnyPermission(profile, ['AllowProducts', 'AllowProductsModal']) && (
          <Step to={products} Icon={GarmentIcon} note="The range of your organisation">
            Find products
          </Step>
        )}
        <Step to={paths.cart()} Icon={CartIcon} note={noteOn(lines, 'line', 'in it')}>
          Go to your cart
        </Step>
        <Step to={paths.orders()} Icon={OrdersIcon} note="Where they are, what is still to come">
          Look up orders
        </Step>
      </ul>
    </Card>
  );
}

/** Steps are there from the start, so that nothing moves when their numbers come. */
function noteOn(count: number | undefined, what: string, where: string): string {
  return count === undefined ? '\u00a0' : `${capital(plural(count, what))} ${where}`;
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

function Step({ to, Icon, note, children }: { to: string; Icon: typeof CartIcon; note: string; children: string }) {
  return (
    <li>
      <Link to={to} className={css.step}>
        <span className={css.icon}>
          <Icon />
        </span>
        <span className={css.words}>
          <strong>{children}</strong>
          <span>{note}</span>
        </span>
        <RightIcon size={16} />
      </Link>
    </li>
  );
}
