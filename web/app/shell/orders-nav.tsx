import { NavLink } from 'react-router';
import { paths } from '../paths.ts';
import { useCanApprove } from './approvals.ts';
import { PendingApprovalsBadge } from './nav-badges.tsx';
import css from './orders-nav.module.css';
import nav from './people-nav.module.css';

/** Between orders and approvals on a phone, where approvals have no entry of their own in the navigation. Nothing for people who do not approve. */
export function OrdersNav() {
  if (!useCanApprove()) return null;
  return (
    <nav className={`${nav.nav} ${css.nav}`} aria-label="Orders">
      <NavLink to={paths.orders()} end>
        Orders
      </NavLink>
      <NavLink to={paths.approvals()}>
        Approvals
        <PendingApprovalsBadge />
      </NavLink>
    </nav>
  );
}
