import { useState } from 'react';
import { AskForMore } from '#web/entitlement/entitlement-requests/ask-for-more.tsx';
import type { Reasoning, ReasoningRow } from '#web/entitlement/reasoning.ts';
import { formatAmount } from '#web/entitlement/reasoning.ts';
import { AmountRows, WhySheet } from '#web/entitlement/why-sheet.tsx';
import { formatNumber } from '#web/ui/format/format.ts';
import type { GroupStep, ProductStep } from './builder-model.ts';
import type { BuilderState } from './use-builder.ts';
import css from './why.module.css';

interface SheetProps {
  state: BuilderState;
  title: string;
  reasonings: readonly Reasoning[];
  chosenOf?: (reasoning: Reasoning) => number;
}

/** A question that opens its answer: "Why 3?" */
function WhyButton({ state, title, ...sheet }: SheetProps) {
  const { currencyCode } = state;
  const [opened, setOpened] = useState(false);
  return (
    <>
      <button type="button" className={css.why} aria-haspopup="dialog" onClick={() => setOpened(true)}>
        {title}
      </button>
      <WhySheet
        title={title}
        opened={opened}
        onClose={() => setOpened(false)}
        currencyCode={currencyCode}
        renderBelow={
          state.builder.canOrder ? (reasoning) => <AskForMore reasoning={reasoning} currencyCode={currencyCode} /> : undefined
        }
        {...sheet}
      />
    </>
  );
}

const PENDING = 'Chosen, not ordered yet';
const round = (amount: number) => Math.round(amount * 100) / 100;

interface GroupProps {
  state: BuilderState;
  step: GroupStep;
  product?: ProductStep | undefined;
  /** Pieces that are chosen on the page and not in the cart yet, and what one costs in points or money. */
  adding?: { quantity: number; cost: number | null };
}

/** Why a wearer may have as many pieces of a group, or of one product of it, and the budget behind them. What is left is what the page says. */
export function WhyGroup({ state, step, product, adding = { quantity: 0, cost: null } }: GroupProps) {
  const progress = product?.progress ?? step.progress;
  const budget = state.builder.budgetReasoning;
  return (
    <WhyButton
      title={progress.owed === null ? 'Why?' : `Why ${formatNumber(progress.owed)}?`}
      state={state}
      reasonings={[...listGroupReasonings(step, product), ...(budget ? [budget] : [])]}
      chosenOf={(reasoning) =>
        reasoning === budget
          ? round((state.totals.budget?.chosen ?? 0) + (adding.cost ?? 0) * adding.quantity)
          : progress.inCart + adding.quantity
      }
    />
  );
}

/** Why a wearer may have as many pieces of a product, where it has a number of its own, otherwise of its group. */
export function listGroupReasonings({ group }: GroupStep, product: ProductStep | undefined): readonly Reasoning[] {
  const own = product?.progress && group.reasoning.find(({ productId }) => productId === product.product.id);
  return own ? [own] : group.reasoning;
}

/** Why the wardrobe has its budget, or as many pieces as its groups have together. */
export function WhyWardrobe({ state }: { state: BuilderState }) {
  const [opened, setOpened] = useState(false);
  const { builder, totals, steps, currencyCode } = state;
  if (builder.budgetReasoning) {
    const { unit, budget } = totals;
    const title = budget && (unit === 'points' || unit === 'money') ? formatAmount(budget.total, unit, currencyCode) : '';
    return (
      <WhyButton
        title={`Why ${title}?`}
        state={state}
        reasonings={[builder.budgetReasoning]}
        chosenOf={() => budget?.chosen ?? 0}
      />
    );
  }
  const rows = steps.map((step): ReasoningRow => {
    if (step.kind === 'choice') return { label: step.title, note: 'Not chosen yet', amount: formatNumber(step.needed) };
    const { owed, chosen, needed } = step.progress;
    const pieces = owed === null ? chosen + needed : Math.min(owed, chosen) + needed;
    return {
      label: step.group.name,
      ...(owed === null && { note: 'No limit' }),
      amount: formatNumber(pieces),
    };
  });
  const title = totals.owed > 0 ? `Why ${formatNumber(totals.owed)}?` : 'Why?';
  return (
    <>
      <button type="button" className={css.why} aria-haspopup="dialog" onClick={() => setOpened(true)}>
        {title}
      </button>
      <WhySheet title={title} opened={opened} onClose={() => setOpened(false)} reasonings={[]} currencyCode={currencyCode}>
        <p>
          {builder.collection.name}
          {builder.season && `, ${builder.season.name}`}: the pieces of each part of your uniform.
        </p>
        <AmountRows rows={rows} total={{ label: 'Total', amount: formatNumber(totals.owed) }} />
        <AmountRows
          rows={[
            { label: 'Ordered', amount: formatNumber(totals.ordered) },
            { label: PENDING, amount: formatNumber(totals.inCart) },
            { label: state.canChoose ? 'Left to choose' : 'Left', amount: formatNumber(totals.needed) },
          ]}
        />
      </WhySheet>
    </>
  );
}
