import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { SkeletonRows } from '#web/ui/feedback/skeleton.tsx';
import { ErrorState } from '#web/ui/feedback/states.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { PageLoading } from '#web/ui/layout/page-loading.tsx';

interface Props<Data> {
  query: { data: Data | undefined; error: Error | null; refetch: () => unknown };
  /** What is listed, as in "The {name} could not be loaded." */
  name: string;
  /** Number and height in px of the rows that are expected. */
  skeleton: { rows: number; height: number };
  /** What is shown in place of a list without entries; undefined for a list that has some. */
  empty: (data: Data) => ReactNode | undefined;
  /** The list. */
  children: (data: Data) => ReactNode;
}

/** A list while it is loaded, when it could not be loaded, refreshed or is empty, and with its entries. */
export function ListFrame<Data>({ query: { data, error, refetch }, name, skeleton, empty, children }: Props<Data>) {
  if (!data)
    return (
      <Card flush>
        {error ? (
          <ErrorState title={`The ${name} could not be loaded.`} error={error} onRetry={() => void refetch()} />
        ) : (
          <PageLoading label={`Loading ${name}`}>
            <SkeletonRows {...skeleton} />
          </PageLoading>
        )}
      </Card>
    );
  const nothing = empty(data);
  return (
    <>
      {error && (
        <Notice
          tone="warning"
          role="status"
          actions={
            <Button size="compact-sm" variant="default" onClick={() => void refetch()}>
              Try again
            </Button>
          }
        >
          The {name} could not be refreshed and may be out of date. {error.message}
        </Notice>
      )}
      {nothing ? <Card>{nothing}</Card> : children(data)}
    </>
  );
}
