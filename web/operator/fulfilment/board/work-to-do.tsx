import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { plural } from '#web/ui/format/format.ts';
import { operatorPaths } from '../../operator-paths.ts';
import { operatorQuery } from '../../session/operator-api.ts';
import { describeElapsed, formatDueDay } from '../fulfilment-dates.ts';
import css from './board.module.css';

const REFRESH_MS = 300_000;
/** Of days that have passed, those that are named. */
const MAX_LATE_DAYS = 3;

/** What waits beside the orders to ship: orders of buyers' systems to decide on, designs that need a proof, and what is to be decorated today or is late. Nothing without any. */
export function WorkToDo() {
  const { data: proofs } = useQuery({
    ...operatorQuery('GET /api/operator/proofs', { query: { state: 'toDo', page: 0, limit: 1 } }),
    refetchInterval: REFRESH_MS,
  });
  const { data: work } = useQuery({
    ...operatorQuery('GET /api/operator/decoration/work', { query: { lines: false } }),
    refetchInterval: REFRESH_MS,
  });
  const { data: purchases } = useQuery({
    ...operatorQuery('GET /api/operator/punchout/orders', { query: { state: 'waiting', page: 0, limit: 1 } }),
    refetchInterval: REFRESH_MS,
  });
  const [oldest] = proofs?.requests ?? [];
  const late = (work?.days ?? []).filter(({ isLate }) => isLate);
  const today = work?.days.find(({ isLate, isToday }) => isToday && !isLate);
  const moreDays = late.length - MAX_LATE_DAYS;
  const [purchase] = purchases?.purchaseOrders ?? [];
  const items: ReactNode[] = [
    purchase && purchases && (
      <>
        <Link to={operatorPaths.purchaseOrders}>{plural(purchases.waitingCount, 'PunchOut order')} to decide on</Link>, the oldest
        received {describeElapsed(purchase.receivedOnUtc)}
      </>
    ),
    oldest && proofs && (
      <>
        <Link to={operatorPaths.proofs}>{plural(proofs.totalCount, 'proof')} to make</Link>, the oldest asked for{' '}
        {describeElapsed(oldest.requestedOnUtc)}
      </>
    ),
    ...late.slice(0, MAX_LATE_DAYS).map(({ day, quantity }) => (
      <>
        <Link to={operatorPaths.decorationOf(day)}>{plural(quantity, 'piece')} to decorate</Link>, late since {formatDueDay(day)}
      </>
    )),
    moreDays > 0 && <Link to={operatorPaths.decoration}>{plural(moreDays, 'more late day')} of decoration</Link>,
    today && (
      <>
        <Link to={operatorPaths.decorationOf(today.day)}>{plural(today.quantity, 'piece')} to decorate</Link> today
      </>
    ),
  ].filter(Boolean);
  if (items.length === 0) return null;
  return (
    <ul className={css.work} aria-label="Decisions, proofs and decoration">
      {items.map((item, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the items have no state.
        <li key={at}>{item}</li>
      ))}
    </ul>
  );
}
