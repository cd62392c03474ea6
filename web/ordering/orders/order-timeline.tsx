import { Text } from '@mantine/core';
import { CheckIcon, CloseIcon } from '#web/ui/content/icons.tsx';
import { VisuallyHidden } from '#web/ui/content/visually-hidden.tsx';
import { formatDateTime } from '#web/ui/format/format.ts';
import css from './order-timeline.module.css';
import type { TimelineStep } from './timeline.ts';

const stateLabels: Record<TimelineStep['state'], string> = {
  done: 'done',
  current: 'in progress',
  next: 'comes next',
  upcoming: 'upcoming',
  stopped: 'ended here',
};

/** The progress of the order: steps side by side, stacked on phones. */
export const OrderTimeline = ({ steps }: { steps: readonly TimelineStep[] }) => (
  <ol className={css.steps} aria-label="Order progress">
    {steps.map(({ title, detail, atUtc, state }) => (
      <li key={title} className={css.step} data-state={state} aria-current={state === 'current' ? 'step' : undefined}>
        <span className={css.mark} aria-hidden="true">
          {state === 'done' && <CheckIcon size={14} strokeWidth={2.2} />}
          {state === 'stopped' && <CloseIcon size={14} strokeWidth={2.2} />}
        </span>
        <div className={css.text}>
          <strong>{title}</strong>
          <VisuallyHidden>, {stateLabels[state]}</VisuallyHidden>
          {atUtc && (
            <Text size="sm" c="dimmed">
              {formatDateTime(atUtc)}
            </Text>
          )}
          {detail && (
            <Text size="sm" c="dimmed">
              {detail}
            </Text>
          )}
        </div>
      </li>
    ))}
  </ol>
);
