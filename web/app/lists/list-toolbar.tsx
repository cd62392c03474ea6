import { Menu } from '@mantine/core';
import type { ReactNode } from 'react';
import { MenuButton } from '#web/ui/buttons/menu-button.tsx';
import { SearchInput } from '#web/ui/forms/search-input.tsx';
import type { ListCall, ListRow } from './define-list.ts';
import { ListFilters } from './list-filters.tsx';
import css from './lists.module.css';
import type { ListModel } from './use-list.ts';
import { ViewsMenu } from './views.tsx';

interface Props<C extends ListCall, Row extends ListRow, Context> {
  model: ListModel<C, Row, Context>;
  isNarrow: boolean;
  /** Whether rows are cards, which have no headings to sort by and no columns to choose. */
  areCards: boolean;
  actions: ReactNode;
}

/** One row above the rows of a list: search, the filters that are set, "Add filter", and the actions on the list itself. */
export function ListToolbar<C extends ListCall, Row extends ListRow, Context>({
  model,
  isNarrow,
  areCards,
  actions,
}: Props<C, Row, Context>) {
  const { list, state, change } = model;
  const Field = list.search?.Field ?? SearchInput;
  return (
    <div className={css.toolbar}>
      {list.search && (
        <Field
          className={css.search}
          label={list.search.label}
          placeholder={list.search.placeholder}
          value={state.search}
          onSearch={(search) => change({ search }, { replace: true })}
        />
      )}
      <div className={css.controls}>
        <ListFilters model={model} />
        <div className={css.trailing}>
          <ViewsMenu model={model} isNarrow={isNarrow} />
          {areCards ? <SortMenu model={model} /> : <ColumnMenu model={model} />}
          {actions}
        </div>
      </div>
    </div>
  );
}

interface MenuProps<C extends ListCall, Row extends ListRow, Context> {
  model: ListModel<C, Row, Context>;
}

/** Which columns are shown, and how close together the rows are. */
function ColumnMenu<C extends ListCall, Row extends ListRow, Context>({
  model: { columns, shown, settings },
}: MenuProps<C, Row, Context>) {
  const optional = columns.filter(({ isHeading }) => !isHeading);
  const ids = shown.filter(({ isHeading }) => !isHeading).map(({ id }) => id);
  const isCompact = settings.density === 'compact';
  return (
    <MenuButton label="Columns">
      {optional.map(({ id, title }) => (
        <Menu.CheckboxItem
          key={id}
          checked={ids.includes(id)}
          onChange={() => settings.save({ columns: ids.includes(id) ? ids.filter((each) => each !== id) : [...ids, id] })}
        >
          {title}
        </Menu.CheckboxItem>
      ))}
      <Menu.Divider />
      <Menu.CheckboxItem checked={isCompact} onChange={() => settings.save({ density: isCompact ? 'comfortable' : 'compact' })}>
        Compact rows
      </Menu.CheckboxItem>
    </MenuButton>
  );
}

/** The order of the list, where there are no headings to click. */
function SortMenu<C extends ListCall, Row extends ListRow, Context>({
  model: { list, columns, sort, change },
}: MenuProps<C, Row, Context>) {
  const possible = new Set(columns.flatMap(({ sorts }) => sorts ?? []));
  const orders = Object.entries(list.sorts ?? {}).filter(([id]) => possible.has(id) || id === sort);
  if (orders.length < 2) return null;
  return (
    <MenuButton label="Sort" withinPortal size="sm">
      {orders.map(([id, name]) => (
        <Menu.CheckboxItem key={id} checked={id === sort} closeMenuOnClick onChange={() => change({ sort: id })}>
          {name}
        </Menu.CheckboxItem>
      ))}
    </MenuButton>
  );
}
