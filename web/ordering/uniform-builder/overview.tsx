import { Button, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { paths } from '#web/app/paths.ts';
import { plural } from '#web/ui/format/format.ts';
import { BottomBar } from '#web/ui/layout/bottom-bar.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { BalanceCard } from './balance-card.tsx';
import { useBuilderContext } from './builder-context.ts';
import { BuilderGarment } from './builder-garment.tsx';
import { useBuilderTitle, WardrobeName } from './builder-heading.tsx';
import { formatStepAction } from './builder-labels.ts';
import { findNextProduct, findNextStep } from './builder-model.ts';
import { ChoiceView } from './choice-view.tsx';
import { GroupView } from './group-view.tsx';
import { Notices } from './notices.tsx';
import css from './overview.module.css';
import { SizeCard } from './size-card.tsx';
import { getStepPath, StepList } from './step-list.tsx';
import type { BuilderState } from './use-builder.ts';

/** What the wearer still has to choose, and what comes next. On a wide screen, the next garment itself. */
export function OverviewPage() {
  const { state, isWide, below } = useBuilderContext();
  const title = useBuilderTitle(state.isPreview);
  const next = findNextStep(state.steps);
  if (isWide) {
    if (!state.canChoose || !next) return <AllChosen state={state} />;
    if (next.kind === 'choice') return <ChoiceView key={next.superGroup.id} superGroup={next.superGroup} />;
    const product = findNextProduct(next);
    if (!product) return <GroupView step={next} />;
    return <BuilderGarment key={`${next.group.id}-${product.product.id}`} step={next} productStep={product} line={undefined} />;
  }
  return (
    <>
      <PageHeader title={title}>
        <WardrobeName state={state} />
      </PageHeader>
      <Notices state={state} />
      <Stack>
        <BalanceCard state={state} />
        <StepList state={state} />
        {!state.isPreview && <Footer state={state} />}
        {below}
      </Stack>
      <NextAction state={state} />
    </>
  );
}

/** The wearer's size, and where what they choose is saved. */
const Footer = ({ state: { totals, canChoose } }: { state: BuilderState }) => (
  <>
    <SizeCard />
    <p className={css.saved}>
      {!canChoose || (totals.unit === 'pieces' && totals.needed === 0 && totals.inCart === 0) ? (
        <Link to={paths.orders()}>View your orders</Link>
      ) : (
        'Saved. Carry on later, on any device.'
      )}
    </p>
  </>
);

/** The one main action: the next step, then the order. */
function NextAction({ state: { canChoose, links, steps, totals } }: { state: BuilderState }) {
  if (!canChoose) return null;
  const next = findNextStep(steps);
  const step = next ?? (totals.inCart === 0 ? findOptionalStep(steps, totals) : undefined);
  if (!step && totals.inCart === 0) return null;
  return (
    <BottomBar>
      <Stack gap={4}>
        {step ? (
          <Button component={Link} to={getStepPath(step, links)} fullWidth>
            {formatStepAction(step)}
          </Button>
        ) : (
          <Button component={Link} to={paths.builderOrder()} fullWidth>
            Check and order
          </Button>
        )}
        {step && totals.inCart > 0 && (
          <Button component={Link} to={paths.builderOrder()} variant="subtle" fullWidth>
            Order the {plural(totals.inCart, 'piece')} chosen so far
          </Button>
        )}
      </Stack>
    </BottomBar>
  );
}

/** A group of which more can be chosen although nothing is needed: where a budget or no number limits it. */
const findOptionalStep = (steps: BuilderState['steps'], { unit }: BuilderState['totals']) =>
  unit === 'pieces' ? undefined : steps.find((step) => step.kind === 'group' && step.progress.left !== 0);

/** Nothing is needed any more: everything waits in the cart or has been ordered, or the wearer may choose more. */
function AllChosen({ state: { canChoose, links, totals, steps } }: { state: BuilderState }) {
  if (!canChoose) return <Message title="You can’t order at the moment" action={<ViewOrders />} />;
  if (totals.inCart > 0) {
    return (
      <Message
        title="You have chosen everything you need"
        action={
          <Button component={Link} to={paths.builderOrder()}>
            Check and order
          </Button>
        }
      />
    );
  }
  const optional = findOptionalStep(steps, totals);
  if (!optional) return <Message title="Your uniform" action={<ViewOrders />} />;
  return (
    <Message
      title="Choose your garments"
      action={
        <Button component={Link} to={getStepPath(optional, links)}>
          {formatStepAction(optional)}
        </Button>
      }
    />
  );
}

const ViewOrders = () => (
  <Button component={Link} to={paths.orders()} variant="default">
    View orders
  </Button>
);

const Message = ({ title, action }: { title: string; action: ReactNode }) => (
  <>
    <PageHeader title={title}>You can open each part of your uniform on the left.</PageHeader>
    {action}
  </>
);
