import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useMemo } from 'react';
import { Loading, SkeletonBlock } from '#web/ui/feedback/skeleton.tsx';
import { ErrorState } from '#web/ui/feedback/states.tsx';
import { AskForPriceLink } from '../products/ask-for-price.tsx';
import type { AdhocProduct, OrderableGarment } from '../products/catalogue-types.ts';
import { adhocToOrderableGarment } from '../products/garment.ts';
import type { Wearer } from '../products/optimistic-cart.ts';
import { describeQuantityLimits, getNotForSaleReason, isOnRequest } from '../products/purchase-labels.ts';
import type { FieldTarget } from '../products/size-grid/grid-parts.ts';
import { LazySizeGrid } from '../products/size-grid/lazy-size-grid.tsx';
import type { AdhocQuantities } from './adhoc-quantities.ts';
import { adhocCombinationsQuery } from './adhoc-queries.ts';
import css from './adhoc-row.module.css';
import { toListedGarment } from './listed-garment.ts';

const AdhocPersonalising = lazy(async () => ({ default: (await import('./adhoc-personalising.tsx')).AdhocPersonalising }));

interface FieldsProps {
  product: AdhocProduct;
  quantities: AdhocQuantities;
  /** For whom they are, where that is not whoever’s cart it is. */
  wearer: Wearer | undefined;
  /** The field that receives the focus once it is shown. */
  target: FieldTarget | undefined;
  onFocused: () => void;
}

/** The fields of a product. Its combinations are fetched where the list was too long to contain them. */
export function ProductFields({ product, ...rest }: FieldsProps) {
  const isMissing = product.productAttributeCombinations.length === 0;
  const { data, error, refetch } = useQuery({ ...adhocCombinationsQuery(product.id), enabled: isMissing });
  const garment = useMemo(
    () => (isMissing ? data && adhocToOrderableGarment(product, data.combinations) : toListedGarment(product)),
    [isMissing, data, product],
  );
  if (garment) return <GarmentFields garment={garment} {...rest} />;
  if (error) return <ErrorState title="The sizes could not be loaded." error={error} onRetry={() => void refetch()} />;
  return (
    <Loading label="Loading the sizes">
      <SkeletonBlock height={160} />
    </Loading>
  );
}

function GarmentFields({
  garment,
  quantities,
  wearer,
  target,
  onFocused,
}: Omit<FieldsProps, 'product'> & { garment: OrderableGarment }) {
  quantities.open(garment);
  const reason = getNotForSaleReason(garment);
  const inList = useMemo(() => ({ target, onFocused }), [target, onFocused]);
  if (reason)
    return (
      <p className={css.note}>
        {reason} {isOnRequest(garment) && <AskForPriceLink productId={garment.id} />}
      </p>
    );
  const limits = describeQuantityLimits(garment);
  return (
    <>
      {limits && <p className={css.note}>{limits}</p>}
      <LazySizeGrid garment={garment} source="adhoc" wearer={wearer} inList={inList} />
      <Suspense>
        <AdhocPersonalising {...{ garment, quantities, wearer }} />
      </Suspense>
    </>
  );
}
