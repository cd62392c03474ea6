import { Stack } from '@mantine/core';
import { BackLink } from '#web/app/shell/back-link.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { AskWhenUsedUp } from './ask-when-used-up.tsx';
import { useBuilderContext } from './builder-context.ts';
import { BuilderGarment } from './builder-garment.tsx';
import { getStepName } from './builder-labels.ts';
import type { GroupStep } from './builder-model.ts';
import { ChosenLines } from './chosen-lines.tsx';
import { GarmentTiles } from './garment-tiles.tsx';
import { Notices } from './notices.tsx';
import { StepBar } from './step-bar.tsx';
import { StepPosition } from './step-position.tsx';
import { SwitchOption } from './switch-option.tsx';

/** A group: its only garment at once, otherwise its garments to choose from. */
export function GroupView({ step }: { step: GroupStep }) {
  const { state, isWide } = useBuilderContext();
  const [only] = step.products;
  if (step.products.length === 1 && only)
    return <BuilderGarment key={step.group.id} step={step} productStep={only} line={undefined} />;
  return (
    <>
      <PageHeader
        title={step.group.name}
        above={
          <StepPosition
            group={step.group}
            back={!isWide && <BackLink to={state.links.overview}>Your uniform</BackLink>}
            action={<SwitchOption step={step} />}
          />
        }
      >
        {state.canChoose && describeGroup(step)}
      </PageHeader>
      {!isWide && !state.canChoose && <Notices state={state} />}
      <Stack>
        {step.progress.left === 0 && state.canChoose && (
          <Notice tone="success">
            You have {step.lines.length > 0 ? 'chosen' : 'ordered'} all your {getStepName(step)}.
          </Notice>
        )}
        <AskWhenUsedUp state={state} step={step} />
        {step.lines.length > 0 && !isWide && (
          <Card title={state.canChoose ? 'Chosen so far' : 'Chosen, not ordered'}>
            <ChosenLines label="Chosen so far" lines={step.lines} remove={state.remove} />
          </Card>
        )}
        <GarmentTiles step={step} />
      </Stack>
      <StepBar step={step} />
    </>
  );
}

/** What can be done in a group; undefined where all of it has been ordered. */
function describeGroup({ products, progress, lines }: GroupStep): string | undefined {
  if (progress.left === 0) return lines.length > 0 ? 'You can change your choice until you order.' : undefined;
  if (products.some((one) => one.progress !== null)) return 'Choose colour, size and fit of each garment.';
  return 'Choose one or more styles.';
}
