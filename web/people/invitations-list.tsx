import { Button } from '@mantine/core';
import type { ReplyOf } from '#contract/index.ts';
import { Card } from '../ui/card.tsx';
import { formatDay, formatMoment } from '../ui/format.ts';
import { StatusBadge, type Tone } from '../ui/status-badge.tsx';
import css from './invitations-list.module.css';

export type Person = ReplyOf<'GET /api/invitations'>['invitations'][number];

export const nameOf = ({ firstName, lastName, email }: Person) => `${firstName} ${lastName}`.trim() || email;

export interface ListProps {
  people: readonly Person[];
  selected: ReadonlySet<number>;
  onSelect: (ids: readonly number[], selected: boolean) => void;
  onInvite: (person: Person) => void;
  /** The person who is being invited at the moment. */
  inviting: number | undefined;
}

const looks: Record<string, { label: string; tone: Tone }> = {
  Invited: { label: 'Invited', tone: 'info' },
  Expired: { label: 'Expired', tone: 'warning' },
};

function StateBadge({ person }: { person: Person }) {
  const { label, tone }: { label: string; tone: Tone } = person.waiting
    ? { label: 'In the queue', tone: 'info' }
    : (looks[person.state] ?? { label: 'Not invited', tone: 'neutral' });
  return <StatusBadge tone={tone}>{label}</StatusBadge>;
}

/** When the last invitation left, how many did, and until when its link is good. */
function sentOf({ timesSent, lastSentOnUtc, expiresOnUtc }: Person): string[] {
  if (timesSent === 0) return [];
  const more = [timesSent > 1 && `${timesSent} times`, expiresOnUtc && `valid until ${formatDay(expiresOnUtc)}`];
  return [formatMoment(lastSentOnUtc), more.filter(Boolean).join(', ')].filter(Boolean);
}

const Sent = ({ person }: { person: Person }) => (
  <span className={css.sent}>
    {sentOf(person).map((line) => (
      <span key={line}>{line}</span>
    ))}
  </span>
);

const Select = ({ person, selected, onSelect }: Pick<ListProps, 'selected' | 'onSelect'> & { person: Person }) => (
  <input
    type="checkbox"
    className={css.check}
    aria-label={`Select ${nameOf(person)}`}
    checked={selected.has(person.id)}
    onChange={(event) => onSelect([person.id], event.currentTarget.checked)}
  />
);

function InviteButton({ person, inviting, onInvite }: Pick<ListProps, 'inviting' | 'onInvite'> & { person: Person }) {
  const label = person.timesSent > 0 ? 'Invite again' : 'Invite';
  return (
    <Button
      variant="default"
      size="compact-md"
      loading={inviting === person.id}
      disabled={inviting !== undefined || person.waiting}
      aria-label={`${label}: ${nameOf(person)}`}
      onClick={() => onInvite(person)}
    >
      {label}
    </Button>
  );
}

/** Everybody of the page at once. */
function SelectAll({ people, selected, onSelect }: Pick<ListProps, 'people' | 'selected' | 'onSelect'>) {
  const chosen = people.filter(({ id }) => selected.has(id)).length;
  return (
    <input
      type="checkbox"
      className={css.check}
      aria-label="Select everybody on this page"
      checked={chosen === people.length}
      ref={(box) => {
        if (box) box.indeterminate = chosen > 0 && chosen < people.length;
      }}
      onChange={(event) =>
        onSelect(
          people.map(({ id }) => id),
          event.currentTarget.checked,
        )
      }
    />
  );
}

/** The list where there is room for a table. */
export const InvitationsTable = ({ people, selected, onSelect, onInvite, inviting }: ListProps) => (
  <Card flush>
    <table className={css.table}>
      <caption className={css.caption}>People who have not set a password yet, by name</caption>
      <thead>
        <tr>
          <td className={css.box}>
            <SelectAll people={people} selected={selected} onSelect={onSelect} />
          </td>
          <th scope="col">Person</th>
          <th scope="col">Employee number</th>
          <th scope="col">Groups</th>
          <th scope="col">State</th>
          <th scope="col">Last sent</th>
          <td />
        </tr>
      </thead>
      <tbody>
        {people.map((person) => (
          <tr key={person.id} data-selected={selected.has(person.id) || undefined}>
            <td className={css.box}>
              <Select person={person} selected={selected} onSelect={onSelect} />
            </td>
            <th scope="row" className={css.person}>
              {nameOf(person)}
              <span className={css.email}>{person.email}</span>
            </th>
            <td>{person.employeeNumber}</td>
            <td>{person.organisationGroups.join(', ')}</td>
            <td>
              <StateBadge person={person} />
            </td>
            <td>
              <Sent person={person} />
            </td>
            <td className={css.action}>
              <InviteButton person={person} inviting={inviting} onInvite={onInvite} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </Card>
);

/** The list where there is no room for a table. */
export const InvitationsCards = ({ people, selected, onSelect, onInvite, inviting }: ListProps) => (
  <>
    <div className={css.all}>
      <SelectAll people={people} selected={selected} onSelect={onSelect} />
      <span aria-hidden="true">Select everybody on this page</span>
    </div>
    <ul className={css.cards} aria-label="People who have not set a password yet, by name">
      {people.map((person) => (
        <li key={person.id} className={css.card} data-selected={selected.has(person.id) || undefined}>
          <Select person={person} selected={selected} onSelect={onSelect} />
          <div className={css.body}>
            <div className={css.row}>
              <strong className={css.name}>{nameOf(person)}</strong>
              <StateBadge person={person} />
            </div>
            <span className={css.email}>{person.email}</span>
            <span className={css.email}>
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
