import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import css from './states.module.css';

interface EmptyProps {
  title: string;
  /** What belongs here and how it gets here. */
  children?: ReactNode;
  action?: ReactNode;
  picture?: ReactNode;
}

/** Says what belongs here and offers the way to it. */
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
  /** What could not be done: "Your orders could not be loaded." */
  title: string;
  error: unknown;
  onRetry?: () => void;
  children?: ReactNode;
}

/** Says what happened and offers to try again. */
export function ErrorState({ title, error, onRetry, children }: ErrorProps) {
  return (
    <div className={css.state} role="alert">
      <h2 className={css.title}>{title}</h2>
      <p className={css.text}>{error instanceof Error ? error.message : String(error)}</p>
      <div className={css.action}>
        {onRetry && (
          <Button variant="default" onClick={onRetry}>
            Try again
          </Button>
        )}
        {children}
      </div>
    </div>
  );
}
