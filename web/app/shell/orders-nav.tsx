import { NavLink } from 'react-router';
import { formatNumber } from '#web/ui/format/format.ts';
import { paths } from '../paths.ts';
import { useSeesAdministration, useSeesAllReturns, useSeesInvoices } from '../session/profile.ts';
import { useCanApprove, useWaitingOrderCount } from './approvals.ts';
import css from './orders-nav.module.css';
import nav from './people-nav.module.css';

/**
 * Between orders, quotes, returns, proofs, invoices and approvals. Proofs are for Admins, invoices and the returns of others for Admins and Sales; approvals are here on a phone,
 * where they have no entry of their own in the navigation.
 */
export function OrdersNav() {
  const waiting = useWaitingOrderCount();
  const canApprove = useCanApprove();
  const seesInvoices = useSeesInvoices();
  const seesAllReturns = useSeesAllReturns();
  const seesAdministration = useSeesAdministration();
  return (
    <nav className={nav.nav} aria-label="Orders">
      <NavLink to={paths.orders()} end>
        Orders
      </NavLink>
      <NavLink to={paths.quotes()} end>
        Quotes
      </NavLink>
      <NavLink to={seesAllReturns ? paths.managedReturns() : paths.returns()} end>
        Returns
      </NavLink>
      {seesAdministration && (
        <NavLink to={paths.proofs()} end>
          Proofs
        </NavLink>
      )}
      <NavLink to={paths.madeToMeasure()} end>
        Made to measure
      </NavLink>
      {canApprove && (
        <NavLink to={paths.approvals()} className={css.onlyNarrow}>
          Approvals{waiting ? ` (${formatNumber(waiting)})` : ''}
        </NavLink>
      )}
      {seesInvoices && (
        <NavLink to={paths.invoices()} end>
          Invoices
        </NavLink>
      )}
    </nav>
  );
}
