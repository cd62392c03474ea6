import { useElementSize } from '@mantine/hooks';
import { AxisBottom, AxisLeft } from '@visx/axis';
import { scaleBand, scaleLinear } from '@visx/scale';
import { Bar } from '@visx/shape';
import { Link } from 'react-router';
import { formatMoney, plural } from '#web/ui/format/format.ts';
import { ordersLink } from '../view/dashboard-links.ts';
import type { DashboardView } from '../view/use-dashboard-view.ts';
import css from './charts.module.css';
import { abbreviateMonth, type ComparedMonth, getMonthDays, measureOf, nameMonth } from './months.ts';

const HEIGHT = 240;
const MARGIN = { top: 12, right: 0, bottom: 28, left: 52 };
/** With less room for a month than this, every second one is named. */
const MIN_NAME_WIDTH = 34;
/** A finger does not hit less. Where a month has less, the links are those of the table. */
const MIN_LINK_WIDTH = 24;

interface Props {
  months: readonly ComparedMonth[];
  /** What the two bars of a month stand for. */
  labels: readonly [string, string];
  view: DashboardView;
}

const keyOf = ({ year, month }: ComparedMonth) => `${year}-${month}`;

/**
 * Two bars for each month. The drawing itself says nothing to screen readers: over each month lies a link that has its figures, shows them when it is
 * pointed at, and opens its orders.
 */
export function MonthsChart({ months, labels, view }: Props) {
  const { ref, width } = useElementSize();
  const highest = Math.max(1, ...months.flatMap((month) => [measureOf(month), month.before ? measureOf(month.before) : 0]));
  const x = scaleBand({
    domain: months.map(keyOf),
    range: [MARGIN.left, Math.max(MARGIN.left, width)],
    paddingInner: 0.36,
    paddingOuter: 0.18,
  });
  const y = scaleLinear({ domain: [0, highest], range: [HEIGHT - MARGIN.bottom, MARGIN.top], nice: 4 });
  const isLink = width === 0 || (width - MARGIN.left) / months.length >= MIN_LINK_WIDTH;
  const step = months.length > 0 && x.step() < MIN_NAME_WIDTH ? 2 : 1;
  return (
    <div ref={ref} className={css.chart}>
      {width > 0 && (
        <svg width={width} height={HEIGHT} aria-hidden="true" focusable="false">
          <AxisLeft
            scale={y}
            left={MARGIN.left - 8}
            numTicks={4}
            hideAxisLine
            hideTicks
            tickFormat={(value) => formatAxis(Number(value), view)}
            tickLabelProps={{ className: css.tick, textAnchor: 'end', dx: 0, dy: '0.32em' }}
          />
          {y.ticks(4).map((value) => (
            <line key={value} className={css.gridLine} x1={MARGIN.left} x2={width} y1={y(value)} y2={y(value)} />
          ))}
          {months.map((month) => (
            <MonthBars key={keyOf(month)} month={month} left={x(keyOf(month)) ?? 0} width={x.bandwidth()} y={y} />
          ))}
          <AxisBottom
            scale={x}
            top={HEIGHT - MARGIN.bottom}
            hideTicks
            hideAxisLine
            tickValues={months.filter((_, index) => index % step === 0).map(keyOf)}
            tickFormat={(key) => {
              const month = months.find((one) => keyOf(one) === key);
              return month && abbreviateMonth(month);
            }}
            tickLabelProps={{ className: css.tick, textAnchor: 'middle', dy: '0.25em' }}
          />
        </svg>
      )}
      <ul className={css.columns} aria-label="Months">
        {months.map((month) => (
          <li key={keyOf(month)}>
            <Column month={month} labels={labels} view={view} isLink={isLink} />
          </li>
        ))}
      </ul>
    </div>
  );
}

interface BarsProps {
  month: ComparedMonth;
  left: number;
  width: number;
  y: ReturnType<typeof scaleLinear<number>>;
}

function MonthBars({ month, left, width, y }: BarsProps) {
  const ground = y(0);
  const half = Math.min(28, width / 2 - 1);
  const start = left + width / 2 - half - 1;
  const bars = [
    { className: css.main, value: measureOf(month), at: start },
    ...(month.before ? [{ className: css.pale, value: measureOf(month.before), at: start + half + 2 }] : []),
  ];
  return bars.map(
    ({ className, value, at }) =>
      value > 0 && (
        <Bar key={className} className={className} x={at} y={y(value)} width={half} height={ground - y(value)} rx={2} />
      ),
  );
}

interface ColumnProps extends Omit<Props, 'months'> {
  month: ComparedMonth;
  isLink: boolean;
}

function Column({ month, labels: [now, earlier], view: { currency, filters, pricesVisible }, isLink }: ColumnProps) {
  const describe = ({ totalValue, quantity }: { totalValue: number | null; quantity: number }) =>
    pricesVisible ? formatMoney(totalValue ?? 0, currency) : plural(quantity, 'piece');
  const tip = (
    <span className={css.tip}>
      <strong>
        {nameMonth(month)} {month.year}
      </strong>
      <span>
        {now}: {describe(month)}, {plural(month.orderCount, 'order')}
      </span>
      {month.before && (
        <span>
          {earlier}: {describe(month.before)}
        </span>
      )}
    </span>
  );
  if (!isLink) return <div className={css.column}>{tip}</div>;
  return (
    <Link to={ordersLink(filters, { are: 'counted', period: getMonthDays(month) })} className={css.column}>
      {tip}
    </Link>
  );
}

/** "£20k" */
function formatAxis(value: number, { currency, pricesVisible }: DashboardView): string {
  const compact = { notation: 'compact', maximumFractionDigits: 1 } as const;
  const style = pricesVisible && currency ? ({ style: 'currency', currency, currencyDisplay: 'narrowSymbol' } as const) : {};
  return new Intl.NumberFormat('en-GB', { ...style, ...compact, minimumFractionDigits: 0 }).format(value).replace(/K$/, 'k');
}
