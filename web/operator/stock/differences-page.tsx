import { Button, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import type { ReplyOf } from '#contract/index.ts';
import { useRecordId } from '#web/app/record-id.ts';
import { BlockableButton } from '#web/ui/buttons/blockable-button.tsx';
import { StatusBadge } from '#web/ui/content/status-badge.tsx';
import { showSuccess } from '#web/ui/feedback/alerts.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { EmptyState } from '#web/ui/feedback/states.tsx';
import { formatMoney, formatNumber, plural } from '#web/ui/format/format.ts';
import { Checkbox } from '#web/ui/forms/checkbox.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { RecordStates } from '#web/ui/layout/record-states.tsx';
import { operatorPaths } from '../operator-paths.ts';
import { useMay } from '../session/operator-access.ts';
import { invalidateOperatorCalls, operatorApi, operatorQuery } from '../session/operator-api.ts';
import css from './count.module.css';
import { describeGarment } from './describe-garment.ts';
import { invalidateStock } from './invalidate-stock.ts';

type Differences = ReplyOf<'GET /api/operator/stock/counts/:id/differences'>;
type Difference = Differences['differences'][number];

const signed = (change: number) => `${change > 0 ? '+' : change < 0 ? '−' : ''}${formatNumber(Math.abs(change))}`;

/** A value with the minus of the pieces. */
const formatValue = (value: number, currencyCode: string) => formatMoney(value, currencyCode);

/** What a count would change, before it is booked. */
export function StockDifferencesPage() {
  const { id, isId } = useRecordId();
  const { data, error, refetch } = useQuery({
    ...operatorQuery('GET /api/operator/stock/counts/:id/differences', { params: { id } }),
    enabled: isId,
  });
  if (data) return <DifferencesView shown={data} reload={() => void refetch()} />;
  return (
    <>
      <PageHeader title="Differences" above={<Link to={operatorPaths.stockCounts}>Counts</Link>} />
      <Card>
        <RecordStates noun="count" isId={isId} error={error} onRetry={() => void refetch()} />
      </Card>
    </>
  );
}

function DifferencesView({ shown, reload }: { shown: Differences; reload: () => void }) {
  const { count, differences, equalLines, pieces, value, currencyCode, fingerprint } = shown;
  const client = useQueryClient();
  const navigate = useNavigate();
  const mayWrite = useMay('stock:write') && count.state === 'open';
  const [leavesOut, setLeavesOut] = useState(false);
  const blocked = differences.filter(({ obstacle }) => obstacle !== null);
  const bookable = differences.length - blocked.length;
  const booking = useMutation({
    mutationFn: () =>
      operatorApi('POST /api/operator/stock/counts/:id/book', { params: { id: count.id }, body: { leavesOut, fingerprint } }),
    onSuccess: async ({ msg }) => {
      // Leaving the page clears messages.
      await navigate(operatorPaths.stockCounts);
      showSuccess(msg ?? 'The count has been booked.');
      await invalidateOperatorCalls(
        client,
        'GET /api/operator/stock/counts',
        'GET /api/operator/stock/counts/:id',
        'GET /api/operator/stock/counts/:id/differences',
      );
      await invalidateStock(client);
    },
    onError: reload,
  });
  const uncounted = count.lines - count.countedLines;
  const blocker =
    count.countedLines === 0
      ? 'Nothing has been counted yet.'
      : blocked.length > 0 && !leavesOut
        ? 'Leave out the garments that cannot be booked, or count them again.'
        : undefined;
  return (
    <>
      <PageHeader
        title={`Differences: ${count.name}`}
        above={<Link to={operatorPaths.stockCount(count.id)}>Back to counting</Link>}
        actions={
          mayWrite && (
            <BlockableButton blocker={blocker} loading={booking.isPending} onClick={() => booking.mutate()}>
              {bookable === 0 ? 'Book the count' : `Book ${plural(bookable, 'difference')}`}
            </BlockableButton>
          )
        }
      >
        {plural(count.countedLines, 'garment')} counted, {formatNumber(equalLines)} as expected. {signed(pieces)}{' '}
        {Math.abs(pieces) === 1 ? 'piece' : 'pieces'}, worth {formatValue(value, currencyCode)} at catalogue prices.
      </PageHeader>
      <Stack gap="sm" miw={0}>
        {booking.error && (
          <Notice tone="danger" role="alert">
            {booking.error.message}
          </Notice>
        )}
        {uncounted > 0 && count.state === 'open' && (
          <Notice
            tone="warning"
            actions={
              <Button component={Link} to={operatorPaths.stockCount(count.id)} size="compact-sm" variant="default">
                Count them
              </Button>
            }
          >
            {plural(uncounted, 'garment')} not counted. {uncounted === 1 ? 'Its stock stays' : 'Their stock stays'} as it is.
            Enter 0 where there are none.
          </Notice>
        )}
        {blocked.length > 0 && mayWrite && (
          <Notice tone="warning">
            <Checkbox name="leavesOut" checked={leavesOut} onChange={setLeavesOut}>
              {blocked.length === 1
                ? 'Leave out the garment that cannot be booked'
                : `Leave out ${blocked.length} garments that cannot be booked`}
            </Checkbox>
          </Notice>
        )}
        <Card>
          {differences.length === 0 ? (
            <EmptyState title="No differences">No differences found.</EmptyState>
          ) : (
            <Stack component="ul" gap={0} role="list" className="divided" aria-label="Differences">
              {differences.map((difference) => (
                <Row key={difference.id} difference={difference} currencyCode={currencyCode} />
              ))}
            </Stack>
          )}
        </Card>
      </Stack>
    </>
  );
}

function Row({ difference, currencyCode }: { difference: Difference; currencyCode: string }) {
  const { sku, shelf, counted, expected, movedSince, onHandAfter, beingPicked, value, obstacle } = difference;
  return (
    <li className={css.difference}>
      <Stack gap={2} miw={0}>
        <strong>{describeGarment(difference)}</strong>
        <Text span size="sm" c="dimmed">
          {[sku, shelf ? `shelf ${shelf}` : 'no shelf'].join(' · ')}
        </Text>
        <Text span size="sm">
          Counted {formatNumber(counted)}, expected {formatNumber(expected)}
          {movedSince !== 0 && `, moved since ${signed(movedSince)}`}. {formatNumber(onHandAfter)} on hand after booking.
        </Text>
        {beingPicked > 0 && (
          <Text span size="sm" c="dimmed">
            {plural(beingPicked, 'piece')} of orders being picked {beingPicked === 1 ? 'is' : 'are'} on hand until shipped: count
            them too.
          </Text>
        )}
      </Stack>
      <div className={css.figures}>
        <strong>{signed(difference.difference)}</strong>
        {formatValue(value, currencyCode)}
      </div>
      {obstacle !== null && (
        <div className={css.problem}>
          <StatusBadge tone="danger">Cannot be booked</StatusBadge> {obstacle}
        </div>
      )}
    </li>
  );
}
