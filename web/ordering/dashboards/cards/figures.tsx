import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { ReplyOf } from '#contract/index.ts';
import { apiQuery } from '#web/app/api.ts';
import { SkeletonBlock } from '#web/ui/feedback/skeleton.tsx';
import { ErrorState } from '#web/ui/feedback/states.tsx';
import { formatMoney, formatNumber } from '#web/ui/format/format.ts';
import { Card } from '#web/ui/layout/card.tsx';
import { describeChange } from '../charts/sentences.ts';
import { toDashboardQuery } from '../view/dashboard-filters.ts';
import { ordersLink } from '../view/dashboard-links.ts';
import type { DashboardView } from '../view/use-dashboard-view.ts';
import css from './figures.module.css';

type Overview = ReplyOf<'GET /api/organisations/financialOverview'>;

/** The sums of the orders that the page is about. */
export const useOverview = ({ query }: DashboardView) =>
  useQuery({ ...apiQuery('GET /api/organisations/financialOverview', { query }), placeholderData: keepPreviousData });

/** The sums of the same months of the season before. */
const useOverviewBefore = ({ filters, compared }: DashboardView) =>
  useQuery({
    ...apiQuery('GET /api/organisations/financialOverview', { query: { ...toDashboardQuery(filters), ...compared } }),
    enabled: compared !== undefined,
  });

/** The four figures of the page, each with the same months of the season before, and a link to the orders that it counts. */
export function Figures({ view }: { view: DashboardView }) {
  const { data, error, isPlaceholderData, refetch } = useOverview(view);
  const { data: earlier } = useOverviewBefore(view);
  if (error && !data)
    return (
      <Card>
        <ErrorState title="The figures could not be loaded." error={error} onRetry={() => void refetch()} />
      </Card>
    );
  const before = view.compared && earlier;
  return (
    <ul className={css.figures} aria-busy={isPlaceholderData} data-stale={isPlaceholderData || undefined}>
      {listFigures(view, data, before).map((figure) => (
        <Figure key={figure.label} {...figure} />
      ))}
    </ul>
  );
}

interface FigureProps {
  label: string;
  /** What an amount includes. */
  basis?: string;
  to: string;
  /** Undefined while it is loaded. */
  value: string | undefined;
  note: string | undefined;
}

function listFigures(view: DashboardView, now: Overview | undefined, before: Overview | undefined): FigureProps[] {
  const { currency, filters, isOver, pricesVisible } = view;
  const counted = ordersLink(filters, { are: 'counted' });
  const money = (sum: number | null) => formatMoney(sum ?? 0, currency);
  const amount = (
    label: string,
    field: 'pendingValue' | 'shippedValue' | 'totalValue',
    note: string | undefined,
    to = counted,
  ) => ({
    label,
    basis: 'excl. tax',
    to,
    value: now && money(now[field]),
    note,
  });
  // What has been shipped until now of earlier orders says nothing of what had been shipped by then: it is no more and no less.
  const orderedThen = isOver ? 'of the season before' : 'of orders in the same months last season';
  const then = (field: 'pendingValue' | 'shippedValue') => before && `${money(before[field])} ${orderedThen}`;
  const ordered = now && describeChange({ now: now.totalValue ?? 0, before: before?.totalValue ?? undefined, isOver });
  const average = now?.averageOrderValue ? `${formatMoney(now.averageOrderValue, currency)} on average` : '';
  const change = now && describeChange({ now: now.orderCount, before: before?.orderCount, isCount: true, isOver });
  const orders: FigureProps = {
    label: 'Orders',
    to: counted,
    value: now && formatNumber(now.orderCount),
    note: [average, change].filter(Boolean).join(' · '),
  };
  if (!pricesVisible) return [orders];
  return [
    amount('Ordered', 'totalValue', [now && describeCancelled(now, currency), ordered].filter(Boolean).join(' · ')),
    orders,
    amount('Shipped', 'shippedValue', then('shippedValue')),
    amount('Not shipped yet', 'pendingValue', then('pendingValue'), ordersLink(filters, { are: 'counted', hasPending: true })),
  ];
}

/** What was ordered and is neither shipped nor going to be, so that the figures add up: "£33.00 cancelled". Empty for nothing. */
function describeCancelled({ totalValue, shippedValue, pendingValue }: Overview, currency: string): string {
  const [total, shipped, pending] = [totalValue, shippedValue, pendingValue].map((value) => Math.round((value ?? 0) * 100));
  const cancelled = (total ?? 0) - (shipped ?? 0) - (pending ?? 0);
  return cancelled > 0 ? `${formatMoney(cancelled / 100, currency)} of it cancelled` : '';
}

const Figure = ({ label, basis, to, value, note }: FigureProps) => (
  <li>
    <Card className={css.figure}>
      <Link to={to} className={css.link}>
        <span className={css.label}>
          {label} {basis && <span className={css.basis}>{basis}</span>}
        </span>
        <strong className={`${css.value} figures`}>{value ?? <SkeletonBlock width={96} height={24} />}</strong>
      </Link>
      <p className={css.note}>{value === undefined ? <SkeletonBlock width={160} height={12} /> : note || '\u00a0'}</p>
    </Card>
  </li>
);
