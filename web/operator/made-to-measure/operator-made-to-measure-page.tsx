import { Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { REQUEST_STATUSES } from '#web/ordering/made-to-measure/request-status.ts';
import { Toggle } from '#web/ui/buttons/toggle.tsx';
import { StatusBadge } from '#web/ui/content/status-badge.tsx';
import { SkeletonRows } from '#web/ui/feedback/skeleton.tsx';
import { EmptyState, ErrorState } from '#web/ui/feedback/states.tsx';
import { formatDate, formatDay, plural } from '#web/ui/format/format.ts';
import { Card } from '#web/ui/layout/card.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { PageLoading } from '#web/ui/layout/page-loading.tsx';
import { operatorPaths } from '../operator-paths.ts';
import { operatorQuery } from '../session/operator-api.ts';
import css from './made-to-measure.module.css';
import type { OperatorMadeToMeasure } from './operator-request-page.tsx';

const STATES = [
  { id: 'toAnswer', label: 'To answer', empty: 'No request waits for an answer.' },
  { id: 'toMake', label: 'To make', empty: 'No ordered garment waits to be made.' },
  { id: 'closed', label: 'Other', empty: 'There are no other requests.' },
] as const;

const PAGE_SIZE = 100;

/** Requests for garments made to measure: those to answer, those to make, and the others. No measurements. */
export function OperatorMadeToMeasurePage() {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const state = STATES.find(({ id }) => id === search.get('state')) ?? STATES[0];
  const { data, error, refetch } = useQuery(
    operatorQuery('GET /api/operator/madetomeasure', { query: { state: state.id, limit: PAGE_SIZE } }),
  );
  return (
    <>
      <PageHeader title="Tailoring">
        Garments made to measure, oldest first. Measurements are shown on a request alone, and each look is recorded.
      </PageHeader>
      <Group gap="xs" mb="md" role="group" aria-label="State">
        {STATES.map(({ id, label }) => (
          <Toggle key={id} pressed={id === state.id} onChange={() => void navigate(`?state=${id}`, { replace: true })}>
            {label}
          </Toggle>
        ))}
      </Group>
      {data ? (
        data.requests.length === 0 ? (
          <Card>
            <EmptyState title={state.empty} />
          </Card>
        ) : (
          <>
            <ul className={css.list} aria-label={state.label}>
              {data.requests.map((request) => (
                <li key={request.id}>
                  <RequestRow request={request} />
                </li>
              ))}
            </ul>
            {data.totalCount > data.requests.length && (
              <Text c="dimmed" mt="md">
                The oldest {PAGE_SIZE} of {plural(data.totalCount, 'request')}.
              </Text>
            )}
          </>
        )
      ) : error ? (
        <ErrorState title="The requests could not be loaded." error={error} onRetry={() => void refetch()} />
      ) : (
        <PageLoading label="Loading the requests">
          <SkeletonRows rows={4} height={72} />
        </PageLoading>
      )}
    </>
  );
}

function RequestRow({ request }: { request: OperatorMadeToMeasure }) {
  const { id, quantity, productName, attributeDescription, customerName, organisationName, createdOnUtc, orderId, dueOn } =
    request;
  const { label, tone } = REQUEST_STATUSES[request.status];
  return (
    <Card>
      <div className={css.row}>
        <Link to={operatorPaths.madeToMeasureRequest(id)}>
          M{id}: {quantity} × {productName}, {attributeDescription}
        </Link>
        <StatusBadge tone={tone}>{label}</StatusBadge>
      </div>
      <Text c="dimmed">
        {[
          customerName,
          organisationName,
          orderId === null ? `requested on ${formatDate(createdOnUtc)}` : `order ${orderId}`,
          ...(dueOn === null ? [] : [`promised until ${formatDay(dueOn)}`]),
        ].join(' · ')}
      </Text>
    </Card>
  );
}
