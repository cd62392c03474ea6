import { Button } from '@mantine/core';
import { type ReactNode, useRef } from 'react';
import { useIsNarrow } from '#web/ui/browser/use-is-narrow.ts';
import { VisuallyHidden } from '#web/ui/content/visually-hidden.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { SkeletonRows } from '#web/ui/feedback/skeleton.tsx';
import { EmptyState, ErrorState } from '#web/ui/feedback/states.tsx';
import { PageLoading } from '#web/ui/layout/page-loading.tsx';
import { Pager } from '#web/ui/lists/pager.tsx';
import { SelectionBar } from '#web/ui/lists/selection-bar.tsx';
import type { ListCall, ListRow } from './define-list.ts';
import { ListCards } from './list-cards.tsx';
import { ListKeysHelp } from './list-keys-help.tsx';
import { ListTable } from './list-table.tsx';
import { ListToolbar } from './list-toolbar.tsx';
import css from './lists.module.css';
import { useFocusInRows, useReturnToRow } from './use-focus-in-rows.ts';
import type { ListModel } from './use-list.ts';
import { useListKeys } from './use-list-keys.ts';
import { ViewsRow } from './views.tsx';

interface Props<C extends ListCall, Row extends ListRow, Context> {
  model: ListModel<C, Row, Context>;
  /** Parts of the list with their numbers of rows, above the search. */
  tabs?: ReactNode;
  /** Exports and other actions on the list itself. */
  actions?: ReactNode;
  /** Buttons for the selected rows. */
  selectionActions?: ReactNode;
  /** Why the selection cannot be changed. */
  selectionBlocker?: string | undefined;
  /** Single keys besides those of every list, by their lower-case names. */
  keys?: readonly { key: string; does: string; act: () => void }[];
  /** Sums over all pages, below the rows. */
  totals?: ReactNode;
  /** What can be done while there is nothing at all. */
  emptyAction?: ReactNode;
  /** Below this width of the window in pixels rows are drawn as cards. */
  cardsBelow?: number;
  /** Beside the rows, where there is room for it, and else above them. */
  aside?: ReactNode;
}

/** A list in its frame: search, filters and actions above the rows, sums and pages below them. */
export function ListPage<C extends ListCall, Row extends ListRow, Context>({
  model,
  tabs,
  actions,
  selectionActions,
  selectionBlocker,
  keys: ownKeys = [],
  totals,
  emptyAction,
  cardsBelow = 900,
  aside,
}: Props<C, Row, Context>) {
  const { list, state, reply, rows, totalCount, limit, error, refetch, isStale, selection } = model;
  const isNarrow = useIsNarrow(cardsBelow);
  const [one, several] = list.nouns;
  const frame = useRef<HTMLDivElement>(null);
  const keys = useListKeys(
    frame,
    { noun: one, opens: list.link !== undefined, hasSearch: list.search !== undefined },
    selection,
    ownKeys,
  );
  useFocusInRows(frame, rows);
  useReturnToRow(frame, rows);
  const areCards = isNarrow || list.isCards === true;
  const content = !reply ? (
    error ? (
      <ErrorState title={`The ${several} could not be loaded.`} error={error} onRetry={refetch} />
    ) : (
      <PageLoading label={`Loading ${several}`}>
        <SkeletonRows rows={Math.min(limit, 10)} height={areCards ? 96 : 48} />
      </PageLoading>
    )
  ) : rows.length === 0 ? (
    <NothingListed model={model} emptyAction={emptyAction} />
  ) : (
    <div className={css.rows} data-stale={isStale || undefined} aria-busy={isStale}>
      {selection && list.selection && (
        <div className={css.selection}>
          <SelectionBar
            label={list.selection.label}
            selection={selection}
            total={list.selection.isPageOnly ? 0 : totalCount}
            nouns={list.nouns}
            clearLabel="Clear selection"
            blocker={selectionBlocker}
          >
            {selectionActions}
          </SelectionBar>
        </div>
      )}
      {areCards ? <ListCards model={model} /> : <ListTable model={model} />}
      {totals}
      <div className={css.foot}>
        <Pager
          page={state.page}
          limit={limit}
          totalCount={totalCount}
          noun={totalCount === 1 ? list.nouns[0] : several}
          onPage={model.showPage}
          {...(list.rows.choices && { limits: list.rows.choices, onLimit: model.showRows })}
        />
      </div>
    </div>
  );
  return (
    <>
      {!isNarrow && <ViewsRow model={model} />}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the arrow keys move between what can be operated in it */}
      <div ref={frame} className={css.frame} data-list={list.name} onKeyDown={keys.onKeyDown}>
        {tabs}
        <ListToolbar model={model} isNarrow={isNarrow} areCards={areCards} actions={actions} />
        <VisuallyHidden>
          <span role="status">{describeSorting(model)}</span>
        </VisuallyHidden>
        {error && reply && (
          <Notice
            tone="warning"
            role="status"
            actions={
              <Button size="compact-sm" variant="default" onClick={refetch}>
                Try again
              </Button>
            }
          >
            The {several} could not be refreshed and may be out of date. {error.message}
          </Notice>
        )}
        <div className={aside ? css.beside : undefined}>
          {aside}
          {content}
        </div>
        {keys.isHelpShown && <ListKeysHelp opened keys={keys.keys} onClose={keys.hideHelp} />}
      </div>
    </>
  );
}

/** By what the list is sorted, for screen readers: of the arrow in a heading they say nothing when it changes. */
function describeSorting<C extends ListCall, Row extends ListRow, Context>({ columns, sort }: ListModel<C, Row, Context>) {
  if (sort === undefined) return undefined;
  const column = columns.find(({ sorts }) => sorts?.includes(sort));
  return column && `Sorted by ${column.title}, ${sort.startsWith('-') ? 'descending' : 'ascending'}`;
}

function NothingListed<C extends ListCall, Row extends ListRow, Context>({
  model: { list, totalCount, isNarrowed, isOtherTab, state, clear, showPage },
  emptyAction,
}: Pick<Props<C, Row, Context>, 'model' | 'emptyAction'>) {
  const [, several] = list.nouns;
  if (totalCount > 0 && state.page > 0)
    return (
      <EmptyState title="This page is empty" action={<Button onClick={() => showPage(0)}>Go to first page</Button>}>
        The list has become shorter, or the link was changed.
      </EmptyState>
    );
  if (isNarrowed)
    return (
      <EmptyState
        title={`No matching ${several}`}
        action={
          <Button variant="default" onClick={clear}>
            Clear search and filters
          </Button>
        }
      >
        {list.nothingFound}
      </EmptyState>
    );
  if (isOtherTab) return <EmptyState title={`No ${several} here`}>Try the other tabs.</EmptyState>;
  return (
    <EmptyState title={list.empty.title} action={emptyAction}>
      {list.empty.text}
    </EmptyState>
  );
}
