import type { RefObject } from 'react';
import { Link } from 'react-router';
import { paths } from '#web/app/paths.ts';
import { formatPersonName } from '#web/app/session/impersonation.ts';
import { managesPeople, type Profile } from '#web/app/session/profile.ts';
import { RowButton } from '#web/ui/buttons/row-button.tsx';
import { StatusBadge } from '#web/ui/content/status-badge.tsx';
import { VisuallyHidden } from '#web/ui/content/visually-hidden.tsx';
import { formatDate, formatDateTime } from '#web/ui/format/format.ts';
import list from '#web/ui/lists/list.module.css';
import { SelectionCheckbox } from '#web/ui/lists/selection-checkbox.tsx';
import type { Selection } from '#web/ui/lists/use-selection.ts';
import { formatRoles, type ListedPerson } from '../person/listed-person.ts';
import { describeMissing, describeOtherPieces, measurementStatusLabels, uniformStatusBadges } from '../uniform-status-labels.ts';
import type { PeopleColumn } from './people-columns.ts';
import css from './people-list.module.css';
import { PersonMenu } from './person-menu.tsx';

/** What the rows of a list have in common. */
export interface RowContext {
  caller: Profile;
  /** The id of the person whose impersonation is being started. */
  busy: number | 'stopping' | undefined;
  columns: readonly PeopleColumn[];
}

/** The properties of a row. */
export interface RowProps extends RowContext {
  person: ListedPerson;
  destination: string;
  /** Whether the row is selected; undefined without selection. */
  selected: boolean | undefined;
  /** Handlers in a ref, so that selecting one row does not render all others again. */
  handlers: RefObject<{ onOrder: (person: ListedPerson) => void; selection: Selection | undefined }>;
}

/** The button "Order", which says why where that is not possible, and the menu of the other actions. Nothing for people who cannot order for others. */
export function PersonActionButtons({ person, caller, busy, handlers }: RowProps) {
  if (!managesPeople(caller)) return null;
  const { id, impersonationBlocker: blocker } = person;
  const reasonId = `no-order-${id}`;
  return (
    <span className={css.actions}>
      <RowButton
        data-order
        className={css.order}
        aria-label={`Order for ${formatPersonName(person)}`}
        loading={busy === id}
        disabled={busy !== undefined}
        title={blocker ?? undefined}
        {...(blocker === null
          ? { onClick: () => handlers.current.onOrder(person) }
          : { 'aria-disabled': true, 'aria-describedby': reasonId })}
      >
        Order
      </RowButton>
      {blocker !== null && (
        <VisuallyHidden>
          <span id={reasonId}>{blocker}</span>
        </VisuallyHidden>
      )}
      <PersonMenu person={person} caller={caller} />
    </span>
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

/** The text of a column; undefined for those that show more than a text. */
export function getCellText(id: PeopleColumn['id'], person: ListedPerson, destination: string): string | undefined {
  switch (id) {
    case 'uniform':
    case 'start':
      return undefined;
    case 'measured':
      return person.orderingBodiMeStatusId === null ? '' : measurementStatusLabels[person.orderingBodiMeStatusId];
    case 'destination':
      return destination;
    case 'wardrobe':
      return person.organisationCollections.map(({ name }) => name).join(', ');
    case 'number':
      return person.employeeNumber ?? '';
    case 'email':
      return person.email;
    case 'role':
      return formatRoles(person);
    case 'group':
      return person.organisationGroups.map(({ name }) => name).join(', ');
    case 'login':
      return formatDateTime(person.lastLoginDateUtc) || 'Never';
  }
}

/** The name, linked to the person's page for those who may see it. */
export const Name = ({ person, caller }: { person: ListedPerson; caller: Profile }) =>
  managesPeople(caller) ? (
    <Link className={css.name} to={paths.person(person.id)}>
      {formatPersonName(person)}
    </Link>
  ) : (
    formatPersonName(person)
  );

/** The checkbox that selects the person. */
export const SelectPerson = ({ person, selected, handlers }: RowProps) => (
  <SelectionCheckbox
    label={`Select ${formatPersonName(person)}`}
    checked={selected ?? false}
    onChange={(checked) => handlers.current.selection?.select([person.id], checked)}
  />
);
