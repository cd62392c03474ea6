import { type ComponentType, memo } from 'react';
import type { TileProduct } from '../catalogue-types.ts';
import { GarmentPicture } from '../garment-picture.tsx';
import { getGarmentSides } from '../garment-sides.ts';
import { PriceTag } from '../price-tag.tsx';
import css from './product-tile.module.css';

/** Renders a product's name as the link that opens it. */
export type Opener = ComponentType<{ product: TileProduct; className: string | undefined }>;

interface Props {
  product: TileProduct;
  currencyCode: string;
  /** Renders the link, which covers the whole tile. */
  Opener: Opener;
  /** Loads the picture with priority: the tile is among the first on the page. */
  eager?: boolean;
  /** Heading level of the name. */
  heading?: 'h2' | 'h3';
}

/** One garment of a list: picture, which shows the back on hover, name and price. */
export const ProductTile = memo(function ProductTile({ product, currencyCode, Opener, eager, heading: Heading = 'h2' }: Props) {
  return (
    <article className={css.tile} data-turns>
      <GarmentPicture {...getGarmentSides(product.images)} eager={eager} />
      <div className={css.text}>
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
