import { Button, Stack, Text } from '@mantine/core';
import { Link } from 'react-router';
import type { QueryOf } from '#contract/index.ts';
import { defineList } from '#web/app/lists/define-list.ts';
import { stateTabs } from '#web/app/lists/filter-kinds.tsx';
import { paths } from '#web/app/paths.ts';
import { StatusBadge } from '#web/ui/content/status-badge.tsx';
import { formatDate, formatDateTime, formatNumber, plural } from '#web/ui/format/format.ts';
import { REQUEST_BADGES } from '../entitlement-requests/entitlement-requests-list.tsx';
import { formatWearerName } from '../entitlement-requests/use-decisions.ts';
import type { TimeRequest } from './use-time-decisions.ts';

/** What the list of requests for more time needs besides them. */
export interface TimeRequestsContext {
  decide: (request: TimeRequest) => void;
}

type TimeRequestsQuery = NonNullable<QueryOf<'GET /api/entitlement/timerequests'>>;

/** The requests for more time of the people whom an administrator manages. */
export const timeRequestsList = defineList<'GET /api/entitlement/timerequests', TimeRequestsContext>()({
  name: 'timerequests',
  call: 'GET /api/entitlement/timerequests',
  rowsKey: 'requests',
  nouns: ['request', 'requests'],
  label: 'Requests for more time',
  columns: {
    person: { title: 'Person', isHeading: true, wraps: true, cell: formatWearerName },
    season: {
      title: 'Season',
      wraps: true,
      cell: ({ seasonName, seasonClosedOn }) =>
        seasonClosedOn === null ? seasonName : `${seasonName}, closed ${formatDate(seasonClosedOn)}`,
    },
    reason: { title: 'Reason', wraps: true, cell: ({ reason }) => reason, onCard: ({ reason }) => reason && `“${reason}”` },
    chosen: {
      title: 'Chosen',
      isNumber: true,
      cell: ({ chosen }) => formatNumber(countPieces(chosen)),
      onCard: ({ chosen }) => `${plural(countPieces(chosen), 'piece')} chosen, not ordered`,
    },
    email: {
      title: 'Email',
      isExtra: true,
      cell: ({ customer }) => <Link to={paths.person(customer.id)}>{customer.email}</Link>,
    },
    decision: { title: 'Decision', wraps: true, cell: (request) => <Decision request={request} /> },
    requested: {
      title: 'Requested',
      isExtra: true,
      cell: ({ createdOnUtc }) => formatDateTime(createdOnUtc),
      onCard: ({ createdOnUtc }) => `Requested ${formatDateTime(createdOnUtc)}`,
    },
    status: {
      title: 'Status',
      cell: ({ status }) => {
        const [label, tone] = REQUEST_BADGES[status];
        return <StatusBadge tone={tone}>{label}</StatusBadge>;
      },
    },
  },
  card: [
    { start: ['person'], end: 'status' },
    { start: ['season'] },
    { start: ['reason'] },
    { start: ['chosen'] },
    { start: ['email'] },
    { start: ['requested'] },
    { start: ['decision'] },
  ],
  actions: (request, { decide }) =>
    request.status === 'open' &&
    !request.decisionBlocker && (
      <Button
        size="compact-md"
        aria-haspopup="dialog"
        aria-label={`Decide on the request of ${formatWearerName(request)}`}
        onClick={() => decide(request)}
      >
        Decide
      </Button>
    ),
  filters: {},
  combinedFilters: {
    status: stateTabs<TimeRequestsQuery>({
      param: 'status',
      url: 'status',
      states: ['open', 'granted', 'declined', 'withdrawn', 'expired'],
    }),
  },
  rows: { usual: 25, choices: [25, 50, 100] },
  empty: {
    title: 'No requests waiting',
    text: 'People whose ordering window has closed can ask for more time. Their requests will appear here, and you will receive an email.',
  },
  nothingFound: 'Look under another status.',
});

const countPieces = (chosen: TimeRequest['chosen']) => chosen.reduce((total, { quantity }) => total + quantity, 0);

/** Until when a request can be decided, or how it was, when and by whom, and what the wearer was told; and why the reader cannot decide. */
function Decision({ request }: { request: TimeRequest }) {
  const { status, expiresOn, closedOnUtc, decidedBy, decisionReason, decisionBlocker, orderingClosesOn } = request;
  const lines = [
    status === 'open' && `Until ${formatDate(expiresOn)}`,
    closedOnUtc !== null && `${REQUEST_BADGES[status][0]} ${formatDateTime(closedOnUtc)}${decidedBy ? ` by ${decidedBy}` : ''}`,
    orderingClosesOn !== null && `Can order until ${formatDate(orderingClosesOn)}`,
    decisionReason && `“${decisionReason}”`,
    decisionBlocker,
  ].filter((line) => typeof line === 'string');
  return (
    <Stack gap={0}>
      {lines.map((line) => (
        <Text key={line} span size="sm" c="dimmed">
          {line}
        </Text>
      ))}
    </Stack>
  );
}
