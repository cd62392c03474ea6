import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { paths } from '#web/app/paths.ts';
import { BottomBar } from '#web/ui/layout/bottom-bar.tsx';
import { useBuilderContext } from './builder-context.ts';
import { formatBalance, getStepName } from './builder-labels.ts';
import { findNextStep, type GroupStep, isIncomplete, type ProductStep } from './builder-model.ts';
import css from './step-bar.module.css';
import { getStepPath } from './step-list.tsx';
import { WhyGroup } from './why.tsx';

/** What is chosen and left of a group once `quantity` more pieces are added, and why it is so. */
export function StepBalance({ step, product, quantity = 0, cost = null, instead }: BalanceProps) {
  const { state } = useBuilderContext();
  const progress = product?.progress ?? step.progress;
  const { chosen, left } = formatBalance({ progress }, state.totals, quantity, cost, state.currencyCode);
  return (
    <div className={css.balance}>
      {instead || (
        <span className="figures">
          {chosen}
          {left !== null && (
            <>
              {chosen !== null && ' · '}
              <strong>{left}</strong>
            </>
          )}
        </span>
      )}
      <WhyGroup state={state} step={step} product={product} adding={{ quantity, cost }} />
    </div>
  );
}

interface BalanceProps {
  step: GroupStep;
  product?: ProductStep | undefined;
  quantity?: number;
  /** Points or money that a piece costs; null where pieces count. */
  cost?: number | null;
  /** Shown in place of the balance, as long as there is something. */
  instead?: ReactNode;
}

/** Balance and the way on, below the garments of a group. */
export function StepBar({ step }: { step: GroupStep }) {
  const { state, isWide } = useBuilderContext();
  const action = state.canChoose && <NextButton step={step} />;
  if (isWide) {
    return (
      <div className={css.wide}>
        <StepBalance step={step} />
        {action}
      </div>
    );
  }
  return <BottomBar above={<StepBalance step={step} />}>{action}</BottomBar>;
}

/** Leads from a group to the next incomplete step, to the order, or back to the overview. */
export function NextButton({ step }: { step: GroupStep }) {
  const { state } = useBuilderContext();
  const next = findNextStep(state.steps, step);
  const target =
    next && next !== step
      ? { to: getStepPath(next, state.links), label: `Go to ${getStepName(next)}` }
      : !next && state.totals.inCart > 0
        ? { to: paths.builderOrder(), label: 'Check and order' }
        : { to: state.links.overview, label: 'Back to your uniform' };
  return (
    <Button component={Link} to={target.to} variant={isIncomplete(step) ? 'default' : 'filled'} fullWidth>
      {target.label}
    </Button>
  );
}
