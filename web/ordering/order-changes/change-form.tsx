import { Button, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { SkeletonText } from '#web/ui/feedback/skeleton.tsx';
import css from './order-changes.module.css';
import { OutcomeChangedNotice } from './outcome-changed-notice.tsx';
import type { useOrderChange } from './use-order-change.ts';

interface Props {
  change: ReturnType<typeof useOrderChange>;
  /** What is still to be chosen before there is an outcome. */
  hint?: string | undefined;
  confirmLabel: string;
  /** Red, for what cannot be undone. */
  isDestructive?: boolean;
  reason?: string;
  onClose: () => void;
  children?: ReactNode;
}

/** The form of a change: what is chosen, what the change will do, and the button that makes it. */
export function ChangeForm({ change, hint, confirmLabel, isDestructive = false, reason = '', onClose, children }: Props) {
  const { outcome, outcomeChanged, isChecking, isSaving, refusal, conflict } = change;
  if (conflict) return <Conflict text={conflict} onClose={onClose} />;

  const canSave = outcome !== undefined && !isChecking && hint === undefined;
  return (
    // No <form>: Enter in the field for the quantity would make the change before its outcome has been read.
    <Stack gap={20}>
      {children}
      <section className={css.outcome} aria-label="What will happen" aria-busy={isChecking}>
        <h3>What will happen</h3>
        {outcomeChanged && <OutcomeChangedNotice error={outcomeChanged} />}
        <div role="status">
          {hint ? (
            <Text size="sm" c="dimmed">
              {hint}
            </Text>
          ) : refusal ? (
            <Notice
              tone="danger"
              actions={
                <Button variant="default" size="compact-sm" onClick={change.retry}>
                  Try again
                </Button>
              }
            >
              {refusal}
            </Notice>
          ) : outcome && !isChecking ? (
            <ul className={css.sentences}>
              {outcome.map((sentence) => (
                <li key={sentence}>{sentence}</li>
              ))}
            </ul>
          ) : (
            <SkeletonText lines={2} />
          )}
        </div>
      </section>
      <div className={css.actions}>
        <Button
          onClick={() => change.save(reason)}
          {...(isDestructive && { color: 'red.9' })}
          loading={isSaving}
          disabled={!canSave}
        >
          {confirmLabel}
        </Button>
        <Button variant="default" disabled={isSaving} onClick={onClose}>
          Back
        </Button>
      </div>
    </Stack>
  );
}

/** Why the order can no longer be changed; the page behind shows it as it is now. */
const Conflict = ({ text, onClose }: { text: string; onClose: () => void }) => (
  <Stack gap={20}>
    <Notice tone="warning" role="alert">
      <strong>Nothing has been changed.</strong> {text}
    </Notice>
    <div className={css.actions}>
      <Button data-autofocus onClick={onClose}>
        View the order as it is now
      </Button>
    </div>
  </Stack>
);
