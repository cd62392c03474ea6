import type { ReactNode } from 'react';
import { isNotFound } from '../feedback/not-found.ts';
import { SkeletonRows } from '../feedback/skeleton.tsx';
import { EmptyState, ErrorState } from '../feedback/states.tsx';
import { PageLoading } from './page-loading.tsx';

interface Props {
  /** What is shown, in small letters: `size guide`. */
  noun: string;
  error: unknown;
  onRetry: () => void;
  /** Whether the address can be that of a record; true where the caller does not know better. */
  isId?: boolean;
  /** Why the record may be missing, and what can be done. */
  children?: ReactNode;
  /** The way on from a missing record. */
  action?: ReactNode;
  rows?: number;
  height?: number;
}

/** In place of a record: that it was not found, that it could not be loaded, or that it is being loaded. */
export function RecordStates({ noun, error, onRetry, isId = true, children, action, rows = 4, height = 60 }: Props) {
  if (!isId || isNotFound(error))
    return (
      <EmptyState title={`${noun[0]?.toUpperCase()}${noun.slice(1)} not found`} action={action}>
        {children ?? `There is no ${noun} at this address in your brands.`}
      </EmptyState>
    );
  if (error) return <ErrorState title={`The ${noun} could not be loaded.`} error={error} onRetry={onRetry} />;
  return (
    <PageLoading label={`Loading the ${noun}`}>
      <SkeletonRows rows={rows} height={height} />
    </PageLoading>
  );
}
