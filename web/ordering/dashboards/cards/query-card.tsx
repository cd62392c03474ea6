import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Loading, SkeletonBlock } from '#web/ui/feedback/skeleton.tsx';
import { ErrorState } from '#web/ui/feedback/states.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import table from '../charts/figures-table.module.css';
import css from './cards.module.css';

interface Props<Data> {
  title: string;
  query: Pick<UseQueryResult<Data>, 'data' | 'error' | 'isPlaceholderData' | 'refetch'>;
  /** What could not be loaded: "Purchases could not be loaded." */
  failure: string;
  /** Height in pixels of what comes, so that nothing moves when it is there. */
  height: number;
  /** What the figures say, in one sentence. */
  sentence?: (data: Data) => string;
  /** To the right of the title. */
  action?: (data: Data) => ReactNode;
  /** How much of the width it takes; half of it unless given. */
  width?: 'broad' | 'wide';
  children: (data: Data) => ReactNode;
}

/** A card of figures: their outline while they are loaded, an error with a retry, and the figures of before while others are loaded. */
export function QueryCard<Data>({ title, query, failure, height, sentence, action, width, children }: Props<Data>) {
  const { data, error, isPlaceholderData, refetch } = query;
  return (
    <Card title={title} action={data !== undefined && action?.(data)} data-width={width}>
      {data !== undefined ? (
        <div className={css.content} data-stale={isPlaceholderData || undefined} aria-busy={isPlaceholderData}>
          {sentence && <p className={css.sentence}>{sentence(data)}</p>}
          {error && <NotRefreshed onRetry={() => void refetch()} />}
          {children(data)}
        </div>
      ) : error ? (
        <ErrorState title={failure} error={error} onRetry={() => void refetch()} />
      ) : (
        <Loading label={`Loading ${title.toLowerCase()}`}>
          <SkeletonBlock height={height} />
        </Loading>
      )}
    </Card>
  );
}

/** Above figures that were loaded before. */
const NotRefreshed = ({ onRetry }: { onRetry: () => void }) => (
  <p role="alert" className={css.notRefreshed}>
    Could not be refreshed.{' '}
    <button type="button" className={table.toggle} onClick={onRetry}>
      Try again
    </button>
  </p>
);
