import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import type { ReplyOf } from '#contract/index.ts';
import { SkeletonRows } from '#web/ui/feedback/skeleton.tsx';
import { EmptyState, ErrorState } from '#web/ui/feedback/states.tsx';
import { formatDateTime, formatNumber } from '#web/ui/format/format.ts';
import { Card } from '#web/ui/layout/card.tsx';
import { PageLoading } from '#web/ui/layout/page-loading.tsx';
import { Pager } from '#web/ui/lists/pager.tsx';
import { operatorPaths } from '../operator-paths.ts';
import { useMay } from '../session/operator-access.ts';
import { operatorQuery } from '../session/operator-api.ts';
import css from './stock-garment.module.css';

type Movement = ReplyOf<'GET /api/operator/stock/:combinationId/movements'>['movements'][number];

const LIMIT = 25;

const KINDS: Record<Movement['kind'], string> = {
  receipt: 'Received',
  count: 'Counted',
  adjust: 'Corrected',
  reserve: 'Reserved',
  release: 'Released',
  ship: 'Shipped',
  return: 'Returned',
};

/** "+3", "−2"; a dash for none. */
const signed = (change: number) => (change === 0 ? '–' : `${change > 0 ? '+' : '−'}${formatNumber(Math.abs(change))}`);

/** Every movement of a garment, the newest first, with the stock after it. */
export function StockMovements({ id }: { id: number }) {
  const [page, setPage] = useState(0);
  const { data, error, refetch } = useQuery({
    ...operatorQuery('GET /api/operator/stock/:combinationId/movements', {
      params: { combinationId: id },
      query: { page, limit: LIMIT },
    }),
    placeholderData: keepPreviousData,
  });
  return (
    <Card title="Movements">
      {!data ? (
        error ? (
          <ErrorState title="The movements could not be loaded." error={error} onRetry={() => void refetch()} />
        ) : (
          <PageLoading label="Loading movements">
            <SkeletonRows rows={5} height={40} />
          </PageLoading>
        )
      ) : data.totalCount === 0 ? (
        <EmptyState title="No movements yet">Receipts, reservations, shipments, counts and corrections appear here.</EmptyState>
      ) : (
        <>
          <div className={css.movements}>
            <table aria-label="Movements, the newest first">
              <thead>
                <tr>
                  <th scope="col">When</th>
                  <th scope="col">What</th>
                  <th scope="col" data-number>
                    On hand
                  </th>
                  <th scope="col" data-number>
                    Reserved
                  </th>
                </tr>
              </thead>
              <tbody>
                {data.movements.map((movement) => (
                  <Row key={movement.id} movement={movement} />
                ))}
              </tbody>
            </table>
          </div>
          <Pager page={page} limit={LIMIT} totalCount={data.totalCount} noun="movements" onPage={setPage} />
        </>
      )}
    </Card>
  );
}

function Row({ movement }: { movement: Movement }) {
  const mayOpen = useMay('orders:write', 'shipments:write');
  const { kind, createdOnUtc, orderId, isReleased, organisationName, isOfOtherBrand, reason, actorName } = movement;
  return (
    <tr>
      <td>{formatDateTime(createdOnUtc)}</td>
      <td>
        {KINDS[kind]}
        {orderId !== null && (
          <>
            {' '}
            for {mayOpen && isReleased ? <Link to={operatorPaths.order(orderId)}>{orderId}</Link> : orderId}, {organisationName}
          </>
        )}
        {isOfOtherBrand && ' for a client of another brand'}
        {(reason !== null || actorName !== null) && (
          <span className={css.quiet}>{[reason, actorName].filter(Boolean).join(' · ')}</span>
        )}
      </td>
      <td data-number>
        {formatNumber(movement.onHand)}
        <span className={css.quiet}>{signed(movement.onHandChange)}</span>
      </td>
      <td data-number>
        {formatNumber(movement.reserved)}
        <span className={css.quiet}>{signed(movement.reservedChange)}</span>
      </td>
    </tr>
  );
}
