import { Group } from '@mantine/core';
import type { ReplyOf } from '#contract/index.ts';
import { defineList } from '#web/app/lists/define-list.ts';
import { flag } from '#web/app/lists/filter-kinds.tsx';
import { StatusBadge } from '#web/ui/content/status-badge.tsx';
import { formatDateTime } from '#web/ui/format/format.ts';
import { operatorPaths } from '../operator-paths.ts';
import { organisationFilter } from '../organisation-filter.tsx';

type Listed = ReplyOf<'GET /api/operator/punchout/connections'>['connections'][number];

/** What a protocol is called. */
export const PROTOCOL_LABELS = { cxml: 'cXML', oci: 'OCI' } as const;

/** The connections of all organisations of the operator's brands. */
export const connectionsList = defineList<'GET /api/operator/punchout/connections'>()({
  name: 'punchoutconnections',
  call: 'GET /api/operator/punchout/connections',
  rowsKey: 'connections',
  nouns: ['connection', 'connections'],
  label: 'PunchOut connections',
  link: ({ id }) => operatorPaths.punchoutConnection(id),
  columns: {
    name: { title: 'Name', isHeading: true, wraps: true, cell: ({ name }) => name },
    organisation: { title: 'Organisation', cell: ({ organisationName }) => organisationName },
    protocol: { title: 'Protocol', cell: ({ protocol }) => PROTOCOL_LABELS[protocol] },
    key: { title: 'Key', isRoomy: true, cell: ({ key }) => key },
    status: { title: 'Status', wraps: 'wide', cell: (connection) => <Status connection={connection} /> },
    trips: {
      title: 'Visits in 30 days',
      isNumber: true,
      cell: ({ tripCount }) => tripCount,
      onCard: ({ tripCount }) => `${tripCount} visits in 30 days`,
    },
    attempt: {
      title: 'Last request',
      wraps: 'wide',
      cell: ({ lastAttempt }) => lastAttempt && `${formatDateTime(lastAttempt.createdOnUtc)} · ${lastAttempt.statusCode}`,
      onCard: ({ lastAttempt }) =>
        lastAttempt ? `Last request ${formatDateTime(lastAttempt.createdOnUtc)} · ${lastAttempt.statusCode}` : 'No requests yet',
    },
  },
  card: [
    { start: ['name'], end: 'status' },
    { start: ['organisation', 'protocol', 'key'] },
    { start: ['attempt'], end: 'trips' },
  ],
  search: { param: 'searchTerm', url: 'search', label: 'Search connections', placeholder: 'Name, key or organisation' },
  filters: {
    organisationId: organisationFilter,
    isActive: flag({ label: 'Switched on', url: 'active', text: 'on' }),
  },
  rows: { usual: 50, choices: [25, 50, 100] },
  empty: {
    title: 'No connections yet',
    text: 'Connections with buyers’ procurement systems are listed here. Add the first one.',
  },
  nothingFound: 'Try another part of the name, or remove the filter.',
});

/** What needs attention of a connection, and whether it is live. */
export function Status({ connection }: { connection: Pick<Listed, 'isActive' | 'isTest' | 'hasSecret' | 'learntReturnOrigin'> }) {
  const { isActive, isTest, hasSecret, learntReturnOrigin } = connection;
  return (
    <Group gap={6} component="span">
      {!isActive && <StatusBadge>Switched off</StatusBadge>}
      {isActive && !hasSecret && <StatusBadge tone="warning">No secret</StatusBadge>}
      {learntReturnOrigin !== null && <StatusBadge tone="warning">Return address to approve</StatusBadge>}
      {isActive &&
        hasSecret &&
        (isTest ? <StatusBadge tone="info">Test</StatusBadge> : <StatusBadge tone="success">Live</StatusBadge>)}
    </Group>
  );
}
