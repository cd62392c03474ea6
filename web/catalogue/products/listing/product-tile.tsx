import { type ComponentType, memo } from 'react';
import type { TileProduct } from '../catalogue-types.ts';
import { GarmentPicture } from '../garment-picture.tsx';
import { getGarmentSides } from '../garment-sides.ts';
import { PriceTag } from '../price-tag.tsx';
import css from './product-tile.module.css';

/** The name of a product as what opens it. */
export type Opener = ComponentType<{ product: TileProduct; className: string | undefined }>;

interface Props {
  product: TileProduct;
  currencyCode: string;
  /** Its target covers the whole tile. */
  Opener: Opener;
  /** Among the first on the page. */
  eager?: boolean;
  /** Level of the heading that the name is. */
  heading?: 'h2' | 'h3';
}

/** One garment of a list: its picture, which turns under the pointer, its name and what it costs. */
export const ProductTile = memo(function ProductTile({ product, currencyCode, Opener, eager, heading: Heading = 'h2' }: Props) {
  return (
    <article className={css.tile} data-turns>
      <GarmentPicture {...getGarmentSides(product.images)} eager={eager} />
      <div className={css.words}>
        <Heading className={css.name}>
          <Opener product={product} className={css.target} />
        </Heading>
        {product.shortDescription && <p className={css.description}>{product.shortDescription}</p>}
        <div className={css.foot}>
          <PriceTag product={product} currencyCode={currencyCode} />
          {product.isMadeToOrder && <span className={css.tag}>Made to order</span>}
        </div>
      </div>
    </article>
  );
});
