import { NavLink } from 'react-router';
import { formatNumber } from '#web/ui/format/format.ts';
import { paths } from '../paths.ts';
import { useCanApprove, useWaitingOrderCount } from './approvals.ts';
import css from './orders-nav.module.css';
import nav from './people-nav.module.css';

/** Between orders and approvals on a phone, where approvals have no entry of their own in the navigation. Nothing for people who do not approve. */
export function OrdersNav() {
  const waiting = useWaitingOrderCount();
  if (!useCanApprove()) return null;
  return (
    <nav className={`${nav.nav} ${css.nav}`} aria-label="Orders">
      <NavLink to={paths.orders()} end>
        Orders
      </NavLink>
      <NavLink to={paths.approvals()}>Approvals{waiting ? ` (${formatNumber(waiting)})` : ''}</NavLink>
    </nav>
  );
}
