import { CountTabs } from '../shell/count-tabs.tsx';
import type { ListCall, ListRow } from './define-list.ts';
import css from './lists.module.css';
import type { ListModel } from './use-list.ts';

interface Props<C extends ListCall, Row extends ListRow, Context> {
  model: Pick<ListModel<C, Row, Context>, 'isStale' | 'state' | 'toSearch'>;
  /** Names the navigation for screen readers. */
  label: string;
  /** The filter that the tabs set. */
  filter: string;
  tabs: readonly {
    label: string;
    /** What it sets the filter to; undefined for not at all. */
    value: unknown;
    /** Undefined until it is known; left out for a tab without. */
    count?: number | undefined;
  }[];
}

/** The parts of a list, of which one filter shows one at a time. */
export function ListTabs<C extends ListCall, Row extends ListRow, Context>({
  model: { isStale, state, toSearch },
  label,
  filter,
  tabs,
}: Props<C, Row, Context>) {
  const { [filter]: current, ...others } = state.filters as Record<string, unknown>;
  return (
    <div className={css.tabs}>
      <CountTabs
        label={label}
        stale={isStale}
        tabs={tabs.map(({ label: name, value, ...tab }) => ({
          label: name,
          search: toSearch({ filters: { ...others, ...(value !== undefined && { [filter]: value }) } as typeof state.filters }),
          isCurrent: value === current,
          count: 'count' in tab ? tab.count : null,
        }))}
      />
    </div>
  );
}
