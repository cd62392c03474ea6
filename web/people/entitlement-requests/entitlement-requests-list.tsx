import { Button, Stack, Text } from '@mantine/core';
import { Link } from 'react-router';
import type { QueryOf } from '#contract/index.ts';
import { defineList } from '#web/app/lists/define-list.ts';
import { ALL_STATES, stateTabs } from '#web/app/lists/filter-kinds.tsx';
import { paths } from '#web/app/paths.ts';
import { describeMore } from '#web/entitlement/entitlement-requests/request-texts.ts';
import { formatAmount } from '#web/entitlement/reasoning.ts';
import { StatusBadge, type Tone } from '#web/ui/content/status-badge.tsx';
import { formatDate, formatDateTime } from '#web/ui/format/format.ts';
import { type EntitlementRequest, formatWearerName } from './use-decisions.ts';

/** What the list of requests needs besides them. */
export interface RequestsContext {
  currencyCode: string;
  decide: (request: EntitlementRequest) => void;
}

/** How each status is shown. */
export const REQUEST_BADGES: Readonly<Record<EntitlementRequest['status'], [label: string, tone: Tone]>> = {
  open: ['Waiting', 'warning'],
  granted: ['Granted', 'success'],
  declined: ['Declined', 'danger'],
  withdrawn: ['Withdrawn', 'neutral'],
  expired: ['Expired', 'neutral'],
};
const UNDONE_BADGE = ['Grant undone', 'neutral'] as const;

/** The parts of the list; the first is the one to work through. */
export const REQUEST_TABS = [
  { label: 'Waiting', value: 'open' },
  { label: 'Granted', value: 'granted' },
  { label: 'Declined', value: 'declined' },
  { label: 'Withdrawn', value: 'withdrawn' },
  { label: 'Expired', value: 'expired' },
  { label: 'All', value: ALL_STATES },
] as const;

type RequestsQuery = NonNullable<QueryOf<'GET /api/entitlement/requests'>>;

/** The requests for more of the people whom an administrator manages. */
export const entitlementRequestsList = defineList<'GET /api/entitlement/requests', RequestsContext>()({
  name: 'requests',
  call: 'GET /api/entitlement/requests',
  rowsKey: 'requests',
  nouns: ['request', 'requests'],
  label: 'Requests for more',
  columns: {
    person: { title: 'Person', isHeading: true, wraps: true, cell: formatWearerName },
    asked: {
      title: 'Asks for',
      wraps: true,
      cell: (request, { currencyCode }) => describeMore(request, request.amount, currencyCode),
      onCard: (request, { currencyCode }) => `Asks for ${describeMore(request, request.amount, currencyCode)}`,
    },
    reason: { title: 'Reason', wraps: true, cell: ({ reason }) => reason, onCard: ({ reason }) => reason && `“${reason}”` },
    email: {
      title: 'Email',
      isExtra: true,
      cell: ({ customer }) => <Link to={paths.person(customer.id)}>{customer.email}</Link>,
    },
    wardrobe: {
      title: 'Wardrobe',
      wraps: true,
      isRoomy: true,
      cell: ({ collectionName, seasonName }) => [collectionName, seasonName].filter(Boolean).join(', '),
    },
    left: {
      title: 'Left now',
      isNumber: true,
      cell: formatLeft,
      onCard: (request, context) => {
        const left = formatLeft(request, context);
        return left && `${left} left`;
      },
    },
    decision: {
      title: 'Decision',
      wraps: true,
      cell: (request, context) => <Decision request={request} context={context} />,
    },
    requested: {
      title: 'Requested',
      isExtra: true,
      cell: ({ createdOnUtc }) => formatDateTime(createdOnUtc),
      onCard: ({ createdOnUtc }) => `Requested ${formatDateTime(createdOnUtc)}`,
    },
    status: {
      title: 'Status',
      cell: ({ status, undoneOnUtc }) => {
        const [label, tone] = undoneOnUtc === null ? REQUEST_BADGES[status] : UNDONE_BADGE;
        return <StatusBadge tone={tone}>{label}</StatusBadge>;
      },
    },
  },
  card: [
    { start: ['person'], end: 'status' },
    { start: ['asked'], end: 'left' },
    { start: ['reason'] },
    { start: ['email', 'wardrobe'] },
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
    status: stateTabs<RequestsQuery>({
      param: 'status',
      url: 'status',
      states: ['open', 'granted', 'declined', 'withdrawn', 'expired'],
    }),
  },
  rows: { usual: 25, choices: [25, 50, 100] },
  empty: {
    title: 'No requests waiting',
    text: 'People can ask for more in their uniform builder and in their statement. Their requests will appear here, and you will receive an email.',
  },
  nothingFound: 'Look under another status.',
});

function formatLeft({ balance: { left, granted }, unit }: EntitlementRequest, { currencyCode }: RequestsContext): string {
  const format = (amount: number) => formatAmount(amount, unit, currencyCode);
  return left === null || granted === null ? '' : `${format(left)} of ${format(granted)}`;
}

/** Until when a request can be decided, or how it was, when and by whom, and what the wearer was told; and why the reader cannot decide. */
function Decision({ request, context: { currencyCode } }: { request: EntitlementRequest; context: RequestsContext }) {
  const { status, expiresOn, unit, grantedAmount, closedOnUtc, decidedBy, undoneOnUtc, undoneBy } = request;
  const { decisionReason, decisionBlocker } = request;
  const describe = (what: string, utc: string | null, by: string | null) =>
    utc !== null && `${what} ${formatDateTime(utc)}${by ? ` by ${by}` : ''}`;
  const granted = grantedAmount !== null && ` ${formatAmount(grantedAmount, unit, currencyCode)}`;
  const lines = [
    status === 'open' && `Until ${formatDate(expiresOn)}`,
    describe(`${REQUEST_BADGES[status][0]}${granted || ''}`, closedOnUtc, decidedBy),
    describe('Undone', undoneOnUtc, undoneBy),
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
