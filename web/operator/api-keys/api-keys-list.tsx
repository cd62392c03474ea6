import { Button } from '@mantine/core';
import type { ReplyOf } from '#contract/index.ts';
import { defineList } from '#web/app/lists/define-list.ts';
import { StatusBadge } from '#web/ui/content/status-badge.tsx';
import { VisuallyHidden } from '#web/ui/content/visually-hidden.tsx';
import { formatDateTime } from '#web/ui/format/format.ts';

export type ApiKey = ReplyOf<'GET /api/operator/apikeys'>['apiKeys'][number];

/** Opens the window in which a key gets another secret or is revoked. */
export interface ApiKeyListActions {
  open: (name: 'rotate' | 'revoke', key: ApiKey) => void;
}

/** What a key may do; “write” includes “read”. */
const describeScopes = ({ scopes }: ApiKey): string =>
  scopes.filter((scope) => !(scope.endsWith(':read') && scopes.includes(scope.replace('read', 'write')))).join(', ');

/** The API keys of the supplier's other systems, those that were revoked last. */
export const apiKeysList = defineList<'GET /api/operator/apikeys', ApiKeyListActions>()({
  name: 'apikeys',
  call: 'GET /api/operator/apikeys',
  rowsKey: 'apiKeys',
  nouns: ['API key', 'API keys'],
  label: 'API keys',
  columns: {
    name: { title: 'Name', isHeading: true, wraps: true, sorts: ['name', '-name'], cell: ({ name }) => name },
    state: { title: 'State', wraps: true, cell: (key) => <KeyState apiKey={key} /> },
    scopes: { title: 'Purposes', wraps: true, cell: describeScopes },
    brands: { title: 'Brands', wraps: true, cell: ({ brands }) => brands.map(({ companyName }) => companyName).join(', ') },
    used: {
      title: 'Last used',
      sorts: ['-used', 'used'],
      cell: ({ lastUsedUtc }) => (lastUsedUtc === null ? 'Never' : formatDateTime(lastUsedUtc)),
      onCard: ({ lastUsedUtc }) => (lastUsedUtc === null ? 'never used' : `last used ${formatDateTime(lastUsedUtc)}`),
    },
    created: {
      title: 'Created',
      wraps: true,
      sorts: ['-created', 'created'],
      cell: ({ createdUtc, createdBy }) => `${formatDateTime(createdUtc)}${createdBy === null ? '' : ` by ${createdBy}`}`,
      onCard: ({ createdUtc, createdBy }) =>
        `created ${formatDateTime(createdUtc)}${createdBy === null ? '' : ` by ${createdBy}`}`,
    },
  },
  card: [{ start: ['name'], end: 'state' }, { start: ['scopes'] }, { start: ['brands', 'used'] }, { start: ['created'] }],
  actions: (key, { open }) =>
    key.revokedUtc === null && (
      <>
        <Button size="compact-sm" variant="default" onClick={() => open('rotate', key)}>
          Replace secret<VisuallyHidden> of {key.name}</VisuallyHidden>
        </Button>{' '}
        <Button size="compact-sm" variant="default" onClick={() => open('revoke', key)}>
          Revoke<VisuallyHidden> {key.name}</VisuallyHidden>
        </Button>
      </>
    ),
  search: { url: 'q', label: 'Search API keys', placeholder: 'Name or purpose' },
  whole: {
    isShown: ({ name, scopes }, { search }) => [name, ...scopes].join(' ').toLowerCase().includes(search),
    compare: {
      name: (a, b) => a.name.localeCompare(b.name),
      '-name': (a, b) => b.name.localeCompare(a.name),
      used: (a, b) => (a.lastUsedUtc ?? '').localeCompare(b.lastUsedUtc ?? ''),
      '-used': (a, b) => (b.lastUsedUtc ?? '').localeCompare(a.lastUsedUtc ?? ''),
      created: (a, b) => a.createdUtc.localeCompare(b.createdUtc),
      '-created': (a, b) => b.createdUtc.localeCompare(a.createdUtc),
    },
  },
  sorts: {
    name: 'Name, A to Z',
    '-name': 'Name, Z to A',
    '-used': 'Used last',
    used: 'Not used for longest',
    '-created': 'Newest first',
    created: 'Oldest first',
  },
  filters: {},
  rows: { usual: 50, choices: [25, 50, 100] },
  empty: { title: 'There are no API keys', text: 'Create one for each system, so that you can revoke it alone.' },
  nothingFound: 'Try another part of the name, or a purpose such as orders:read.',
});

function KeyState({ apiKey: { revokedUtc, previousSecretEndsUtc } }: { apiKey: ApiKey }) {
  if (revokedUtc !== null) return <StatusBadge tone="danger">Revoked</StatusBadge>;
  return previousSecretEndsUtc === null ? null : (
    <StatusBadge tone="warning">Previous secret valid until {formatDateTime(previousSecretEndsUtc)}</StatusBadge>
  );
}
