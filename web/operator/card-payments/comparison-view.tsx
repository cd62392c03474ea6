import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import type { ReplyOf } from '#contract/index.ts';
import { StatusBadge } from '#web/ui/content/status-badge.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { SkeletonRows } from '#web/ui/feedback/skeleton.tsx';
import { ErrorState } from '#web/ui/feedback/states.tsx';
import { formatMoney, formatTime, plural } from '#web/ui/format/format.ts';
import { DateField } from '#web/ui/forms/date-field.tsx';
import { INCOMPLETE_DAY } from '#web/ui/forms/incomplete-day.ts';
import { Card } from '#web/ui/layout/card.tsx';
import { PageLoading } from '#web/ui/layout/page-loading.tsx';
import list from '#web/ui/lists/list.module.css';
import { operatorPaths } from '../operator-paths.ts';
import { operatorQuery } from '../session/operator-api.ts';
import css from './card-payments.module.css';

type Brand = ReplyOf<'GET /api/operator/cardpayments/comparison'>['brands'][number];
type Movement = Brand['rows'][number];

const OUTCOMES = {
  same: { label: 'Same', tone: 'success' },
  different: { label: 'Amounts differ', tone: 'danger' },
  onlyHere: { label: 'Only here', tone: 'danger' },
  onlyThere: { label: 'Only at the provider', tone: 'danger' },
} as const satisfies Record<Movement['outcome'], { label: string; tone: string }>;

const DAY = 'day';
/** Days are those of the provider, in UTC. */
const getToday = () => new Date().toISOString().slice(0, 10);

/** Payments and refunds of a day beside those of the provider; the day is in the address. */
export function ComparisonView() {
  const [params, setParams] = useSearchParams();
  const day = /^\d{4}-\d{2}-\d{2}$/.exec(params.get(DAY) ?? '')?.[0] ?? getToday();
  const { data, error, refetch } = useQuery(operatorQuery('GET /api/operator/cardpayments/comparison', { query: { day } }));
  const show = (next: string) => {
    if (next === '' || next === INCOMPLETE_DAY) return;
    const changed = new URLSearchParams(params);
    changed.set(DAY, next);
    setParams(changed, { preventScrollReset: true, replace: true });
  };
  return (
    <Stack>
      <DateField className={css.day} label="Day (UTC)" max={getToday()} value={day} onChange={show} />
      {error ? (
        <Card>
          <ErrorState title="The comparison could not be loaded." error={error} onRetry={() => void refetch()} />
        </Card>
      ) : data ? (
        data.brands.length === 0 ? (
          <Card>
            <p>None of your brands takes payments by card.</p>
          </Card>
        ) : (
          data.brands.map((brand) => <BrandComparison key={brand.brandId} brand={brand} />)
        )
      ) : (
        <PageLoading label="Loading the comparison">
          <SkeletonRows rows={4} height={44} />
        </PageLoading>
      )}
    </Stack>
  );
}

/** What differs, in a sentence. */
function summarise({ rows }: Brand): string {
  if (rows.length === 0) return 'Nothing was paid or refunded on this day.';
  const differing = rows.filter(({ outcome }) => outcome !== 'same').length;
  return differing === 0
    ? `${plural(rows.length, 'movement')}, the same here and at the provider.`
    : `${plural(rows.length, 'movement')}, of which ${differing} ${differing === 1 ? 'differs' : 'differ'}.`;
}

const DIFFERING_FIRST = (one: Movement, other: Movement) => Number(one.outcome === 'same') - Number(other.outcome === 'same');

function BrandComparison({ brand }: { brand: Brand }) {
  const { brandName, provider, error, rows } = brand;
  return (
    <Card title={brandName} flush={error === null && rows.length > 0}>
      {error ? (
        <Notice tone="warning">
          {provider} could not be asked: {error} Try again later.
        </Notice>
      ) : (
        <>
          <Text className={rows.length > 0 ? css.summary : undefined}>
            {provider}. {summarise(brand)}
          </Text>
          {rows.length > 0 && <Movements brand={brand} />}
        </>
      )}
    </Card>
  );
}

const Movements = ({ brand: { brandName, rows } }: { brand: Brand }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by key
  <div className={list.scroll} tabIndex={0}>
    <table className={list.table} aria-label={`Payments and refunds of ${brandName}`}>
      <thead>
        <tr>
          <th scope="col">Number</th>
          <th scope="col">Kind</th>
          <th scope="col">Time</th>
          <th scope="col">Here</th>
          <th scope="col">At the provider</th>
          <th scope="col">Comparison</th>
        </tr>
      </thead>
      <tbody>
        {rows.toSorted(DIFFERING_FIRST).map((row) => (
          <tr key={`${row.kind} ${row.reference}`}>
            <th scope="row">
              {row.paymentId === null ? (
                row.reference
              ) : (
                <Link to={operatorPaths.cardPayment(row.paymentId)}>{row.reference}</Link>
              )}
            </th>
            <td>{row.kind === 'payment' ? 'Payment' : 'Refund'}</td>
            <td>{row.occurredOnUtc && formatTime(row.occurredOnUtc)}</td>
            <td className="figures">{row.ourAmount === null ? '–' : formatMoney(row.ourAmount, row.currencyCode)}</td>
            <td className="figures">{row.theirAmount === null ? '–' : formatMoney(row.theirAmount, row.currencyCode)}</td>
            <td>
              <StatusBadge tone={OUTCOMES[row.outcome].tone}>{OUTCOMES[row.outcome].label}</StatusBadge>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);
