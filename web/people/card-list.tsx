import { Button } from '@mantine/core';
import { type ReactNode, useRef } from 'react';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { SkeletonRows } from '#web/ui/feedback/skeleton.tsx';
import { EmptyState, ErrorState } from '#web/ui/feedback/states.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { PageLoading } from '#web/ui/layout/page-loading.tsx';
import { Pager } from '#web/ui/lists/pager.tsx';
import css from './card-list.module.css';

/** Cards on a page of a list. */
export const CARDS_PER_PAGE = 10;

interface Props {
  /** The listed items in singular and plural. */
  of: readonly [one: string, many: string];
  label: string;
  /** Undefined until loaded. */
  totalCount: number | undefined;
  onThisPage: number;
  error: Error | null;
  isStale: boolean;
  page: number;
  onPage: (page: number) => void;
  onRetry: () => void;
  /** Shown if there are no items. */
  empty: ReactNode;
  /** The cards, each a list item. */
  children: ReactNode;
}

/** A paged list of cards, with its states: loading, failed, empty, past the last page, out of date. */
export function CardList(props: Props) {
  const { of, label, totalCount, onThisPage, error, isStale, page, onPage, onRetry, empty, children } = props;
  const [, many] = of;
  if (totalCount === undefined) {
    return (
      <Card flush>
        {error ? (
          <ErrorState title={`The ${many} could not be loaded.`} error={error} onRetry={onRetry} />
        ) : (
          <PageLoading label={`Loading ${many}`}>
            <SkeletonRows rows={5} height={132} />
          </PageLoading>
        )}
      </Card>
    );
  }
  if (totalCount === 0) return <Card>{empty}</Card>;
  if (onThisPage === 0) {
    return (
      <Card>
        <EmptyState title="Nothing on this page" action={<Button onClick={() => onPage(0)}>Go to the first page</Button>}>
          The list may be shorter now, or the link may be wrong.
        </EmptyState>
      </Card>
    );
  }
  return (
    <div className={css.list} data-stale={isStale || undefined} aria-busy={isStale}>
      {error && (
        <Notice
          tone="warning"
          role="status"
          actions={
            <Button size="compact-sm" variant="default" onClick={onRetry}>
              Try again
            </Button>
          }
        >
          The list could not be refreshed, so it may be out of date. {error.message}
        </Notice>
      )}
      <ul className={css.cards} aria-label={label}>
        {children}
      </ul>
      <Pager
        page={page}
        limit={CARDS_PER_PAGE}
        totalCount={totalCount}
        noun={totalCount === 1 ? of[0] : many}
        onPage={(next) => {
          onPage(next);
          scrollTo({ top: 0 });
        }}
      />
    </div>
  );
}

/** Empty state of a search without results. */
export const NoPeopleMatch = ({ onClear }: { onClear: () => void }) => (
  <EmptyState
    title="No people match"
    action={
      <Button variant="default" onClick={onClear}>
        Clear search
      </Button>
    }
  >
    The search covers names, email addresses and employee numbers.
  </EmptyState>
);

/** Keeps the keyboard focus in a list whose cards disappear once handled: `focusNext(index)` focuses the next card, or the previous one. */
export function useFocusNextCard() {
  const list = useRef<HTMLDivElement>(null);
  function focusNext(index: number) {
    const names = [...(list.current?.querySelectorAll<HTMLElement>('li h2') ?? [])];
    (names[index + 1] ?? names[index - 1] ?? document.querySelector<HTMLElement>('main h1'))?.focus();
  }
  return { list, focusNext };
}
