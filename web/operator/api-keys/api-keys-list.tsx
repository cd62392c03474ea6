import { Button } from '@mantine/core';
import type { ReplyOf } from '#contract/index.ts';
import { defineList } from '#web/app/lists/define-list.ts';
import { StatusBadge } from '#web/ui/content/status-badge.tsx';
import { VisuallyHidden } from '#web/ui/content/visually-hidden.tsx';
import { formatDateTime } from '#web/ui/format/format.ts';

export type ApiKey = ReplyOf<'GET /api/operator/apikeys'>['apiKeys'][number];

/** Opens the window in which a key gets another secret, is extended or revoked. */
export interface ApiKeyListActions {
  open: (name: 'rotate' | 'extend' | 'revoke', key: ApiKey) => void;
  /** Whether the caller's own rights include what the key may do: only then can they give it new life. */
  canRenew: (key: ApiKey) => boolean;
}

/** What a key may do; “write” includes “read”. */
const describeScopes = ({ scopes }: ApiKey): string =>
  scopes
    .filter((scope) => !(scope.endsWith(':read') && scopes.some((other) => other === scope.replace('read', 'write'))))
    .join(', ');

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
    expires: {
      title: 'Expires',
      sorts: ['expires', '-expires'],
      cell: ({ expiresUtc, revokedUtc }) => revokedUtc === null && formatDateTime(expiresUtc),
      onCard: ({ expiresUtc, revokedUtc }) => revokedUtc === null && `expires ${formatDateTime(expiresUtc)}`,
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
  card: [
    { start: ['name'], end: 'state' },
    { start: ['scopes'] },
    { start: ['brands', 'used'] },
    { start: ['expires'] },
    { start: ['created'] },
  ],
  actions: (key, { open, canRenew }) =>
    key.revokedUtc === null && (
      <>
        {canRenew(key) && (
          <>
            <Button size="compact-sm" variant="default" onClick={() => open('rotate', key)}>
              Replace secret<VisuallyHidden> of {key.name}</VisuallyHidden>
            </Button>{' '}
            <Button size="compact-sm" variant="default" onClick={() => open('extend', key)}>
              Extend<VisuallyHidden> {key.name}</VisuallyHidden>
            </Button>{' '}
          </>
        )}
        <Button size="compact-sm" variant="default" onClick={() => open('revoke', key)}>
          Revoke<VisuallyHidden> {key.name}</VisuallyHidden>
        </Button>
      </>
    ),
  search: { url: 'q', label: 'Search API keys', placeholder: 'Name or purpose' },
  whole: {
    searchedText: ({ name, scopes }) => [name, ...scopes].join(' '),
    compare: {
      name: (a, b) => a.name.localeCompare(b.name),
      '-name': (a, b) => b.name.localeCompare(a.name),
      used: (a, b) => (a.lastUsedUtc ?? '').localeCompare(b.lastUsedUtc ?? ''),
      '-used': (a, b) => (b.lastUsedUtc ?? '').localeCompare(a.lastUsedUtc ?? ''),
      expires: (a, b) => a.expiresUtc.localeCompare(b.expiresUtc),
      '-expires': (a, b) => b.expiresUtc.localeCompare(a.expiresUtc),
      created: (a, b) => a.createdUtc.localeCompare(b.createdUtc),
      '-created': (a, b) => b.createdUtc.localeCompare(a.createdUtc),
    },
  },
  sorts: {
    name: 'Name, A to Z',
    '-name': 'Name, Z to A',
    '-used': 'Most recently used',
    used: 'Least recently used',
    expires: 'Expires first',
    '-expires': 'Expires last',
    '-created': 'Newest first',
    created: 'Oldest first',
  },
  filters: {},
  rows: { usual: 50, choices: [25, 50, 100] },
  empty: { title: 'There are no API keys', text: 'Create one for each system, so you can revoke them separately.' },
  nothingFound: 'Try another part of the name, or a purpose such as orders:read.',
});

const WARNING_MS = 14 * 86_400_000;

function KeyState({ apiKey: { revokedUtc, expiresUtc, createdByDisabled, previousSecretEndsUtc } }: { apiKey: ApiKey }) {
  if (revokedUtc !== null) return <StatusBadge tone="danger">Revoked</StatusBadge>;
  const msLeft = Date.parse(expiresUtc) - Date.now();
  if (msLeft <= 0) return <StatusBadge tone="danger">Expired</StatusBadge>;
  if (createdByDisabled) return <StatusBadge tone="warning">Creator disabled</StatusBadge>;
  if (msLeft < WARNING_MS) return <StatusBadge tone="warning">Expires soon</StatusBadge>;
  return previousSecretEndsUtc === null ? null : (
    <StatusBadge tone="warning">Previous secret valid until {formatDateTime(previousSecretEndsUtc)}</StatusBadge>
  );
}
