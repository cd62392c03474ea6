import { Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useEffect, useId } from 'react';
import { useNavigate } from 'react-router';
import type { Cart } from '#web/app/cart.ts';
import { paths } from '#web/app/paths.ts';
import { useProfile } from '#web/app/session/profile.ts';
import { LineDesigns } from '#web/catalogue/customisation/line-designs.tsx';
import { PersonaliseChoice } from '#web/catalogue/customisation/personalise-choice.tsx';
import { usePersonalising } from '#web/catalogue/customisation/use-personalising.ts';
import { AddButton } from '#web/catalogue/products/add-button.tsx';
import { AskForPrice } from '#web/catalogue/products/ask-for-price.tsx';
import type { OrderableGarment } from '#web/catalogue/products/catalogue-types.ts';
import { GarmentChoices } from '#web/catalogue/products/choosing/garment-choices.tsx';
import { describeChosen } from '#web/catalogue/products/product/chosen-garment.ts';
import { Gallery } from '#web/catalogue/products/product/gallery.tsx';
import { GarmentLayout } from '#web/catalogue/products/product/garment-layout.tsx';
import { listGarmentViews } from '#web/catalogue/products/product/garment-views.ts';
import { MadeToMeasureChoice } from '#web/catalogue/products/product/made-to-measure-choice.tsx';
import { ProductNotices } from '#web/catalogue/products/product/product-notices.tsx';
import { SizeGuide } from '#web/catalogue/products/product/size-guide.tsx';
import { GarmentTiers } from '#web/catalogue/products/product/tier-prices.tsx';
import { usePriceTerms } from '#web/catalogue/products/purchase-labels.ts';
import { describeStock } from '#web/catalogue/products/stock-labels.ts';
import { StockNoticesOfGarment } from '#web/catalogue/products/stock-notices/stock-notices.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { SkeletonBlock } from '#web/ui/feedback/skeleton.tsx';
import { formatNumber } from '#web/ui/format/format.ts';
import { QuantityInput } from '#web/ui/forms/quantity-input.tsx';
import { MAX_QUANTITY } from '#web/ui/forms/quantity-text.ts';
import { BottomBar } from '#web/ui/layout/bottom-bar.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { AboutGarment } from './about-garment.tsx';
import { AskWhenUsedUp } from './ask-when-used-up.tsx';
import { useBuilderContext } from './builder-context.ts';
import { getStepName } from './builder-labels.ts';
import { type Destination, findDestination, type GroupStep, type ProductStep } from './builder-model.ts';
import { ChosenLines } from './chosen-lines.tsx';
import css from './garment.module.css';
import { useGarmentCost } from './garment-tiles.tsx';
import type { BuilderLinks } from './preview.ts';
import { NextButton, StepBalance } from './step-bar.tsx';
import { getStepPath } from './step-list.tsx';
import { garmentQuery } from './use-builder.ts';
import { useSaveGarment } from './use-builder-cart.ts';
import { useGarmentChoice } from './use-garment-choice.ts';
import { findNameReason, toDesigns, useOwnNames } from './use-own-names.ts';
import { WhyGroup } from './why.tsx';

// Few garments have a name on them.
const OwnNames = lazy(async () => ({ default: (await import('./own-names.tsx')).OwnNames }));

// Few wardrobes let wearers pay for more.
const PayYourself = lazy(async () => ({ default: (await import('./pay-yourself.tsx')).PayYourself }));

interface Props {
  garment: OrderableGarment;
  step: GroupStep;
  productStep: ProductStep;
  line: Cart['items'][number] | undefined;
}

/** The choices of one garment while something can be ordered, and the way to the next. */
export function GarmentForm({ garment, step, productStep, line }: Props) {
  const { state, isWide, showPending } = useBuilderContext();
  const { builder, steps, totals, links, isPreview } = state;
  const navigate = useNavigate();
  const terms = usePriceTerms();
  const reasonId = useId();
  const choice = useGarmentChoice({ state, garment, step, productStep, line });
  const { combination, quantity } = choice;
  const { selection } = choice.chosen;
  const save = useSaveGarment(builder, step, line);
  const cost = useGarmentCost(productStep, combination);
  const destination = findDestination(steps, step, productStep, quantity, totals.unit);
  const isUsedUp = choice.isUsedUp && !line;
  const isBlocked = isUsedUp && builder.beyond !== 'approval' && choice.ownPayment !== 'possible';
  const views = listGarmentViews(garment, selection);
  const personalising = usePersonalising(garment, !isPreview && !line, { collectionId: builder.collection.id });
  const profile = useProfile();
  const names = useOwnNames(personalising, profile);
  const isUndecorated = personalising.isMissing && names.length === 0;
  const disabledReason = choice.disabledReason ?? findNameReason(names);
  usePrefetchedDestination(destination, isPreview);
  usePendingChoice(
    isWide && !line && !isBlocked && combination && !disabledReason
      ? { src: views[0]?.src, name: garment.name, description: combination.attributeDescription, quantity }
      : undefined,
    showPending,
  );

  // An error applies only to the size and quantity that were refused.
  const { reset } = save;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the error applies to these values
  useEffect(() => reset(), [combination?.id, quantity, reset]);

  function submit() {
    if (!combination) return;
    save.mutate(
      {
        productId: garment.id,
        combinationId: combination.id,
        quantity,
        designs: [...personalising.designs, ...toDesigns(names)],
      },
      {
        onSuccess: () => {
          personalising.choose([]);
          choice.setQuantity(undefined);
          void navigate(line ? links.group(step.group.id) : getDestinationPath(destination, step, links));
        },
      },
    );
  }

  const added = isBlocked || disabledReason ? 0 : choice.added;
  const reason = save.isError ? save.error.message : disabledReason;
  const action =
    isBlocked || isPreview ? (
      <NextButton step={step} />
    ) : (
      <AddButton
        className={css.add}
        disabledReason={disabledReason}
        disabledReasonId={reasonId}
        loading={save.isPending}
        onClick={isUndecorated ? personalising.open : submit}
      >
        {isUndecorated
          ? 'Personalise'
          : line
            ? 'Save the change'
            : `Add ${formatNumber(quantity)}${describeDestination(destination)}`}
      </AddButton>
    );
  const why = reason && !isBlocked && !isPreview && (
    <Text
      id={reasonId}
      c={save.isError ? 'var(--mantine-color-error)' : 'dimmed'}
      className={css.why}
      role={save.isError ? 'alert' : undefined}
    >
      {reason}
    </Text>
  );

  return (
    <>
      <GarmentLayout
        inColumn
        pictures={<Gallery views={views} name={garment.name} />}
        summary={
          <>
            <PageHeader title={garment.name} />
            {cost && (
              <Text size="lg" fw={600} className="figures">
                {cost}
              </Text>
            )}
          </>
        }
        about={<AboutGarment product={productStep.product} isPreview={isPreview} />}
      >
        {isBlocked ? (
          <Notice tone="success">{describeUsedUp(step, productStep, totals.budget !== null)}</Notice>
        ) : (
          <>
            <Choices garment={garment} choice={choice} isPreview={isPreview} />
            <ProductNotices
              garment={garment}
              onRequest={
                !isPreview && (
                  <AskForPrice productId={garment.id} combinationId={combination?.id} quantity={quantity} variant="default" />
                )
              }
            />
            {totals.unit !== 'points' && <GarmentTiers garment={garment} combination={combination} {...terms} />}
            {!isPreview && <MadeToMeasureChoice garment={garment} />}
            <PersonaliseChoice
              personalising={{ ...personalising, isMissing: isUndecorated, requiredNames: [] }}
              garment={{
                productId: garment.id,
                description: describeChosen(garment, selection, quantity),
                valueIds: Object.values(selection),
                pieces: quantity,
                person: profile,
              }}
            />
            {personalising.options && names.length > 0 && (
              <Suspense fallback={<SkeletonBlock height={120} />}>
                <OwnNames
                  names={names}
                  options={personalising.options}
                  mandatory={personalising.mandatory}
                  {...{ garment, selection }}
                />
              </Suspense>
            )}
            {line && <LineDesigns designs={line.customisations} />}
            <Quantity
              name={garment.name}
              choice={choice}
              own={
                choice.isAtLimit &&
                choice.ownPayment && (
                  <Suspense>
                    <PayYourself
                      productId={garment.id}
                      combinationId={combination?.id}
                      choice={choice}
                      designs={personalising.designs}
                    />
                  </Suspense>
                )
              }
              why={
                isWide && (
                  <WhyGroup state={state} step={step} product={productStep} adding={{ quantity: added, cost: choice.cost }} />
                )
              }
            />
          </>
        )}
        {isUsedUp && <AskWhenUsedUp state={state} step={step} product={productStep} />}
        {!isWide && !line && step.lines.length > 0 && (
          <Card title="Chosen so far">
            <ChosenLines label="Chosen so far" lines={step.lines} remove={state.remove} />
          </Card>
        )}
        {isWide && (
          <Stack gap="sm">
            {why}
            {action}
          </Stack>
        )}
      </GarmentLayout>
      {!isWide && (
        <BottomBar
          replacesNavigation
          above={<StepBalance step={step} product={productStep} quantity={added} cost={choice.cost} instead={why} />}
        >
          {action}
        </BottomBar>
      )}
    </>
  );
}

type Choice = ReturnType<typeof useGarmentChoice>;

/** Colour, size with its advice, and fit. */
function Choices({ garment, choice, isPreview }: { garment: OrderableGarment; choice: Choice; isPreview: boolean }) {
  const { help, chosen, combination } = choice;
  const stock = combination && combination.stockStatus !== 'InStock' ? describeStock(combination) : '';
  return (
    <>
      <GarmentChoices
        garment={garment}
        selection={chosen}
        help={help}
        besideSize={garment.sizeGuideId !== null ? <SizeGuide id={garment.sizeGuideId} /> : undefined}
        insteadOfHelp={
          isPreview ? <Text c="dimmed">This is where wearers see which size is likely to fit them.</Text> : undefined
        }
      />
      {stock && (
        <Text c="dimmed" className="figures" role="status">
          {stock}
        </Text>
      )}
      {!isPreview && <StockNoticesOfGarment garment={garment} selection={chosen.selection} />}
    </>
  );
}

interface QuantityProps {
  name: string;
  choice: Choice;
  /** What the wearer pays for, or why they cannot. */
  own: ReactNode;
  /** The question behind the quantity. */
  why: ReactNode;
}

function Quantity({ name, choice, own, why }: QuantityProps) {
  const { isFixed, quantity, max, left, beyond } = choice;
  return (
    <div className={css.quantity}>
      <div>
        <Text span display="block" fw={600}>
          Quantity
        </Text>
        <Text span c="dimmed" className="figures">
          {isFixed ? 'Quantity set by your organisation' : left !== null && `${formatNumber(left)} left for you`}
          {why && (isFixed || left !== null) && ' · '}
          {why}
        </Text>
      </div>
      {isFixed ? (
        <strong className={`${css.fixed} figures`}>{formatNumber(quantity)}</strong>
      ) : (
        <QuantityInput
          label={`Quantity of ${name}`}
          value={quantity}
          min={1}
          max={Math.min(max, MAX_QUANTITY)}
          onChange={choice.setQuantity}
          invalidText={choice.invalidText}
          onInvalidText={(text) => choice.setInvalidText(text || undefined)}
        />
      )}
      {!isFixed && own}
      {beyond > 0 && (
        <p className={css.beyond}>
          {formatNumber(beyond)} more than your entitlement covers. We’ll ask you for a reason before you order, and someone has
          to approve it.
        </p>
      )}
    </div>
  );
}

/** Why no more of a garment can be chosen. */
function describeUsedUp(step: GroupStep, { progress, lines }: ProductStep, hasBudget: boolean): string {
  if (progress) return `You have ${lines.length > 0 ? 'chosen' : 'ordered'} all you can have of this garment.`;
  if (step.lines.length > 0) return `You have chosen all your ${getStepName(step)}.`;
  return hasBudget ? 'Your budget is used up.' : `You have ordered all your ${getStepName(step)}.`;
}

function describeDestination(destination: Destination): string {
  if (destination.kind === 'step') return ` and go to ${getStepName(destination.step)}`;
  if (destination.kind === 'product') return ' and go to the next garment';
  return destination.kind === 'order' ? ' and check your order' : '';
}

function getDestinationPath(destination: Destination, { group }: GroupStep, links: BuilderLinks): string {
  if (destination.kind === 'step') return getStepPath(destination.step, links);
  if (destination.kind === 'product') return links.garment(group.id, destination.product.product.id);
  if (destination.kind === 'group') return links.group(group.id);
  return destination.kind === 'order' ? paths.builderOrder() : links.overview;
}

/** Loads the next garment while this one is being chosen. */
function usePrefetchedDestination(destination: Destination, isPreview: boolean): void {
  const client = useQueryClient();
  const products =
    destination.kind === 'product'
      ? [destination.product]
      : destination.kind === 'step' && destination.step.kind === 'group'
        ? destination.step.products
        : [];
  const next = products[0]?.product.id;
  useEffect(() => {
    if (next !== undefined) void client.prefetchQuery(garmentQuery(next, isPreview));
  }, [client, next, isPreview]);
}

/** Shows the selection beside the garments chosen so far, while this garment is on screen. */
function usePendingChoice(
  pending: { src: string | undefined; name: string; description: string; quantity: number } | undefined,
  show: ReturnType<typeof useBuilderContext>['showPending'],
): void {
  const text = JSON.stringify(pending);
  useEffect(() => {
    show(text === undefined ? undefined : JSON.parse(text));
    return () => show(undefined);
  }, [text, show]);
}
