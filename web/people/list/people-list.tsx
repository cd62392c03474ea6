import { type KeyboardEvent, memo, useEffect, useRef } from 'react';
import { formatPersonName } from '#web/app/session/impersonation.ts';
import { managesPeople } from '#web/app/session/profile.ts';
import { Card } from '#web/ui/layout/card.tsx';
import list from '#web/ui/lists/list.module.css';
import { SelectPageCheckbox, SelectPageRow } from '#web/ui/lists/selection-checkbox.tsx';
import { SortHeading } from '#web/ui/lists/sort-heading.tsx';
import type { Selection } from '#web/ui/lists/use-selection.ts';
import type { PeopleSort } from '../people-filters.ts';
import type { ListedPerson } from '../person/listed-person.ts';
import { FIXED_WIDTHS } from './people-columns.ts';
import css from './people-list.module.css';
import {
  getCellText,
  isStartedWithoutUniform,
  Name,
  PersonActionButtons,
  type RowContext,
  type RowProps,
  SelectPerson,
  Start,
  Uniform,
} from './person-cells.tsx';

interface Props extends RowContext {
  people: readonly ListedPerson[];
  destinationName: (id: number | null) => string;
  onOrder: (person: ListedPerson) => void;
  /** In pixels, where the table has to be scrolled sideways. */
  scrollWidth: number | undefined;
  sort: PeopleSort;
  onSort: (sort: PeopleSort) => void;
  /** The selection for bulk edits; undefined for people who may not bulk edit. */
  selection: Selection | undefined;
}

/** Keyboard handler for arrow keys, Home and End: moves the focus between the "Order" buttons of the rows. */
export function moveFocusBetweenRows(event: KeyboardEvent): void {
  // In a menu, the keys move between its items.
  if ((event.target as HTMLElement).closest('[role="menu"], [aria-haspopup]')) return;
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

const pageOf = (people: readonly ListedPerson[], { has, select }: Selection) => ({
  label: 'Select all on this page',
  ids: people.map(({ id }) => id),
  has,
  onSelect: select,
});

const TableRow = memo(function TableRow(row: RowProps) {
  const { person, caller, columns, destination, selected } = row;
  return (
    <tr data-chosen={selected || undefined}>
      {selected !== undefined && (
        <td className={list.narrow}>
          <SelectPerson {...row} />
        </td>
      )}
      <th scope="row" title={formatPersonName(person)}>
        <Name person={person} caller={caller} />
      </th>
      {columns.map(({ id }) => {
        const text = getCellText(id, person, destination);
        return (
          <td key={id} className={id === 'start' || id === 'login' || id === 'number' ? 'figures' : undefined} title={text}>
            {id === 'uniform' ? <Uniform person={person} /> : id === 'start' ? <Start person={person} /> : text}
          </td>
        );
      })}
      <td className={list.action}>
        <PersonActionButtons {...row} />
      </td>
    </tr>
  );
});

const toWidth = (pixels: number) => ({ width: `${pixels / 16}rem` });

/** The list as a table. */
export function PeopleTable(props: Props) {
  const { people, columns, sort, onSort, selection, scrollWidth } = props;
  const isActing = managesPeople(props.caller);
  const rows = useRows(props);
  return (
    <Card flush>
      <div className={scrollWidth === undefined ? undefined : list.scroll}>
        <table
          className={`${list.table} ${css.table}`}
          style={scrollWidth === undefined ? undefined : { minWidth: scrollWidth }}
          data-rows
          data-scrolls={scrollWidth === undefined ? undefined : true}
          onKeyDown={moveFocusBetweenRows}
        >
          <caption className={list.caption}>People</caption>
          <colgroup>
            {selection && <col style={toWidth(FIXED_WIDTHS.selection)} />}
            <col style={toWidth(FIXED_WIDTHS.name)} />
            {columns.map(({ id, width }) => (
              <col key={id} style={toWidth(width)} />
            ))}
            <col style={toWidth(isActing ? FIXED_WIDTHS.actions : FIXED_WIDTHS.noActions)} />
          </colgroup>
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
                <span className={list.caption}>Actions</span>
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

const PersonCard = memo(function PersonCard(row: RowProps) {
  const { person, caller, selected } = row;
  return (
    <li className={`${list.card} ${css.card}`} data-chosen={selected || undefined}>
      {selected !== undefined && <SelectPerson {...row} />}
      <strong className={css.cardName}>
        <Name person={person} caller={caller} />
      </strong>
      <PersonActionButtons {...row} />
      <span className={css.cardStatus}>
        <Uniform person={person} />
        <span className={list.quiet}>{isStartedWithoutUniform(person) ? <Start person={person} /> : person.employeeNumber}</span>
      </span>
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
