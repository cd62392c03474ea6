import { formatPersonName } from '#web/app/session/impersonation.ts';
import { RowButton } from '#web/ui/buttons/row-button.tsx';
import { StatusBadge } from '#web/ui/content/status-badge.tsx';
import { VisuallyHidden } from '#web/ui/content/visually-hidden.tsx';
import { formatDate } from '#web/ui/format/format.ts';
import list from '#web/ui/lists/list.module.css';
import type { ListedPerson } from '../person/listed-person.ts';
import { describeMissing, describeOtherPieces, uniformStatusBadges } from '../uniform-status-labels.ts';
import css from './people-list.module.css';
import type { PeopleListReader } from './people-list-reader.ts';
import { PersonMenu } from './person-menu.tsx';
import type { OrderingFor } from './use-order-for.ts';

interface ActionProps {
  person: ListedPerson;
  reader: PeopleListReader;
}

/** The button "Order", which says why where that is not possible, and for those who manage people the menu of the other actions. */
export const PersonActionButtons = ({ person, reader: { caller, isManager, ordering } }: ActionProps) => (
  <span className={css.actions}>
    {ordering && <OrderButton person={person} ordering={ordering} />}
    {isManager && <PersonMenu person={person} caller={caller} />}
  </span>
);

function OrderButton({ person, ordering: { busy, order, findBlocker } }: { person: ListedPerson; ordering: OrderingFor }) {
  const { id } = person;
  const blocker = findBlocker(person);
  const reasonId = `no-order-${id}`;
  return (
    <>
      <RowButton
        aria-label={`Order for ${formatPersonName(person)}`}
        loading={busy === id}
        disabled={busy !== undefined}
        title={blocker ?? undefined}
        {...(blocker === null ? { onClick: () => order(person) } : { 'aria-disabled': true, 'aria-describedby': reasonId })}
      >
        Order
      </RowButton>
      {blocker !== null && (
        <VisuallyHidden>
          <span id={reasonId}>{blocker}</span>
        </VisuallyHidden>
      )}
    </>
  );
}

/** Whether the person has started work and ordered nothing of their uniform. */
export const isStartedWithoutUniform = ({ orderingStatusId, startDateUtc }: ListedPerson) =>
  orderingStatusId === 10 && startDateUtc !== null && Date.parse(startDateUtc) <= Date.now();

/** The first day of work; of people who have started without a uniform it says so. */
export const Start = ({ person }: { person: ListedPerson }) =>
  isStartedWithoutUniform(person) ? (
    <span className={css.started}>Started {formatDate(person.startDateUtc)}</span>
  ) : (
    formatDate(person.startDateUtc)
  );

/** The uniform status of a person, with ordered and entitled pieces. */
export function Uniform({ person }: { person: ListedPerson }) {
  const status = person.orderingStatusId === null ? undefined : uniformStatusBadges[person.orderingStatusId];
  if (!status) return <span className={list.quiet}>{person.active ? 'No entitlement' : 'Account closed'}</span>;
  const { owed = 0, counted = 0 } = person.orderingProgress ?? {};
  const details = [describeMissing(person), describeOtherPieces(person)].filter(Boolean).join(' ');
  return (
    <span className={css.uniform} title={details || undefined}>
      <StatusBadge tone={status.tone}>{status.name}</StatusBadge>
      {owed > 0 && person.orderingStatusId !== 40 && (
        <span className={css.pieces}>
          {counted} of {owed}
        </span>
      )}
    </span>
  );
}
