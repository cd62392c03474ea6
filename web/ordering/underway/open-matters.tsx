import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { paths, queryString } from '#web/app/paths.ts';
import { useSeesAdministration } from '#web/app/session/profile.ts';
import { StatusBadge } from '#web/ui/content/status-badge.tsx';
import { ErrorState } from '#web/ui/feedback/states.tsx';
import { formatDate, formatNumber, plural } from '#web/ui/format/format.ts';
import { Card } from '#web/ui/layout/card.tsx';
import css from './underway.module.css';
import { openMattersQuery } from './underway-queries.ts';
import { formatDayAndMonth } from './underway-texts.ts';

interface Props {
  /** Whether orders that wait for someone's approval, proofs that wait for theirs, and returns on which no one has decided, are shown besides late pieces. */
  hasAll: boolean;
}

/** What is open in the orders that the person looks after. Nothing without any. The query is loaded by the page before. */
export function OpenMatters({ hasAll }: Props) {
  const isAdministrator = useSeesAdministration();
  const { data, error, refetch } = useQuery(openMattersQuery);
  if (error)
    return (
      <Card>
        <ErrorState title="Open orders could not be loaded." error={error} onRetry={() => void refetch()} />
      </Card>
    );
  if (!data) return null;
  const { late, waiting, proofs, returns } = data;
  return (
    <>
      {late.totalCount > 0 && (
        <MatterCard
          title="Late"
          tone="danger"
          count={late.totalCount}
          shown={late.lines.length}
          footer={<LateOrders count={late.orderCount} />}
        >
          {late.lines.map((line) => (
            <Matter key={line.orderItemId} orderId={line.orderId} note={`Was due ${formatDayAndMonth(line.dueOn)}`}>
              {line.person}: {line.quantity} × {[line.productName, line.attributeDescription].filter(Boolean).join(', ')}
            </Matter>
          ))}
        </MatterCard>
      )}
      {hasAll && waiting.totalCount > 0 && (
        <MatterCard title="Waiting for approval" tone="warning" count={waiting.totalCount} shown={waiting.orders.length}>
          {waiting.orders.map(({ orderId, person, createdOnUtc }) => (
            <Matter key={orderId} orderId={orderId} note={formatDate(createdOnUtc)}>
              {person}
            </Matter>
          ))}
        </MatterCard>
      )}
      {hasAll && proofs.totalCount > 0 && (
        <MatterCard
          title={proofs.totalCount === 1 ? 'Proof to approve' : 'Proofs to approve'}
          tone="warning"
          count={proofs.totalCount}
          shown={proofs.proofs.length}
          footer={
            <Text size="sm" mt="xs">
              <Link to={paths.proofs({ status: 'waiting' })}>View {plural(proofs.totalCount, 'proof')} to approve</Link>
            </Text>
          }
        >
          {proofs.proofs.map(({ proofId, name, createdOnUtc }) => (
            <li key={proofId} className={css.row}>
              <Link to={paths.proofs({ proof: proofId })}>{name}</Link>
              <Text span size="sm" c="dimmed">
                {formatDate(createdOnUtc)}
              </Text>
            </li>
          ))}
        </MatterCard>
      )}
      {hasAll && returns.totalCount > 0 && (
        <MatterCard
          title="Open returns"
          tone="info"
          count={returns.totalCount}
          shown={returns.requests.length}
          footer={
            isAdministrator && (
              <Text size="sm" mt="xs">
                <Link to={paths.managedReturns()}>View all returns</Link>
              </Text>
            )
          }
        >
          {returns.requests.map((request) => (
            <Matter
              key={request.returnRequestId}
              orderId={request.orderId}
              note={request.returnRequestStatus === 'Received' ? 'Waiting for a decision' : 'Waiting for the parcel'}
            >
              {request.person}: {request.quantity} × {request.productName}
            </Matter>
          ))}
        </MatterCard>
      )}
    </>
  );
}

/** What would be among the open matters, where there are none. */
export function NoOpenMatters({ hasAll }: Props) {
  const { data } = useQuery(openMattersQuery);
  if (
    !data ||
    data.late.totalCount + (hasAll ? data.waiting.totalCount + data.proofs.totalCount + data.returns.totalCount : 0) > 0
  )
    return null;
  return (
    <Card title="Nothing is late">
      <Text c="dimmed">
        {hasAll
          ? 'Late pieces, orders waiting for approval, proofs to approve and open returns appear here.'
          : 'Pieces not sent by their promised date appear here.'}
      </Text>
    </Card>
  );
}

interface MatterCardProps {
  title: string;
  tone: 'danger' | 'warning' | 'info';
  count: number;
  /** How many of them are listed. */
  shown: number;
  /** Stands below them. */
  footer?: ReactNode;
  children: ReactNode;
}

const MatterCard = ({ title, tone, count, shown, footer, children }: MatterCardProps) => (
  <Card title={title} action={<StatusBadge tone={tone}>{formatNumber(count)}</StatusBadge>}>
    <Stack component="ul" gap={0} role="list" className="divided">
      {children}
    </Stack>
    {count > shown && (
      <Text size="sm" c="dimmed" mt="xs">
        And {plural(count - shown, 'more', 'more')}.
      </Text>
    )}
    {footer}
  </Card>
);

/** Leads to the list of orders with the late ones alone; nothing while the list has none. */
const LateOrders = ({ count }: { count: number }) =>
  count > 0 && (
    <Text size="sm" mt="xs">
      <Link to={paths.orders() + queryString({ late: 1 })}>View {plural(count, 'late order')}</Link>
    </Text>
  );

const Matter = ({ orderId, note, children }: { orderId: number; note: string; children: ReactNode }) => (
  <li className={css.row}>
    <span className={css.words}>
      <Link to={paths.order(orderId)}>Order {orderId}</Link>
      <Text span size="sm" c="dimmed">
        {children}
      </Text>
    </span>
    <Text span size="sm" c="dimmed">
      {note}
    </Text>
  </li>
);
