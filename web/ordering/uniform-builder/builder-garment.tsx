import { Box } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useLocation } from 'react-router';
import { ApiError } from '#web/app/api-error.ts';
import type { Cart } from '#web/app/cart.ts';
import { paths } from '#web/app/paths.ts';
import { BackLink } from '#web/app/shell/back-link.tsx';
import { dialogToOrderableGarment } from '#web/catalogue/products/garment.ts';
import { GarmentPicture } from '#web/catalogue/products/garment-picture.tsx';
import { getGarmentSides } from '#web/catalogue/products/garment-sides.ts';
import { Gallery } from '#web/catalogue/products/product/gallery.tsx';
import { GarmentLayout } from '#web/catalogue/products/product/garment-layout.tsx';
import { listGarmentViews } from '#web/catalogue/products/product/garment-views.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Loading, SkeletonBlock, SkeletonText } from '#web/ui/feedback/skeleton.tsx';
import { ErrorState } from '#web/ui/feedback/states.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { AboutGarment } from './about-garment.tsx';
import { useBuilderContext } from './builder-context.ts';
import type { GroupStep, ProductStep } from './builder-model.ts';
import css from './garment.module.css';
import { GarmentForm } from './garment-form.tsx';
import { Notices } from './notices.tsx';
import { StepPosition } from './step-position.tsx';
import { SwitchOption } from './switch-option.tsx';
import { garmentQuery } from './use-builder.ts';

interface Props {
  step: GroupStep;
  productStep: ProductStep;
  /** The line of the cart that is being changed. */
  line: Cart['items'][number] | undefined;
}

/** One garment of a group: colour, advised size, fit and quantity, or the garment alone while nothing can be ordered. */
export function BuilderGarment({ step, productStep, line }: Props) {
  const { state, isWide } = useBuilderContext();
  const { product } = productStep;
  const { data, error, refetch } = useQuery(garmentQuery(product.id, state.isPreview));
  const garment = useMemo(() => data && dialogToOrderableGarment(data), [data]);
  const { pathname } = useLocation();
  const isAlone = step.products.length === 1 || pathname === paths.builderGroup(step.group.id);
  const position = (
    <StepPosition
      group={step.group}
      isNamed={isAlone && !isWide}
      back={
        isAlone ? (
          !isWide && <BackLink to={state.links.overview}>Your uniform</BackLink>
        ) : (
          <BackLink to={state.links.group(step.group.id)}>{step.group.name}</BackLink>
        )
      }
      action={<SwitchOption step={step} />}
    />
  );
  if (!garment) {
    return (
      <>
        <Box mb="sm">{position}</Box>
        <GarmentLayout
          inColumn
          pictures={
            <div className={css.picture}>
              <GarmentPicture {...getGarmentSides(product.images)} back={undefined} eager />
            </div>
          }
          summary={<PageHeader title={product.name} />}
          about={<AboutGarment product={product} isPreview={state.isPreview} />}
        >
          {state.isPreview && error instanceof ApiError && error.status === 404 ? (
            <Notice>This garment is limited to other customer roles, so its colours and sizes can’t be shown.</Notice>
          ) : error ? (
            <ErrorState title="The garment could not be loaded." error={error} onRetry={() => void refetch()} />
          ) : (
            <Loading label="Loading the garment">
              <SkeletonText lines={2} />
              <SkeletonBlock height={180} />
            </Loading>
          )}
        </GarmentLayout>
      </>
    );
  }
  if (!state.canChoose) {
    return (
      <>
        <Box mb="sm">{position}</Box>
        {!isWide && <Notices state={state} />}
        <GarmentLayout
          inColumn
          pictures={<Gallery views={listGarmentViews(garment, {})} name={garment.name} />}
          summary={<PageHeader title={garment.name} />}
          about={<AboutGarment product={product} isPreview={false} />}
        />
      </>
    );
  }
  return (
    <>
      <Box mb="sm">{position}</Box>
      <GarmentForm garment={garment} step={step} productStep={productStep} line={line} />
    </>
  );
}
