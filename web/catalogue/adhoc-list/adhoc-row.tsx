import { memo } from 'react';
import { DownIcon } from '#web/ui/content/icons.tsx';
import { plural } from '#web/ui/format/format.ts';
import type { AdhocProduct } from '../products/catalogue-types.ts';
import { GarmentPicture } from '../products/garment-picture.tsx';
import { getGarmentSides } from '../products/garment-sides.ts';
import type { Wearer } from '../products/optimistic-cart.ts';
import { PriceTag } from '../products/price-tag.tsx';
import { usePriceTerms } from '../products/purchase-labels.ts';
import type { FieldTarget } from '../products/size-grid/grid-parts.ts';
import { describeListedStock } from '../products/stock-labels.ts';
import { ProductFields } from './adhoc-fields.tsx';
import { type AdhocQuantities, useTypedPieces } from './adhoc-quantities.ts';
import css from './adhoc-row.module.css';

interface Props {
  product: AdhocProduct;
  quantities: AdhocQuantities;
  wearer: Wearer | undefined;
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
export const AdhocRow = memo(function AdhocRow({
  product,
  quantities,
  wearer,
  isOpen,
  target,
  eager,
  onToggle,
  onFocused,
}: Props) {
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
          <ProductFields product={product} quantities={quantities} wearer={wearer} target={target} onFocused={onFocused} />
        </div>
      )}
    </article>
  );
});
