import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { isNotFound } from './not-found.ts';
import css from './states.module.css';

interface EmptyProps {
  title: string;
  /** What will appear here, and how. */
  children?: ReactNode;
  action?: ReactNode;
  picture?: ReactNode;
}

/** Explains what will appear here and offers the first action. */
export function EmptyState({ title, children, action, picture }: EmptyProps) {
  return (
    <div className={css.state}>
      {picture && <div className={css.picture}>{picture}</div>}
      <h2 className={css.title}>{title}</h2>
      {children && <div className={css.text}>{children}</div>}
      {action && <div className={css.action}>{action}</div>}
    </div>
  );
}

interface ErrorProps {
  /** What failed: "Your orders could not be loaded." */
  title: string;
  error: unknown;
  onRetry?: () => void;
  /** Why what was asked for may not be there, where that is known better than in general. */
  notFound?: string;
  /** The way on, for example back to the list. */
  children?: ReactNode;
}

const NOT_FOUND = 'It may have been deleted, or you may not have access to it.';

/**
 * Explains what failed and why, and offers to try again. Of what does not exist, or is not for the person, it says so instead: trying again would not
 * help.
 */
export function ErrorState({ title, error, onRetry, notFound = NOT_FOUND, children }: ErrorProps) {
  const isMissing = isNotFound(error);
  const message = error instanceof Error ? error.message : String(error);
  return (
    <div className={css.state} role="alert">
      <h2 className={css.title}>{isMissing ? message : title}</h2>
      <p className={css.text}>{isMissing ? notFound : message}</p>
      <div className={css.action}>
        {onRetry && !isMissing && (
          <Button variant="default" onClick={onRetry}>
            Try again
          </Button>
        )}
        {children}
      </div>
    </div>
  );
}
