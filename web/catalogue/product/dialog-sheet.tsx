import type { Garment, ListedProduct } from '../catalogue-types.ts';
import { useSelection } from '../choosing/use-selection.ts';
import { SizeGridLater } from '../size-grid/size-grid-later.tsx';
import { Gallery } from './gallery.tsx';
import { Notes } from './notes.tsx';
import { OneSize } from './one-size.tsx';
import { OrderingSwitch, useOrderingView } from './ordering-view.tsx';
import css from './product-dialog.module.css';
import { ProductPrice } from './product-price.tsx';
import { SizeGuide } from './size-guide.tsx';
import { viewsOf } from './views.ts';

/** What stands in the dialog: the same choices as on the product's page. */
export function DialogSheet({ garment, product }: { garment: Garment; product: ListedProduct }) {
  const selection = useSelection(garment);
  const ordering = useOrderingView(garment);
  const several = ordering.view === 'several';
  const guide = garment.sizeGuideId !== null && <SizeGuide id={garment.sizeGuideId} />;
  const head = (
    <>
      {product.shortDescription && <p className={css.short}>{product.shortDescription}</p>}
      <ProductPrice garment={garment} combination={several ? undefined : selection.combination} />
      <Notes garment={garment} />
      {ordering.hasChoice && (
        <div className={css.row}>
          <OrderingSwitch {...ordering} />
          {several && guide}
        </div>
      )}
    </>
  );
  if (several) {
    return (
      <div className={css.choosing} data-several>
        {head}
        <SizeGridLater garment={garment} source="product" />
      </div>
    );
  }
  return (
    <div className={css.columns}>
      <Gallery views={viewsOf(garment, selection.selection)} name={garment.name} />
      <div className={css.choosing}>
        {head}
        <OneSize garment={garment} selection={selection} besideSize={guide} />
      </div>
    </div>
  );
}
