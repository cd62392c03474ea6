import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import type { ReplyOf } from '#contract/index.ts';
import { apiQuery } from '#web/app/api.ts';
import { VisuallyHidden } from '#web/ui/content/visually-hidden.tsx';
import { EmptyState } from '#web/ui/feedback/states.tsx';
import { formatMoney, formatNumber } from '#web/ui/format/format.ts';
import { FiguresTable } from '../charts/figures-table.tsx';
import { describeShipped } from '../charts/sentences.ts';
import { Legend, type Look, StackedBar } from '../charts/stacked-bar.tsx';
import { TableToggle } from '../charts/table-toggle.tsx';
import { toDashboardQuery } from '../view/dashboard-filters.ts';
import { ordersLink } from '../view/dashboard-links.ts';
import type { DashboardView } from '../view/use-dashboard-view.ts';
import css from './cards.module.css';
import { QueryCard } from './query-card.tsx';

type SeasonStatus = ReplyOf<'GET /api/orders/getOrderShippedStatusBySeason'>['orderShippedStatusBySeason'][number];
type Measure = 'orders' | 'value';

/** More seasons are in the list of orders. */
const MAX_SEASONS = 4;

const LOOKS: Record<Measure, readonly { look: Look; label: string; value: (season: SeasonStatus) => number }[]> = {
  orders: [
    { look: 'main', label: 'Shipped', value: ({ shippedCount }) => shippedCount },
    { look: 'mid', label: 'Partly shipped', value: ({ partiallyShippedCount }) => partiallyShippedCount },
    { look: 'accent', label: 'Not shipped yet', value: ({ notShippedCount }) => notShippedCount },
  ],
  value: [
    { look: 'main', label: 'Shipped', value: ({ shippedValue }) => shippedValue ?? 0 },
    { look: 'accent', label: 'Not shipped yet', value: ({ pendingValue }) => pendingValue ?? 0 },
  ],
};

const nameSeason = ({ seasonName }: SeasonStatus) => seasonName || 'Without a season';

/** What has been shipped of the latest seasons, by the number of orders or by their value. */
export function SeasonsCard({ view }: { view: DashboardView }) {
  const { filters, pricesVisible } = view;
  const [by, setBy] = useState<Measure>('orders');
  const [isTable, setTable] = useState(false);
  const seasons = useQuery({
    ...apiQuery('GET /api/orders/getOrderShippedStatusBySeason', { query: toDashboardQuery({ ...filters, seasonId: 0 }) }),
    placeholderData: keepPreviousData,
  });
  return (
    <QueryCard
      title="Shipped by season"
      query={seasons}
      failure="Shipped orders could not be loaded."
      height={280}
      sentence={({ orderShippedStatusBySeason: all }) => describeSeason(all, view, by)}
      action={({ orderShippedStatusBySeason: all }) =>
        all.length > 0 && <TableToggle shown={isTable} of="shipped by season" onToggle={() => setTable(!isTable)} />
      }
    >
      {({ orderShippedStatusBySeason: all }) => {
        const shown = all.filter(({ orderCount }) => orderCount > 0).slice(0, MAX_SEASONS);
        if (shown.length === 0)
          return <EmptyState title="No orders yet">Shipped orders of each season will appear here.</EmptyState>;
        return (
          <>
            {pricesVisible && <MeasureChoice by={by} onChange={setBy} />}
            {isTable ? <SeasonTable seasons={all} by={by} view={view} /> : <SeasonBars seasons={shown} by={by} view={view} />}
          </>
        );
      }}
    </QueryCard>
  );
}

/** The sentence about the season that is chosen, or else about the latest one. */
function describeSeason(all: readonly SeasonStatus[], { filters: { seasonId }, seasonName }: DashboardView, by: Measure): string {
  const season = seasonId === 0 ? all.find(({ orderCount }) => orderCount > 0) : all.find((one) => one.seasonId === seasonId);
  if (!season) return seasonName && all.length > 0 ? `Nothing has been ordered in ${seasonName}.` : '';
  const { shippedCount, orderCount, shippedValue, pendingValue } = season;
  const shipped = by === 'orders' ? shippedCount : (shippedValue ?? 0);
  const of = by === 'orders' ? orderCount : shipped + (pendingValue ?? 0);
  return describeShipped({ name: nameSeason(season), shipped, all: of }, by);
}

const MeasureChoice = ({ by, onChange }: { by: Measure; onChange: (by: Measure) => void }) => (
  <fieldset className={css.measures}>
    <legend>
      <VisuallyHidden>Measured by</VisuallyHidden>
    </legend>
    {(['orders', 'value'] as const).map((measure) => (
      <label key={measure}>
        <input type="radio" name="shipped-by" checked={by === measure} onChange={() => onChange(measure)} />
        {measure === 'orders' ? 'Orders' : 'Value excl. tax'}
      </label>
    ))}
  </fieldset>
);

function SeasonBars({ seasons, by, view }: { seasons: readonly SeasonStatus[]; by: Measure; view: DashboardView }) {
  const looks = LOOKS[by];
  const sumOf = (season: SeasonStatus) => looks.reduce((sum, { value }) => sum + value(season), 0);
  const max = Math.max(...seasons.map(sumOf));
  const format = (amount: number) => (by === 'orders' ? formatNumber(amount) : formatMoney(amount, view.currency));
  return (
    <>
      <ul className={css.seasons}>
        {seasons.map((season) => (
          <li key={season.seasonId}>
            <div className={css.seasonHead}>
              <SeasonLink season={season} view={view} />
              <span className={`${css.seasonFigures} figures`}>
                {looks
                  .filter(({ value }, index) => index === 0 || value(season) > 0)
                  .map(({ label, value }, index) => (
                    <span key={label}>
                      {index > 0 && ', '}
                      {index === 0 ? <strong>{format(value(season))}</strong> : format(value(season))} {label.toLowerCase()}
                    </span>
                  ))}
              </span>
            </div>
            <StackedBar parts={looks.map(({ look, value }) => ({ look, value: value(season) }))} max={max} />
          </li>
        ))}
      </ul>
      <Legend items={looks} />
    </>
  );
}

/** Orders without a season cannot be listed by it. */
function SeasonLink({ season, view: { filters } }: { season: SeasonStatus; view: DashboardView }) {
  if (season.seasonId === 0) return <span>{nameSeason(season)}</span>;
  return <Link to={ordersLink({ ...filters, seasonId: season.seasonId }, { are: 'counted' })}>{nameSeason(season)}</Link>;
}

function SeasonTable({ seasons, by, view }: { seasons: readonly SeasonStatus[]; by: Measure; view: DashboardView }) {
  const money = (amount: number | null) => formatMoney(amount ?? 0, view.currency);
  const listFigures = (season: SeasonStatus) =>
    by === 'orders'
      ? [season.orderCount, season.shippedCount, season.partiallyShippedCount, season.notShippedCount, season.cancelledCount].map(
          formatNumber,
        )
      : [season.shippedValue, season.pendingValue, season.cancelledValue].map(money);
  return (
    <FiguresTable
      caption="Shipped by season"
      columns={
        by === 'orders'
          ? ['Season', 'Orders', 'Shipped', 'Partly shipped', 'Not shipped yet', 'Cancelled']
          : ['Season', 'Shipped', 'Not shipped yet', 'Cancelled']
      }
      rows={seasons.map((season) => ({
        key: season.seasonId,
        cells: [<SeasonLink key="name" season={season} view={view} />, ...listFigures(season)],
      }))}
    />
  );
}
