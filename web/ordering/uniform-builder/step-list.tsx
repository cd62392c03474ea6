import { Stack, Text } from '@mantine/core';
import { Link, useLocation } from 'react-router';
import { paths } from '#web/app/paths.ts';
import { Picture } from '#web/ui/content/picture.tsx';
import { StatusBadge, type Tone } from '#web/ui/content/status-badge.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { describeStep } from './builder-labels.ts';
import { type BuilderStep, findNextProduct, findNextStep, isIncomplete } from './builder-model.ts';
import type { BuilderLinks } from './preview.ts';
import css from './step-list.module.css';
import type { BuilderState } from './use-builder.ts';

/** Where a step is worked on: the either/or, the only product of a group, the next product that is owed, or the group's products. */
export function getStepPath(step: BuilderStep, links: BuilderLinks): string {
  if (step.kind === 'choice') return links.choice(step.superGroup.id);
  const { group, products } = step;
  const single = products.length === 1 ? products[0] : findNextProduct(step);
  return single ? links.garment(group.id, single.product.id) : links.group(group.id);
}

/** Whether a path belongs to a step. */
export const isWithinStep = (pathname: string, step: BuilderStep): boolean => {
  const path = step.kind === 'choice' ? paths.builderChoice(step.superGroup.id) : paths.builderGroup(step.group.id);
  return pathname === path || pathname.startsWith(`${path}/`);
};

function getPicture(step: BuilderStep): string | undefined {
  if (step.kind === 'choice') return step.superGroup.options.find(({ imageSrc }) => imageSrc)?.imageSrc ?? undefined;
  return step.lines[0]?.images[0]?.src ?? step.products[0]?.product.images[0]?.src;
}

/** The three words for what someone has of a group while nothing can be ordered; the note beside them says how many pieces are ordered. */
function getClosedStatus(step: BuilderStep, hasBudget: boolean): { tone: Tone; text: string } | undefined {
  if (step.kind !== 'group') return undefined;
  const { inCart, ordered } = step.progress;
  if (inCart > 0) return { tone: 'warning', text: 'Chosen' };
  if (isComplete(step, hasBudget)) return { tone: 'success', text: 'Complete' };
  return ordered > 0 ? { tone: 'neutral', text: 'Ordered' } : undefined;
}

/** With a budget, a group is complete only when nothing more of it can be chosen. */
const isComplete = (step: BuilderStep, hasBudget: boolean) =>
  step.kind === 'group' && !isIncomplete(step) && step.progress.chosen > 0 && (!hasBudget || step.progress.left === 0);

function getStatus(
  step: BuilderStep,
  hasBudget: boolean,
  isCurrent: boolean,
  isNext: boolean,
): { tone: Tone; text: string } | undefined {
  if (isCurrent) return { tone: 'info', text: 'Choosing' };
  if (isComplete(step, hasBudget)) return { tone: 'success', text: 'Complete' };
  return isNext ? { tone: 'info', text: 'Next' } : undefined;
}

interface Props {
  state: BuilderState;
  /** The next step is on screen beside the overview. */
  showsNext?: boolean;
}

/** The parts of the wardrobe with what is chosen of each. */
export function StepList({ state: { canChoose, links, steps, totals }, showsNext = false }: Props) {
  const { pathname } = useLocation();
  const next = canChoose ? findNextStep(steps) : undefined;
  return (
    <Card flush>
      <Stack component="ul" gap={0} role="list" className="divided">
        {steps.map((step) => {
          const isCurrent = isWithinStep(pathname, step) || (showsNext && step === next);
          const hasBudget = totals.budget !== null;
          const status = canChoose
            ? getStatus(step, hasBudget, isCurrent && isIncomplete(step), step === next)
            : getClosedStatus(step, hasBudget);
          return (
            <li key={step.kind === 'choice' ? `choice-${step.superGroup.id}` : step.group.id}>
              <Link
                to={getStepPath(step, links)}
                className={css.step}
                aria-current={isCurrent ? 'step' : undefined}
                data-next={step === next || undefined}
              >
                <Picture src={getPicture(step)} alt="" size={56} />
                <Stack component="span" gap={0} miw={0} className={css.words}>
                  <strong>{step.title}</strong>
                  <Text span c="dimmed" className={`${css.note} figures`}>
                    {describeStep(step, canChoose)}
                  </Text>
                </Stack>
                {status && (
                  <span className={css.status}>
                    <StatusBadge tone={status.tone}>{status.text}</StatusBadge>
                  </span>
                )}
              </Link>
            </li>
          );
        })}
      </Stack>
    </Card>
  );
}
