import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useBuilderContext } from './builder-context.ts';
import type { BuilderGroup, EitherOr } from './builder-model.ts';
import css from './step-position.module.css';

interface Props {
  group?: BuilderGroup;
  superGroup?: EitherOr;
  back: ReactNode;
  /** The group is not named elsewhere on the page. */
  isNamed?: boolean;
  /** A link at the right edge. */
  action?: ReactNode;
}

/** The way back, and where the wearer is: "Group 2 of 5". */
export function StepPosition({ group, superGroup, back, isNamed, action }: Props) {
  const { steps } = useBuilderContext().state;
  const at = steps.findIndex((step) =>
    step.kind === 'group' && group ? step.group.id === group.id : step.superGroup?.id === superGroup?.id,
  );
  return (
    <div className={css.row}>
      {back}
      {at >= 0 && (
        <Text span c="dimmed" className="figures">
          Group {at + 1} of {steps.length}
          {group && isNamed && ` · ${group.name}`}
        </Text>
      )}
      {action}
    </div>
  );
}
