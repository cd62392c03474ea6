import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { apiQuery } from '#web/app/api.ts';
import { EmptyState } from '#web/ui/feedback/states.tsx';
import { formatMoney, formatNumber } from '#web/ui/format/format.ts';
import { FiguresTable } from '../charts/figures-table.tsx';
import { type ComparedMonth, compareMonths, getMonthDays, measureOf, nameMonth } from '../charts/months.ts';
import { MonthsChart } from '../charts/months-chart.tsx';
import { describePurchases } from '../charts/sentences.ts';
import { Legend } from '../charts/stacked-bar.tsx';
import { TableToggle } from '../charts/table-toggle.tsx';
import { toDashboardQuery } from '../view/dashboard-filters.ts';
import { ordersLink } from '../view/dashboard-links.ts';
import { findYearBeforeLast } from '../view/season-before.ts';
import type { DashboardView } from '../view/use-dashboard-view.ts';
import { QueryCard } from './query-card.tsx';

/** The months of the season before, or, for all seasons, of the year before the latest twelve. */
function useMonthsBefore({ filters, seasonBefore, today }: DashboardView) {
  const isCompared = filters.seasonId === 0 || seasonBefore !== undefined;
  const { seasonId: _, ...query } = toDashboardQuery(filters);
  const { data } = useQuery({
    ...apiQuery('GET /api/orders/purchasesbymonth', {
      query: { ...query, ...(seasonBefore ? { seasonId: seasonBefore.id } : findYearBeforeLast(today)) },
    }),
    enabled: isCompared,
  });
  return isCompared ? data?.purchasesByMonth : undefined;
}

/** What was ordered month by month, beside the same months of the season before. */
export function PurchasesCard({ view }: { view: DashboardView }) {
  const [isTable, setTable] = useState(false);
  const months = useQuery({
    ...apiQuery('GET /api/orders/purchasesbymonth', { query: view.query }),
    placeholderData: keepPreviousData,
  });
  const before = useMonthsBefore(view);
  const labels =
    view.filters.seasonId === 0 ? (['Last 12 months', 'A year earlier'] as const) : (['This season', 'Season before'] as const);
  return (
    <QueryCard
      title="Purchases by month"
      query={months}
      failure="Purchases could not be loaded."
      height={300}
      width="broad"
      sentence={({ purchasesByMonth }) => describePurchases(compareMonths(purchasesByMonth, before ?? []), view.today)}
      action={() => <TableToggle shown={isTable} of="purchases by month" onToggle={() => setTable(!isTable)} />}
    >
      {({ purchasesByMonth }) => {
        const compared = compareMonths(purchasesByMonth, before ?? []);
        if (compared.every((month) => measureOf(month) === 0 && !(month.before && measureOf(month.before))))
          return <EmptyState title="No purchases yet">Monthly purchases will appear here as bars.</EmptyState>;
        if (isTable) return <MonthTable months={compared} labels={labels} view={view} />;
        return (
          <>
            <MonthsChart months={compared} labels={labels} view={view} />
            <Legend
              items={[{ look: 'main', label: labels[0] }, ...(before ? [{ look: 'pale', label: labels[1] } as const] : [])]}
            />
          </>
        );
      }}
    </QueryCard>
  );
}

interface TableProps {
  months: readonly ComparedMonth[];
  labels: readonly [string, string];
  view: DashboardView;
}

function MonthTable({ months, labels, view: { currency, filters, pricesVisible } }: TableProps) {
  const money = (amount: number | null | undefined) => (amount === undefined ? '–' : formatMoney(amount ?? 0, currency));
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  const hasBefore = months.some(({ before }) => before);
  return (
    <FiguresTable
      caption="Purchases by month"
      columns={[
        'Month',
        'Orders',
        'Pieces',
        ...(pricesVisible ? [`${labels[0]} excl. tax`] : []),
        ...(hasBefore ? [pricesVisible ? `${labels[1]} excl. tax` : `${labels[1]}, pieces`] : []),
      ]}
      rows={months.map((month) => ({
        key: `${month.year}-${month.month}`,
        cells: [
          <Link key="name" to={ordersLink(filters, { are: 'counted', period: getMonthDays(month) })}>
            {nameMonth(month)} {month.year}
          </Link>,
          formatNumber(month.orderCount),
          formatNumber(month.quantity),
          ...(pricesVisible ? [money(month.totalValue)] : []),
          ...(hasBefore
            ? [pricesVisible ? money(month.before?.totalValue) : month.before ? formatNumber(month.before.quantity) : '–']
            : []),
        ],
      }))}
      foot={[
        'All months',
        formatNumber(sum(months.map(({ orderCount }) => orderCount))),
        formatNumber(sum(months.map(({ quantity }) => quantity))),
        ...(pricesVisible ? [money(sum(months.map(({ totalValue }) => totalValue ?? 0)))] : []),
        ...(hasBefore
          ? [(pricesVisible ? money : formatNumber)(sum(months.map(({ before }) => (before ? measureOf(before) : 0))))]
          : []),
      ]}
    />
  );
}
