import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReplyOf } from '#contract/index.ts';
import { api, invalidateCalls } from '#web/app/api.ts';
import { defineList } from '#web/app/lists/define-list.ts';
import { oneOf } from '#web/app/lists/filter-kinds.tsx';
import { BlockableButton } from '#web/ui/buttons/blockable-button.tsx';
import { StatusBadge, type Tone } from '#web/ui/content/status-badge.tsx';
import { showError, showSuccess } from '#web/ui/feedback/alerts.ts';
import { formatDate, formatDateTime } from '#web/ui/format/format.ts';

type Invitee = ReplyOf<'GET /api/invitations'>['invitations'][number];

/** States in the order in which an administrator works through them. */
export const INVITATION_TABS = [
  { id: 'NotInvited', label: 'Not invited' },
  { id: 'Invited', label: 'Invited' },
  { id: 'Expired', label: 'Expired' },
] as const;

/** People who have not set a password yet, by name. */
export const invitationsList = defineList<'GET /api/invitations'>()({
  name: 'invitations',
  call: 'GET /api/invitations',
  rowsKey: 'invitations',
  nouns: ['person', 'people'],
  label: 'People who have not set a password yet, by name',
  columns: {
    name: { title: 'Name', isHeading: true, cell: formatInviteeName },
    email: { title: 'Email', cell: ({ email }) => email },
    number: { title: 'Employee no.', cell: ({ employeeNumber }) => employeeNumber },
    groups: { title: 'Groups', isRoomy: true, cell: ({ organisationGroups }) => organisationGroups.join(', ') },
    status: { title: 'Status', cell: (person) => <StateBadge person={person} /> },
    sent: { title: 'Last sent', wraps: true, cell: describeSent },
    validUntil: {
      title: 'Link valid until',
      isRoomy: true,
      cell: ({ expiresOnUtc }) => formatDate(expiresOnUtc),
      onCard: ({ expiresOnUtc }) => expiresOnUtc && `valid until ${formatDate(expiresOnUtc)}`,
    },
  },
  card: [
    { start: ['name'], end: 'status' },
    { start: ['email'] },
    { start: ['number', 'groups'] },
    { start: ['sent', 'validUntil'], end: 'actions' },
  ],
  actions: (person) => <InviteButton person={person} />,
  selection: { label: 'Selected people', rowName: formatInviteeName },
  search: { param: 'query', url: 'q', label: 'Search people', placeholder: 'Name, email or employee number' },
  filters: { state: { ...oneOf({ label: 'Status', url: 'state', options: INVITATION_TABS }), isTab: true } },
  rows: { usual: 25, choices: [25, 50, 100] },
  empty: {
    title: 'Everyone has set a password',
    text: 'People you add will appear here until they accept their invitation and set a password.',
  },
  nothingFound: 'People who have set a password are no longer listed here.',
});

/** "First last", or the email address of a person without a name. */
function formatInviteeName({ firstName, lastName, email }: Invitee): string {
  return `${firstName} ${lastName}`.trim() || email;
}

const BADGES: Record<string, { label: string; tone: Tone }> = {
  Invited: { label: 'Invited', tone: 'info' },
  Expired: { label: 'Expired', tone: 'warning' },
};

function StateBadge({ person }: { person: Invitee }) {
  const { label, tone }: { label: string; tone: Tone } = person.waiting
    ? { label: 'In the queue', tone: 'info' }
    : (BADGES[person.state] ?? { label: 'Not invited', tone: 'neutral' });
  return <StatusBadge tone={tone}>{label}</StatusBadge>;
}

/** When the last invitation was sent, and how many were. */
function describeSent({ timesSent, lastSentOnUtc }: Invitee): string {
  if (timesSent === 0) return '';
  return [formatDateTime(lastSentOnUtc), timesSent > 1 && `${timesSent} times`].filter(Boolean).join(', ');
}

const REPEAT_AFTER_MS = 10 * 60_000;

/** Why a person cannot be invited at the moment, as the server would refuse it; undefined where they can. */
function findInviteBlocker({ waiting, lastSentOnUtc }: Invitee): string | undefined {
  if (waiting) return 'An invitation is already on its way.';
  const isRecent = lastSentOnUtc !== null && Date.now() - Date.parse(lastSentOnUtc) < REPEAT_AFTER_MS;
  return isRecent ? 'An invitation was sent less than 10 minutes ago.' : undefined;
}

function InviteButton({ person }: { person: Invitee }) {
  const client = useQueryClient();
  const name = formatInviteeName(person);
  const label = person.timesSent > 0 ? 'Invite again' : 'Invite';
  const invite = useMutation({
    mutationFn: () => api('GET /api/sendemailinvite/:id', { params: { id: person.id } }),
    onSuccess: ({ success, msg }) => {
      if (success && msg === null) showSuccess(`${name} has been invited.`);
      else showError(`${name}: ${msg ?? 'The invitation could not be sent.'}`);
      return invalidateCalls(client, 'GET /api/invitations');
    },
    onError: (error) => showError(error),
  });
  return (
    <BlockableButton
      variant="default"
      size="compact-md"
      blocker={findInviteBlocker(person)}
      loading={invite.isPending}
      disabled={invite.isPending}
      aria-label={`${label}: ${name}`}
      onClick={() => invite.mutate()}
    >
      {label}
    </BlockableButton>
  );
}
