import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { useIsWearer } from '#web/app/session/profile.ts';
import { SizeAdvice } from '#web/sizing/size-advice.tsx';
import { getAdvisedSizeId, useSizeAdvice } from '#web/sizing/use-size-advice.ts';
import { Loading, SkeletonBlock } from '#web/ui/feedback/skeleton.tsx';
import { ErrorState } from '#web/ui/feedback/states.tsx';
import type { AdhocProduct, OrderableGarment } from '../products/catalogue-types.ts';
import { hasSizes } from '../products/choosing/attribute-selection.ts';
import { adhocToOrderableGarment } from '../products/garment.ts';
import { describeQuantityLimits, getNotForSaleReason } from '../products/purchase-labels.ts';
import type { CellPosition } from '../products/size-grid/grid-model.ts';
import { SizeFields } from '../products/size-grid/size-fields.tsx';
import type { AdhocQuantities } from './adhoc-quantities.ts';
import { adhocCombinationsQuery } from './adhoc-queries.ts';
import css from './adhoc-row.module.css';
import { toListedGarment } from './listed-garment.ts';

/** A field that is to receive the focus, by its combination. `first` is the first one that can be filled in. */
export type FieldTarget = number | 'first';

interface FieldsProps {
  product: AdhocProduct;
  quantities: AdhocQuantities;
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

function GarmentFields({ garment, quantities, target, onFocused }: Omit<FieldsProps, 'product'> & { garment: OrderableGarment }) {
  const { grid, quantities: store } = quantities.open(garment);
  const goTo = useRef<(position: CellPosition) => void>(undefined);
  const isWearer = useIsWearer();
  // People who order for others do not order their own size here.
  const advice = useSizeAdvice(garment.id, isWearer && hasSizes(garment));
  const reason = getNotForSaleReason(garment);

  useEffect(() => {
    if (target === undefined) return;
    const row = grid.rows.findIndex(({ cells }) => cells.some((cell) => cell && cell.stock > 0));
    const column = grid.rows[row]?.cells.findIndex((cell) => cell && cell.stock > 0) ?? -1;
    const position = target === 'first' ? { row, column } : grid.positions.get(target);
    if (position && position.row >= 0) goTo.current?.(position);
    onFocused();
  }, [target, grid, onFocused]);

  if (reason) return <p className={css.note}>{reason}</p>;
  const limits = describeQuantityLimits(garment);
  return (
    <>
      {limits && <p className={css.note}>{limits}</p>}
      {isWearer && <SizeAdvice state={advice} order={grid.columns.map(({ id }) => id)} />}
      <SizeFields garment={garment} grid={grid} quantities={store} goTo={goTo} advised={getAdvisedSizeId(advice)} isBrief />
    </>
  );
}
