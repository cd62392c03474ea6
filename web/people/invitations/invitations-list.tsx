import type { ReplyOf } from '#contract/index.ts';
import { BlockableButton } from '#web/ui/buttons/blockable-button.tsx';
import { StatusBadge, type Tone } from '#web/ui/content/status-badge.tsx';
import { formatDate, formatDateTime } from '#web/ui/format/format.ts';
import { Card } from '#web/ui/layout/card.tsx';
import list from '#web/ui/lists/list.module.css';
import { SelectionCheckbox, SelectPageCheckbox, SelectPageRow } from '#web/ui/lists/selection-checkbox.tsx';
import css from './invitations-list.module.css';

export type Invitee = ReplyOf<'GET /api/invitations'>['invitations'][number];

/** "First last", or the email address of a person without a name. */
export const formatInviteeName = ({ firstName, lastName, email }: Invitee) => `${firstName} ${lastName}`.trim() || email;

interface InvitationsListProps {
  people: readonly Invitee[];
  selected: ReadonlySet<number>;
  onSelect: (ids: readonly number[], selected: boolean) => void;
  onInvite: (person: Invitee) => void;
  /** The person who is being invited at the moment. */
  inviting: number | undefined;
}

const badges: Record<string, { label: string; tone: Tone }> = {
  Invited: { label: 'Invited', tone: 'info' },
  Expired: { label: 'Expired', tone: 'warning' },
};

function StateBadge({ person }: { person: Invitee }) {
  const { label, tone }: { label: string; tone: Tone } = person.waiting
    ? { label: 'In the queue', tone: 'info' }
    : (badges[person.state] ?? { label: 'Not invited', tone: 'neutral' });
  return <StatusBadge tone={tone}>{label}</StatusBadge>;
}

/** When the last invitation was sent, how many were, and until when its link is valid. */
function describeSent({ timesSent, lastSentOnUtc, expiresOnUtc }: Invitee): string[] {
  if (timesSent === 0) return [];
  const more = [timesSent > 1 && `${timesSent} times`, expiresOnUtc && `valid until ${formatDate(expiresOnUtc)}`];
  return [formatDateTime(lastSentOnUtc), more.filter(Boolean).join(', ')].filter(Boolean);
}

const Sent = ({ person }: { person: Invitee }) => (
  <span className={css.sent}>
    {describeSent(person).map((line) => (
      <span key={line}>{line}</span>
    ))}
  </span>
);

const Select = ({ person, selected, onSelect }: Pick<InvitationsListProps, 'selected' | 'onSelect'> & { person: Invitee }) => (
  <SelectionCheckbox
    label={`Select ${formatInviteeName(person)}`}
    checked={selected.has(person.id)}
    onChange={(checked) => onSelect([person.id], checked)}
  />
);

const pageOf = ({ people, selected, onSelect }: Pick<InvitationsListProps, 'people' | 'selected' | 'onSelect'>) => ({
  label: 'Select all on this page',
  ids: people.map(({ id }) => id),
  has: (id: number) => selected.has(id),
  onSelect,
});

const REPEAT_AFTER_MS = 10 * 60_000;

/** Why a person cannot be invited at the moment, as the server would refuse it; undefined where they can. */
function findInviteBlocker({ waiting, lastSentOnUtc }: Invitee): string | undefined {
  if (waiting) return 'An invitation is already on its way.';
  const isRecent = lastSentOnUtc !== null && Date.now() - Date.parse(lastSentOnUtc) < REPEAT_AFTER_MS;
  return isRecent ? 'An invitation was sent less than 10 minutes ago.' : undefined;
}

function InviteButton({ person, inviting, onInvite }: Pick<InvitationsListProps, 'inviting' | 'onInvite'> & { person: Invitee }) {
  const label = person.timesSent > 0 ? 'Invite again' : 'Invite';
  return (
    <BlockableButton
      variant="default"
      size="compact-md"
      blocker={findInviteBlocker(person)}
      loading={inviting === person.id}
      disabled={inviting !== undefined}
      aria-label={`${label}: ${formatInviteeName(person)}`}
      onClick={() => onInvite(person)}
    >
      {label}
    </BlockableButton>
  );
}

/** The list as a table, for wide screens. */
export const InvitationsTable = ({ people, selected, onSelect, onInvite, inviting }: InvitationsListProps) => (
  <Card flush>
    <table className={list.table}>
      <caption className={list.caption}>People who have not set a password yet, by name</caption>
      <thead>
        <tr>
          <td className={list.narrow}>
            <SelectPageCheckbox {...pageOf({ people, selected, onSelect })} />
          </td>
          <th scope="col">Person</th>
          <th scope="col">Employee number</th>
          <th scope="col">Groups</th>
          <th scope="col">Status</th>
          <th scope="col">Last sent</th>
          <td />
        </tr>
      </thead>
      <tbody>
        {people.map((person) => (
          <tr key={person.id} data-chosen={selected.has(person.id) || undefined}>
            <td className={list.narrow}>
              <Select person={person} selected={selected} onSelect={onSelect} />
            </td>
            <th scope="row">
              {formatInviteeName(person)}
              <span className={list.line}>{person.email}</span>
            </th>
            <td>{person.employeeNumber}</td>
            <td>{person.organisationGroups.join(', ')}</td>
            <td>
              <StateBadge person={person} />
            </td>
            <td>
              <Sent person={person} />
            </td>
            <td className={list.action}>
              <InviteButton person={person} inviting={inviting} onInvite={onInvite} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </Card>
);

/** The list as cards, for narrow screens. */
export const InvitationsCards = ({ people, selected, onSelect, onInvite, inviting }: InvitationsListProps) => (
  <>
    <SelectPageRow {...pageOf({ people, selected, onSelect })} />
    <ul className={`${list.cards} ${css.cards}`} aria-label="People who have not set a password yet, by name">
      {people.map((person) => (
        <li key={person.id} className={`${list.card} ${css.card}`} data-chosen={selected.has(person.id) || undefined}>
          <Select person={person} selected={selected} onSelect={onSelect} />
          <div className={css.body}>
            <div className={css.row}>
              <strong className={css.name}>{formatInviteeName(person)}</strong>
              <StateBadge person={person} />
            </div>
            <span className={list.line}>{person.email}</span>
            <span className={list.line}>
              {[person.employeeNumber, person.organisationGroups.join(', ')].filter(Boolean).join(' · ')}
            </span>
            <div className={css.row}>
              <Sent person={person} />
              <InviteButton person={person} inviting={inviting} onInvite={onInvite} />
            </div>
          </div>
        </li>
      ))}
    </ul>
  </>
);
