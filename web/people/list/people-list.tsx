import { type KeyboardEvent, memo, type RefObject, useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { paths } from '#web/app/paths.ts';
import { formatPersonName } from '#web/app/session/impersonation.ts';
import { managesPeople, type Profile } from '#web/app/session/profile.ts';
import { RowButton } from '#web/ui/buttons/row-button.tsx';
import { StatusBadge } from '#web/ui/content/status-badge.tsx';
import { formatDate, formatDateTime } from '#web/ui/format/format.ts';
import { Card } from '#web/ui/layout/card.tsx';
import list from '#web/ui/lists/list.module.css';
import { SelectionCheckbox, SelectPageCheckbox, SelectPageRow } from '#web/ui/lists/selection-checkbox.tsx';
import { SortHeading } from '#web/ui/lists/sort-heading.tsx';
import type { Selection } from '#web/ui/lists/use-selection.ts';
import type { PeopleSort } from '../people-filters.ts';
import { formatRoles, type ListedPerson } from '../person/listed-person.ts';
import { describeMissing, describeOtherPieces, measurementStatusLabels, uniformStatusBadges } from '../uniform-status-labels.ts';
import type { PeopleColumn } from './people-columns.ts';
import css from './people-list.module.css';

interface Props {
  people: readonly ListedPerson[];
  caller: Profile;
  destinationName: (id: number | null) => string;
  /** The id of the person whose impersonation is being started. */
  busy: number | 'stopping' | undefined;
  onOrder: (person: ListedPerson) => void;
  columns: readonly PeopleColumn[];
  sort: PeopleSort;
  onSort: (sort: PeopleSort) => void;
  /** The selection for bulk edits; undefined for people who may not bulk edit. */
  selection: Selection | undefined;
}

/** Keyboard handler for arrow keys, Home and End: moves the focus between the "Order for" buttons of the rows. */
export function moveFocusBetweenRows(event: KeyboardEvent): void {
  const list = (event.target as HTMLElement).closest('[data-rows]') ?? document.querySelector('[data-rows]');
  const buttons = [...(list?.querySelectorAll<HTMLElement>('[data-order]') ?? [])];
  const at = buttons.indexOf(document.activeElement as HTMLElement);
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: buttons.length - 1 }[event.key];
  if (to === undefined || (at < 0 && event.key !== 'ArrowDown')) return;
  const button = buttons[to];
  if (!button) return;
  event.preventDefault();
  button.focus();
}

interface RowProps extends Pick<Props, 'caller' | 'busy' | 'columns'> {
  person: ListedPerson;
  destination: string;
  /** Whether the row is selected; undefined without selection. */
  selected: boolean | undefined;
  /** Handlers in a ref, so that selecting one row does not render all others again. */
  handlers: RefObject<Pick<Props, 'onOrder' | 'selection'>>;
}

/** The properties of every row. */
function useRows({ people, caller, destinationName, busy, columns, selection, onOrder }: Props): RowProps[] {
  const handlers = useRef({ onOrder, selection });
  useEffect(() => {
    handlers.current = { onOrder, selection };
  });
  return people.map((person) => ({
    person,
    caller,
    busy,
    columns,
    handlers,
    destination: destinationName(person.organisationResortId),
    selected: selection?.has(person.id),
  }));
}

/**
 * The button "Order for"; where that is not possible, it says why and stays in the order of the Tab key. Nothing for people who cannot
 * order for others.
 */
function OrderFor({ person, caller, busy, handlers }: Pick<RowProps, 'person' | 'caller' | 'busy' | 'handlers'>) {
  if (!managesPeople(caller)) return null;
  const { id, firstName, impersonationBlocker: blocker } = person;
  const name = formatPersonName(person);
  const reasonId = `no-order-${id}`;
  return (
    <span className={css.order}>
      <RowButton
        data-order
        aria-label={`Order for ${name}`}
        loading={busy === id}
        disabled={busy !== undefined}
        {...(blocker === null
          ? { onClick: () => handlers.current.onOrder(person) }
          : { 'aria-disabled': true, 'aria-describedby': reasonId })}
      >
        Order for {firstName || name}
      </RowButton>
      {blocker !== null && (
        <span id={reasonId} className={css.blocker}>
          {blocker}
        </span>
      )}
    </span>
  );
}

const groupsOf = ({ organisationGroups }: ListedPerson) => organisationGroups.map(({ name }) => name).join(', ');

/** The uniform status of a person, with ordered and entitled pieces. */
function Uniform({ person }: { person: ListedPerson }) {
  const status = person.orderingStatusId === null ? undefined : uniformStatusBadges[person.orderingStatusId];
  if (!status) return <span className={list.quiet}>No entitlement</span>;
  const { owed = 0, counted = 0 } = person.orderingProgress ?? {};
  const others = describeOtherPieces(person);
  return (
    <span className={css.uniform}>
      <StatusBadge tone={status.tone}>{status.name}</StatusBadge>
      {owed > 0 && person.orderingStatusId !== 40 && (
        <span className={css.pieces}>
          {counted} of {owed}
        </span>
      )}
      {others && <span className={css.pieces}>{others}</span>}
    </span>
  );
}

function cellOf(id: PeopleColumn['id'], person: ListedPerson, destination: string) {
  switch (id) {
    case 'uniform':
      return <Uniform person={person} />;
    case 'measured':
      return person.orderingBodiMeStatusId === null ? '' : measurementStatusLabels[person.orderingBodiMeStatusId];
    case 'start':
      return <span className={css.day}>{formatDate(person.startDateUtc)}</span>;
    case 'destination':
      return destination;
    case 'wardrobe':
      return person.organisationCollections.map(({ name }) => name).join(', ');
    case 'number':
      return person.employeeNumber;
    case 'role':
      return formatRoles(person);
    case 'group':
      return groupsOf(person);
    case 'login':
      return formatDateTime(person.lastLoginDateUtc) || 'Never';
  }
}

/** The name, linked to the person's page for those who may see it. */
const Name = ({ person, caller }: { person: ListedPerson; caller: Profile }) =>
  managesPeople(caller) ? (
    <Link className={css.name} to={paths.person(person.id)}>
      {formatPersonName(person)}
    </Link>
  ) : (
    formatPersonName(person)
  );

function Details({ person }: { person: ListedPerson }) {
  const missing = describeMissing(person);
  return (
    <>
      {person.email && <span className={list.line}>{person.email}</span>}
      {missing && <span className={css.missing}>{missing}</span>}
    </>
  );
}

const Select = ({ person, selected, handlers }: Pick<RowProps, 'person' | 'selected' | 'handlers'>) => (
  <SelectionCheckbox
    label={`Select ${formatPersonName(person)}`}
    checked={selected ?? false}
    onChange={(checked) => handlers.current.selection?.select([person.id], checked)}
  />
);

const pageOf = (people: readonly ListedPerson[], { has, select }: Selection) => ({
  label: 'Select all on this page',
  ids: people.map(({ id }) => id),
  has,
  onSelect: select,
});

const TableRow = memo(function TableRow({ person, caller, busy, columns, destination, selected, handlers }: RowProps) {
  return (
    <tr data-chosen={selected || undefined}>
      {selected !== undefined && (
        <td className={list.narrow}>
          <Select person={person} selected={selected} handlers={handlers} />
        </td>
      )}
      <th scope="row" className={css.who}>
        <Name person={person} caller={caller} />
        <Details person={person} />
      </th>
      {columns.map(({ id }) => (
        <td key={id} className={id === 'start' || id === 'login' || id === 'number' ? 'figures' : undefined}>
          {cellOf(id, person, destination)}
        </td>
      ))}
      <td className={list.action}>
        <OrderFor person={person} caller={caller} busy={busy} handlers={handlers} />
      </td>
    </tr>
  );
});

/** The list as a table. */
export function PeopleTable(props: Props) {
  const { people, columns, sort, onSort, selection } = props;
  const rows = useRows(props);
  return (
    <Card flush>
      <div className={list.scroll}>
        <table className={list.table} data-rows onKeyDown={moveFocusBetweenRows}>
          <caption className={list.caption}>People</caption>
          <thead>
            <tr>
              {selection && (
                <td className={list.narrow}>
                  <SelectPageCheckbox {...pageOf(people, selection)} />
                </td>
              )}
              <SortHeading sorts={['name', '-name']} sort={sort} onSort={onSort}>
                Name
              </SortHeading>
              {columns.map(({ id, title, sorts }) => (
                <SortHeading key={id} sorts={sorts} sort={sort} onSort={onSort}>
                  {title}
                </SortHeading>
              ))}
              <th scope="col">
                <span className={list.caption}>Order</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <TableRow key={row.person.id} {...row} />
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  );
}

const PersonCard = memo(function PersonCard({ person, caller, busy, destination, selected, handlers }: RowProps) {
  return (
    <li className={`${list.card} ${css.card}`} data-chosen={selected || undefined}>
      {selected !== undefined && <Select person={person} selected={selected} handlers={handlers} />}
      <div className={css.details}>
        <div className={css.top}>
          <strong>
            <Name person={person} caller={caller} />
          </strong>
          <Uniform person={person} />
        </div>
        <Details person={person} />
        <span className={list.line}>
          {[person.employeeNumber, formatRoles(person), groupsOf(person), destination].filter(Boolean).join(' · ')}
        </span>
      </div>
      <OrderFor person={person} caller={caller} busy={busy} handlers={handlers} />
    </li>
  );
});

/** The list as cards, for narrow screens. */
export function PeopleCards(props: Props) {
  const { people, selection } = props;
  const rows = useRows(props);
  return (
    <>
      {selection && <SelectPageRow {...pageOf(people, selection)} />}
      <ul className={list.cards} aria-label="People" data-rows onKeyDown={moveFocusBetweenRows}>
        {rows.map((row) => (
          <PersonCard key={row.person.id} {...row} />
        ))}
      </ul>
    </>
  );
}
