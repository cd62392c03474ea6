import { type ComponentType, memo, useState } from 'react';
import type { TileColour, TileProduct } from '../catalogue-types.ts';
import { GarmentPicture } from '../garment-picture.tsx';
import { findBack, getGarmentSides } from '../garment-sides.ts';
import { PriceTag } from '../price-tag.tsx';
import { describeListedStock, isReadyToOrder } from '../stock-labels.ts';
import css from './product-tile.module.css';
import { QuickAddButton } from './quick-add-button.tsx';
import { TileSwatches } from './tile-swatches.tsx';

/** Renders a product's name as the link that opens it, in the colour that was chosen in the tile. */
export type Opener = ComponentType<{ product: TileProduct; colour: TileColour | undefined; className: string | undefined }>;

/** Adds the product of a tile to the cart, in the colour that was chosen in the tile. */
export type QuickAdd = (product: TileProduct, colour: TileColour | undefined) => void;

interface Props {
  product: TileProduct;
  currencyCode: string;
  /** Renders the link, which covers the whole tile. */
  Opener: Opener;
  /** Without it, the tile has no button for the cart. */
  onQuickAdd?: QuickAdd | undefined;
  /** The product is being added to the cart. */
  adding?: boolean;
  /** Loads the picture with priority: the tile is among the first on the page. */
  eager?: boolean;
  /** Heading level of the name. */
  heading?: 'h2' | 'h3';
}

/** One garment of a list: picture, which shows the back on hover, name, colours, price and stock. */
export const ProductTile = memo(function ProductTile(props: Props) {
  const { product, currencyCode, Opener, onQuickAdd, adding = false, eager, heading: Heading = 'h2' } = props;
  const [chosen, setChosen] = useState<TileColour>();
  const [preview, setPreview] = useState<TileColour>();
  const stock = describeListedStock(product);
  return (
    <article className={css.tile} data-turns>
      <GarmentPicture {...getPictures(product, chosen, preview)} eager={eager} />
      <Heading className={css.name}>
        <Opener product={product} colour={chosen} className={css.target} />
      </Heading>
      <div className={css.colours}>
        <TileSwatches product={product} chosen={chosen?.id} onChoose={setChosen} onPreview={setPreview} />
      </div>
      <div className={css.price}>
        <PriceTag product={product} currencyCode={currencyCode} />
      </div>
      <p className={css.stock} data-status={product.stockStatus} data-made-to-order={product.isMadeToOrder || undefined}>
        {stock}
      </p>
      {onQuickAdd && isReadyToOrder(product) && (
        <div className={css.add}>
          <QuickAddButton product={product} busy={adding} onClick={() => onQuickAdd(product, chosen)} />
        </div>
      )}
    </article>
  );
});

/** The pictures of a product in the previewed colour, without its back, or else in the chosen one. */
function getPictures({ images }: TileProduct, chosen: TileColour | undefined, preview: TileColour | undefined) {
  const src = (preview ?? chosen)?.imageSrc;
  if (!src) return getGarmentSides(images);
  return { front: src, back: preview ? undefined : findBack(images, src) };
}
