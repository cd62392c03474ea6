import { Button } from '@mantine/core';
import { RIGHT_LABELS } from '#contract/identity/operators/operator-rights.ts';
import { defineList } from '#web/app/lists/define-list.ts';
import { StatusBadge } from '#web/ui/content/status-badge.tsx';
import { VisuallyHidden } from '#web/ui/content/visually-hidden.tsx';
import { formatDateTime, plural } from '#web/ui/format/format.ts';
import type { TeamMember } from './team-member.ts';

/** Opens the window in which an operator is changed or helped. */
export interface TeamListActions {
  open: (name: 'change' | 'link' | 'reset', member: TeamMember) => void;
}

/** The operators who work for the caller's brands alone. */
export const teamList = defineList<'GET /api/operator/operators', TeamListActions>()({
  name: 'team',
  call: 'GET /api/operator/operators',
  rowsKey: 'operators',
  nouns: ['operator', 'operators'],
  label: 'Operators',
  columns: {
    name: { title: 'Name', isHeading: true, wraps: true, sorts: ['name', '-name'], cell: ({ name }) => name },
    state: { title: 'State', cell: (member) => <MemberState member={member} /> },
    email: { title: 'Email', wraps: true, cell: ({ email }) => email },
    brands: {
      title: 'Brands',
      wraps: true,
      cell: ({ brands }) => brands.map(({ companyName }) => companyName).join(', ') || 'No brands',
    },
    rights: {
      title: 'Rights',
      wraps: true,
      cell: ({ rights }) => rights.map((right) => RIGHT_LABELS[right]).join(', '),
    },
    seen: {
      title: 'Last active',
      sorts: ['-seen', 'seen'],
      cell: ({ lastSeenUtc }) => (lastSeenUtc === null ? 'Never' : formatDateTime(lastSeenUtc)),
      onCard: ({ lastSeenUtc }) => (lastSeenUtc === null ? 'never logged in' : `last active ${formatDateTime(lastSeenUtc)}`),
    },
  },
  card: [{ start: ['name'], end: 'state' }, { start: ['email'] }, { start: ['brands', 'seen'] }, { start: ['rights'] }],
  actions: (member, { open }) => (
    <>
      <MemberButton label="Change" member={member} onClick={() => open('change', member)} />{' '}
      {!member.isCaller && !member.disabled && (
        <MemberButton label="Send password link" member={member} onClick={() => open('link', member)} />
      )}{' '}
      {!member.isCaller && member.hasSecondFactor && (
        <MemberButton label="Reset second factor" member={member} onClick={() => open('reset', member)} />
      )}
    </>
  ),
  search: { url: 'q', label: 'Search operators', placeholder: 'Name or email' },
  whole: {
    searchedText: ({ name, email }) => `${name} ${email}`,
    compare: {
      name: (a, b) => a.name.localeCompare(b.name),
      '-name': (a, b) => b.name.localeCompare(a.name),
      seen: (a, b) => (a.lastSeenUtc ?? '').localeCompare(b.lastSeenUtc ?? ''),
      '-seen': (a, b) => (b.lastSeenUtc ?? '').localeCompare(a.lastSeenUtc ?? ''),
    },
  },
  sorts: { name: 'Name, A to Z', '-name': 'Name, Z to A', '-seen': 'Last active first', seen: 'Last active last' },
  filters: {},
  rows: { usual: 50, choices: [25, 50, 100] },
  empty: { title: 'No operators yet', text: 'Operators who only work for your brands are listed here.' },
  nothingFound: 'Try another part of the name or email.',
});

const MemberButton = ({ label, member, onClick }: { label: string; member: TeamMember; onClick: () => void }) => (
  <Button size="compact-sm" variant="default" onClick={onClick}>
    {label}
    <VisuallyHidden>, {member.name}</VisuallyHidden>
  </Button>
);

function MemberState({ member: { apiKeys, isCaller, disabled, hasPassword, hasSecondFactor } }: { member: TeamMember }) {
  if (disabled)
    return (
      <StatusBadge tone="danger">
        {apiKeys.length === 0 ? 'Disabled' : `Disabled, ${plural(apiKeys.length, 'API key')} still valid`}
      </StatusBadge>
    );
  if (isCaller) return <StatusBadge tone="success">You</StatusBadge>;
  if (!hasPassword) return <StatusBadge tone="info">Invited</StatusBadge>;
  return hasSecondFactor ? null : <StatusBadge tone="warning">No second factor</StatusBadge>;
}
