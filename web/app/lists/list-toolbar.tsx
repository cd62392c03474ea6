import type { ReactNode } from 'react';
import { SearchInput } from '#web/ui/forms/search-input.tsx';
import { ColumnPicker } from '#web/ui/lists/column-picker.tsx';
import type { ListCall, ListRow } from './define-list.ts';
import { FilterChips } from './filter-chips.tsx';
import css from './lists.module.css';
import type { ListModel } from './use-list.ts';

interface Props<C extends ListCall, Row extends ListRow, Context> {
  model: ListModel<C, Row, Context>;
  isNarrow: boolean;
  actions: ReactNode;
}

/** One row above the rows of a list: search, the filters that are set, "Add filter", and the actions on the list itself. */
export function ListToolbar<C extends ListCall, Row extends ListRow, Context>({
  model,
  isNarrow,
  actions,
}: Props<C, Row, Context>) {
  const { list, state, change, columns, shown, settings } = model;
  const optional = columns.filter(({ isHeading }) => !isHeading);
  const toggle = (id: string) => {
    const ids = shown.filter(({ isHeading }) => !isHeading).map((column) => column.id);
    settings.save({ columns: ids.includes(id) ? ids.filter((each) => each !== id) : [...ids, id] });
  };
  return (
    <div className={css.toolbar}>
      {list.search && (
        <SearchInput
          className={css.search}
          label={list.search.label}
          placeholder={list.search.placeholder}
          value={state.search}
          onSearch={(search) => change({ search }, { replace: true })}
        />
      )}
      <FilterChips model={model} />
      <div className={css.trailing}>
        {!isNarrow && optional.length > 2 && <ColumnPicker allowed={optional} shown={shown} onToggle={toggle} />}
        {actions}
      </div>
    </div>
  );
}
