import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
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
  children?: ReactNode;
}

/** Explains what failed and why, and offers to try again. */
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
