import { AskForMore } from '#web/entitlement/entitlement-requests/ask-for-more.tsx';
import type { GroupStep, ProductStep } from './builder-model.ts';
import type { BuilderState } from './use-builder.ts';
import { listGroupReasonings } from './why.tsx';

interface Props {
  state: BuilderState;
  step: GroupStep;
  product?: ProductStep | undefined;
}

/**
 * Lets wearers ask for more where the entitlement covers no more of a garment: of its pieces where none are left, otherwise of the budget.
 * Where more can be ordered with a reason, both ways are open.
 */
export function AskWhenUsedUp({ state: { builder, totals, currencyCode }, step, product }: Props) {
  if (!builder.canOrder) return null;
  const noPiecesLeft = (product?.progress ?? step.progress).left === 0;
  const isBudgetUsedUp = product !== undefined && totals.budget !== null;
  const [reasoning, ...others] = noPiecesLeft
    ? listGroupReasonings(step, product)
    : isBudgetUsedUp && builder.budgetReasoning
      ? [builder.budgetReasoning]
      : [];
  // Under fixed allocation each garment of a group has its own number, so it is asked about on its own page.
  if (!reasoning || others.length > 0) return null;
  return (
    <AskForMore
      key={reasoning.accountId}
      reasoning={reasoning}
      currencyCode={currencyCode}
      intro={
        builder.beyond === 'approval'
          ? 'You can also ask for more first. Once your request is granted, these pieces are part of your entitlement and need no reason.'
          : undefined
      }
    />
  );
}
