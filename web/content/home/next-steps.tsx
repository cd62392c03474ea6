import { Link } from 'react-router';
import { useCartCount } from '#web/app/cart.ts';
import { paths } from '#web/app/paths.ts';
import { listOrderingWays, type OrderingWay } from '#web/app/session/ordering-link.ts';
import type { Profile } from '#web/app/session/profile.ts';
import { useUniformClosed } from '#web/app/session/use-ordering-link.ts';
import { useCanApprove, useWaitingOrderCount } from '#web/app/shell/approvals.ts';
import { CartIcon, GarmentIcon, HangerIcon, OrdersIcon, RightIcon, WarningIcon } from '#web/ui/content/icons.tsx';
import { ListIcon, SheetIcon } from '#web/ui/content/menu-icons.tsx';
import { plural } from '#web/ui/format/format.ts';
import { Card } from '#web/ui/layout/card.tsx';
import css from './next-steps.module.css';

const WAYS: Record<OrderingWay['kind'], { Icon: typeof CartIcon; title: string; note: string }> = {
  uniform: { Icon: HangerIcon, title: 'Order your uniform', note: 'Choose colours, sizes and quantities' },
  adhoc: { Icon: ListIcon, title: 'Order several products', note: 'Enter quantities in one list' },
  products: { Icon: GarmentIcon, title: 'Find products', note: 'Browse your organisation’s products' },
  sheet: { Icon: SheetIcon, title: 'Order for many people', note: 'Fill in one sheet, or choose a file' },
};

const CLOSED_UNIFORM = { Icon: HangerIcon, title: 'View your uniform', note: 'You can’t order at the moment' };

/** The home page's list of next steps, the most urgent first. With `isBrief`, without approvals and cart, which other parts of the page have. */
export function NextSteps({ caller, isBrief = false }: { caller: Profile; isBrief?: boolean }) {
  const lines = useCartCount();
  const waiting = useWaitingOrderCount();
  const canApprove = useCanApprove();
  const isUniformClosed = useUniformClosed();

  return (
    <Card title="What you can do" flush>
      <ul className={css.steps}>
        {canApprove && !isBrief && (
          <Step to={paths.approvals()} Icon={WarningIcon} note={describeCount(waiting, 'order')}>
            Orders waiting for approval
          </Step>
        )}
        {listOrderingWays(caller).map(({ kind, to }) => {
          const { Icon, note, title } = kind === 'uniform' && isUniformClosed ? CLOSED_UNIFORM : WAYS[kind];
          return (
            <Step key={kind} to={to} Icon={Icon} note={note}>
              {title}
            </Step>
          );
        })}
        {!isBrief && (
          <Step
            to={paths.cart()}
            Icon={CartIcon}
            note={lines === 0 ? 'Your cart is empty' : describeCount(lines, 'item', 'in your cart')}
          >
            Go to your cart
          </Step>
        )}
        <Step to={paths.orders()} Icon={OrdersIcon} note="Track orders and outstanding items">
          View orders
        </Step>
      </ul>
    </Card>
  );
}

/** A blank of the same height while the count is unknown, so that nothing moves when it arrives. */
function describeCount(count: number | undefined, noun: string, description = ''): string {
  return count === undefined ? '\u00a0' : `${capital(plural(count, noun))} ${description}`;
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
