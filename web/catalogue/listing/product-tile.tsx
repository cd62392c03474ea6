import type { ReactNode } from 'react';
import type { TileProduct } from '../catalogue-types.ts';
import { GarmentPicture } from '../garment-picture.tsx';
import { sidesOf } from '../garment-sides.ts';
import { PriceTag } from '../price-tag.tsx';
import css from './product-tile.module.css';

interface Props {
  product: TileProduct;
  currencyCode: string;
  /** The product's name as a link or button; its target covers the whole tile. */
  name: (className: string) => ReactNode;
  /** Among the first on the page. */
  eager?: boolean;
  /** Level of the heading that the name is. */
  heading?: 'h2' | 'h3';
}

/** One garment of a list: its picture, which turns under the pointer, its name and what it costs. */
export function ProductTile({ product, currencyCode, name, eager, heading: Heading = 'h2' }: Props) {
  return (
    <article className={css.tile} data-turns>
      <GarmentPicture {...sidesOf(product.images)} eager={eager} />
      <div className={css.words}>
        <Heading className={css.name}>{name(css.target ?? '')}</Heading>
        {product.shortDescription && <p className={css.description}>{product.shortDescription}</p>}
        <div className={css.foot}>
          <PriceTag product={product} currencyCode={currencyCode} />
          {product.isMadeToOrder && <span className={css.tag}>Made to order</span>}
        </div>
      </div>
    </article>
  );
}
