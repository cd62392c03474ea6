import { useQuery } from '@tanstack/react-query';
import { memo, useEffect, useMemo, useRef } from 'react';
import { useIsWearer } from '#web/app/session/profile.ts';
import { SizeAdvice } from '#web/sizing/size-advice.tsx';
import { getAdvisedSizeId, useSizeAdvice } from '#web/sizing/use-size-advice.ts';
import { DownIcon } from '#web/ui/content/icons.tsx';
import { Loading, SkeletonBlock } from '#web/ui/feedback/skeleton.tsx';
import { ErrorState } from '#web/ui/feedback/states.tsx';
import { plural } from '#web/ui/format/format.ts';
import type { AdhocProduct, OrderableGarment } from '../products/catalogue-types.ts';
import { hasSizes } from '../products/choosing/attribute-selection.ts';
import { adhocToOrderableGarment } from '../products/garment.ts';
import { GarmentPicture } from '../products/garment-picture.tsx';
import { getGarmentSides } from '../products/garment-sides.ts';
import { PriceTag } from '../products/price-tag.tsx';
import { describeQuantityLimits, getNotForSaleReason, usePriceTerms } from '../products/purchase-labels.ts';
import type { CellPosition } from '../products/size-grid/grid-model.ts';
import { SizeFields } from '../products/size-grid/size-fields.tsx';
import { describeListedStock } from '../products/stock-labels.ts';
import { type AdhocQuantities, useTypedPieces } from './adhoc-quantities.ts';
import { adhocCombinationsQuery } from './adhoc-queries.ts';
import css from './adhoc-row.module.css';
import { toListedGarment } from './listed-garment.ts';

/** A field that is to receive the focus. `first` is the first one that can be filled in. */
export type FieldTarget = number | 'first';

interface Props {
  product: AdhocProduct;
  quantities: AdhocQuantities;
  isOpen: boolean;
  /** The field of this product that receives the focus once it is shown. */
  target: FieldTarget | undefined;
  /** Its picture is visible first. */
  eager: boolean;
  /** `byKey` when a key was pressed, and the focus should move on into the fields. */
  onToggle: (productId: number, byKey: boolean) => void;
  onFocused: () => void;
}

/** A product of the ad hoc list: a button with what it is, what it costs and whether there is stock, and its size grid when it is open. */
export const AdhocRow = memo(function AdhocRow({ product, quantities, isOpen, target, eager, onToggle, onFocused }: Props) {
  const { currencyCode } = usePriceTerms();
  const pieces = useTypedPieces(product.id);
  const gridId = `adhoc-${product.id}`;
  return (
    <article className={css.row} data-open={isOpen || undefined} data-filled={pieces > 0 || undefined}>
      <h2 className={css.heading}>
        <button
          type="button"
          className={css.head}
          data-product={product.id}
          aria-expanded={isOpen}
          aria-controls={isOpen ? gridId : undefined}
          // A click by key has no coordinates of a pointer.
          onClick={(event) => onToggle(product.id, event.detail === 0)}
        >
          <span className={css.picture}>
            <GarmentPicture front={getGarmentSides(product.images).front} eager={eager} />
          </span>
          <span className={css.name}>
            {product.name}
            {product.sku && <span className={css.sku}>{product.sku}</span>}
          </span>
          <span className={css.stock} data-status={product.stockStatus}>
            {describeListedStock(product)}
          </span>
          <span className={css.price}>
            <PriceTag product={product} currencyCode={currencyCode} />
          </span>
          <span className={`${css.pieces} figures`}>{pieces > 0 ? plural(pieces, 'piece') : ''}</span>
          <DownIcon size={18} className={css.arrow} />
        </button>
      </h2>
      {isOpen && (
        <div id={gridId} className={css.grid}>
          <ProductFields product={product} quantities={quantities} target={target} onFocused={onFocused} />
        </div>
      )}
    </article>
  );
});

type FieldsProps = Pick<Props, 'product' | 'quantities' | 'target' | 'onFocused'>;

/** The fields of a product. Its combinations are fetched where the list was too long to contain them. */
function ProductFields({ product, ...rest }: FieldsProps) {
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
