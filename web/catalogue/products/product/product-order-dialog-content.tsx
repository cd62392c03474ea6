import { usePersonalising } from '../../customisation/use-personalising.ts';
import { ProductSheetButton } from '../../product-sheet/product-sheet-button.tsx';
import type { ListedProduct, OrderableGarment } from '../catalogue-types.ts';
import { useSizedSelection } from '../choosing/use-sized-selection.ts';
import type { Wearer } from '../optimistic-cart.ts';
import { getNotForSaleReason, usePriceTerms } from '../purchase-labels.ts';
import { LazySizeGrid } from '../size-grid/lazy-size-grid.tsx';
import { Gallery } from './gallery.tsx';
import { GarmentLayout } from './garment-layout.tsx';
import { listGarmentViews } from './garment-views.ts';
import { OrderingSwitch, useOrderingView } from './ordering-view.tsx';
import { PersonaliseSeveral } from './personalise-several.tsx';
import { ProductTerms } from './product-notices.tsx';
import css from './product-order-dialog.module.css';
import { ProductPrice } from './product-price.tsx';
import { SingleSizeOrder } from './single-size-order.tsx';
import { SizeGuide } from './size-guide.tsx';

interface Props {
  garment: OrderableGarment;
  product: ListedProduct;
  source: 'product' | 'adhoc';
  wearer: Wearer | undefined;
  onAdded: () => void;
}

/** The content of the dialog, with the same options as the product page. */
export function ProductOrderDialogContent({ garment, product, source, wearer, onAdded }: Props) {
  const { selection, help } = useSizedSelection(garment, wearer);
  const ordering = useOrderingView(garment);
  const terms = usePriceTerms();
  const personalising = usePersonalising(garment, !getNotForSaleReason(garment), { wearerName: wearer?.name });
  const several = ordering.view === 'several';
  const guide = garment.sizeGuideId !== null && <SizeGuide id={garment.sizeGuideId} />;
  const summary = <ProductPrice garment={garment} combination={several ? undefined : selection.combination} />;
  const about = (
    <>
      {product.shortDescription && <p className={css.short}>{product.shortDescription}</p>}
      <ProductSheetButton productId={garment.id} />
    </>
  );
  const introduction = ordering.hasChoice && (
    <div className={css.row}>
      <OrderingSwitch {...ordering} />
      {several && guide}
    </div>
  );
  if (several) {
    return (
      <div className={css.quantities}>
        {summary}
        {about}
        <ProductTerms garment={garment} combination={undefined} terms={terms} />
        {introduction}
        <PersonaliseSeveral {...{ garment, personalising, wearer }} selection={selection.selection} />
        <LazySizeGrid {...{ garment, source, personalising, wearer, onAdded }} />
      </div>
    );
  }
  return (
    <GarmentLayout
      inDialog
      pictures={<Gallery views={listGarmentViews(garment, selection.selection)} name={garment.name} />}
      summary={summary}
      about={about}
    >
      {introduction}
      <SingleSizeOrder
        garment={garment}
        selection={selection}
        help={help}
        personalising={personalising}
        besideSize={guide}
        source={source}
        wearer={wearer}
        onAdded={onAdded}
      />
    </GarmentLayout>
  );
}
