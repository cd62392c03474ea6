import { NativeSelect, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import type { ReplyOf } from '#contract/index.ts';
import { readId } from '#web/app/lists/filter-kinds.tsx';
import { StatusBadge } from '#web/ui/content/status-badge.tsx';
import { SkeletonRows } from '#web/ui/feedback/skeleton.tsx';
import { EmptyState, ErrorState } from '#web/ui/feedback/states.tsx';
import { formatMoney, plural } from '#web/ui/format/format.ts';
import { DateField } from '#web/ui/forms/date-field.tsx';
import { INCOMPLETE_DAY } from '#web/ui/forms/incomplete-day.ts';
import { Card } from '#web/ui/layout/card.tsx';
import { PageLoading } from '#web/ui/layout/page-loading.tsx';
import list from '#web/ui/lists/list.module.css';
import { operatorPaths } from '../operator-paths.ts';
import { operatorQuery } from '../session/operator-api.ts';
import css from './card-payments.module.css';

type Day = ReplyOf<'GET /api/operator/cardpayments/comparison'>['comparison'];
type Movement = Day['movements'][number];

const RESULTS = {
  same: { label: 'Same', tone: 'success' },
  amount: { label: 'Amounts differ', tone: 'danger' },
  onlyHere: { label: 'Only here', tone: 'danger' },
  onlyThere: { label: 'Only at the provider', tone: 'danger' },
} as const satisfies Record<Movement['result'], { label: string; tone: string }>;

/** Days are those of the provider, in UTC. */
const getToday = () => new Date().toISOString().slice(0, 10);

/** Payments and refunds of a brand on a day beside those of the provider. Brand and day are in the address. */
export function ComparisonView() {
  const [params, setParams] = useSearchParams();
  const providers = useQuery(operatorQuery('GET /api/operator/paymentproviders'));
  const brands = providers.data?.paymentProviders.filter(({ provider }) => provider !== null) ?? [];
  const brandId = readId(params.get('brand') ?? '') ?? brands[0]?.brandId ?? 0;
  const day = /^\d{4}-\d{2}-\d{2}$/.exec(params.get('day') ?? '')?.[0] ?? getToday();
  const { data, error, refetch } = useQuery({
    ...operatorQuery('GET /api/operator/cardpayments/comparison', { query: { brandId, day } }),
    enabled: brandId > 0,
    retry: false,
  });
  const show = (name: string, value: string) => {
    if (value === '' || value === INCOMPLETE_DAY) return;
    const changed = new URLSearchParams(params);
    changed.set(name, value);
    setParams(changed, { preventScrollReset: true, replace: true });
  };
  if (providers.data && brandId === 0)
    return (
      <Card>
        <EmptyState title="No brand takes card payments.">Set a payment provider first, under Administration.</EmptyState>
      </Card>
    );
  return (
    <Stack>
      <div className={css.choice}>
        {brands.length > 1 && (
          <NativeSelect
            label="Brand"
            value={brandId}
            onChange={(event) => show('brand', event.currentTarget.value)}
            data={brands.map((brand) => ({ value: String(brand.brandId), label: brand.brandName }))}
          />
        )}
        <DateField label="Day (UTC)" max={getToday()} value={day} onChange={(value) => show('day', value)} />
      </div>
      {providers.error ? (
        <Card>
          <ErrorState
            title="The brands that take cards could not be loaded."
            error={providers.error}
            onRetry={() => void providers.refetch()}
          />
        </Card>
      ) : error ? (
        <Card>
          <ErrorState title="This day could not be compared." error={error} onRetry={() => void refetch()} />
        </Card>
      ) : data ? (
        <Comparison day={data.comparison} />
      ) : (
        <PageLoading label="Loading the comparison">
          <SkeletonRows rows={4} height={44} />
        </PageLoading>
      )}
    </Stack>
  );
}

/** What differs, in a sentence. */
function summarise({ movements, differences, totalHere, totalThere, currencyCode }: Day): string {
  if (movements.length === 0) return 'Nothing was paid or refunded on this day.';
  const moved = plural(movements.length, 'payment or refund', 'payments and refunds');
  const totals = currencyCode
    ? ` Payments less refunds: ${formatMoney(totalHere, currencyCode)} here, ${formatMoney(totalThere, currencyCode)} at the provider.`
    : '';
  return differences === 0
    ? `${moved}, the same here and at the provider.${totals}`
    : `${moved}, of which ${differences} ${differences === 1 ? 'differs' : 'differ'}.${totals}`;
}

const Comparison = ({ day }: { day: Day }) => (
  <Card>
    <p className="figures">{summarise(day)}</p>
    {day.movements.length > 0 && (
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by key
      <div className={list.scroll} tabIndex={0}>
        <table className={list.table} aria-label="Payments and refunds of the day, differences first">
          <thead>
            <tr>
              <th scope="col">Provider’s number</th>
              <th scope="col">Order</th>
              <th scope="col">Here</th>
              <th scope="col">At the provider</th>
              <th scope="col">Comparison</th>
            </tr>
          </thead>
          <tbody>
            {day.movements.map((movement) => (
              <MovementRow key={`${movement.kind} ${movement.reference}`} movement={movement} />
            ))}
          </tbody>
        </table>
      </div>
    )}
  </Card>
);

function MovementRow({ movement }: { movement: Movement }) {
  const { kind, reference, cardPaymentId, orderId, here, there, currencyCode, result } = movement;
  const money = (amount: number | null) => (amount === null ? '–' : formatMoney(amount, currencyCode));
  return (
    <tr>
      <th scope="row">
        {cardPaymentId === null ? reference : <Link to={operatorPaths.cardPayment(cardPaymentId)}>{reference}</Link>}
        <Text size="sm" c="dimmed">
          {kind === 'payment' ? 'Payment' : 'Refund'}
        </Text>
      </th>
      <td>{orderId}</td>
      <td className="figures">{money(here)}</td>
      <td className="figures">{money(there)}</td>
      <td>
        <StatusBadge tone={RESULTS[result].tone}>{RESULTS[result].label}</StatusBadge>
      </td>
    </tr>
  );
}
