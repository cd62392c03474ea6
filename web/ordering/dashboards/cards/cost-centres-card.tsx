import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import type { ReplyOf } from '#contract/index.ts';
import { apiQuery } from '#web/app/api.ts';
import { formatMoney, formatNumber, plural } from '#web/ui/format/format.ts';
import { FiguresTable } from '../charts/figures-table.tsx';
import { StackedBar } from '../charts/stacked-bar.tsx';
import { TableToggle } from '../charts/table-toggle.tsx';
import { ordersLink } from '../view/dashboard-links.ts';
import type { DashboardView } from '../view/use-dashboard-view.ts';
import css from './cards.module.css';
import { QueryCard } from './query-card.tsx';

type Purchases = ReplyOf<'GET /api/costcentres/purchases'>['purchases'][number];

/** Others are in the table. */
const MAX_BARS = 8;

const nameCostCentre = ({ code, name }: Purchases) => (code === null ? 'No cost centre' : `${code} ${name ?? ''}`.trim());

/** "Most for 4711 Track north: £1,200.00 in 14 orders. 2 are over their amount." */
function describeCostCentres(purchases: readonly Purchases[], currency: string): string {
  const [first] = purchases.filter(({ costCentreId }) => costCentreId !== null);
  if (!first) return '';
  const over = purchases.filter(({ value, seasonLimit }) => seasonLimit !== null && value > seasonLimit).length;
  return [
    `Most for ${nameCostCentre(first)}: ${formatMoney(first.value, currency)} in ${plural(first.orderCount, 'order')}.`,
    over > 0 && `${formatNumber(over)} ${over === 1 ? 'is over its' : 'are over their'} amount per season.`,
  ]
    .filter(Boolean)
    .join(' ');
}

/** What was ordered in a season by cost centre. Nothing where no order has one, and for filters that these figures do not know. */
export function CostCentresCard({ view }: { view: DashboardView }) {
  const { seasonId, groupIds, resortId, businessAreaId } = view.filters;
  const isShown = view.pricesVisible && seasonId !== 0 && groupIds.length === 0 && resortId === 0 && businessAreaId === 0;
  const [isTable, setTable] = useState(false);
  const query = useQuery({
    ...apiQuery('GET /api/costcentres/purchases', { query: { seasonId } }),
    placeholderData: keepPreviousData,
    enabled: isShown,
  });
  if (!isShown || !query.data?.purchases.some(({ costCentreId }) => costCentreId !== null)) return null;
  return (
    <QueryCard
      title="By cost centre"
      query={query}
      failure="The figures by cost centre could not be loaded."
      height={220}
      width="wide"
      sentence={({ purchases }) => describeCostCentres(purchases, view.currency)}
      action={() => <TableToggle shown={isTable} of="purchases by cost centre" onToggle={() => setTable(!isTable)} />}
    >
      {({ purchases }) =>
        isTable ? (
          <FiguresTable
            caption="Purchases by cost centre, excluding tax"
            columns={['Cost centre', 'Orders', 'Ordered', 'Amount per season']}
            rows={purchases.map((one) => ({
              key: one.costCentreId ?? 0,
              cells: [
                <CostCentreLink key="name" purchases={one} view={view} />,
                formatNumber(one.orderCount),
                formatMoney(one.value, view.currency),
                one.seasonLimit === null ? '–' : formatMoney(one.seasonLimit, view.currency),
              ],
            }))}
          />
        ) : (
          <Bars purchases={purchases.slice(0, MAX_BARS)} view={view} />
        )
      }
    </QueryCard>
  );
}

function Bars({ purchases, view }: { purchases: readonly Purchases[]; view: DashboardView }) {
  const max = Math.max(...purchases.map(({ value }) => value));
  return (
    <ul className={css.seasons}>
      {purchases.map((one) => (
        <li key={one.costCentreId ?? 0}>
          <div className={css.seasonHead}>
            <CostCentreLink purchases={one} view={view} />
            <span className={`${css.seasonFigures} figures`}>
              <strong>{formatMoney(one.value, view.currency)}</strong>
              {one.seasonLimit !== null && ` of ${formatMoney(one.seasonLimit, view.currency)}`}
            </span>
          </div>
          <StackedBar
            parts={[
              { look: 'main', value: one.seasonLimit === null ? one.value : Math.min(one.value, one.seasonLimit) },
              { look: 'accent', value: one.seasonLimit === null ? 0 : Math.max(0, one.value - one.seasonLimit) },
            ]}
            max={max}
          />
        </li>
      ))}
    </ul>
  );
}

/** Orders without a cost centre cannot be listed by it. */
function CostCentreLink({ purchases, view: { filters } }: { purchases: Purchases; view: DashboardView }) {
  if (purchases.costCentreId === null) return <span>{nameCostCentre(purchases)}</span>;
  return (
    <Link to={ordersLink(filters, { are: 'committed', costCentreId: purchases.costCentreId })}>{nameCostCentre(purchases)}</Link>
  );
}
