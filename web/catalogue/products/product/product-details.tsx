import { Card } from '#web/ui/layout/card.tsx';
import { usePersonalising } from '../../customisation/use-personalising.ts';
import { ProductSheetButton } from '../../product-sheet/product-sheet-button.tsx';
import type { OrderableGarment, Product } from '../catalogue-types.ts';
import { useSizedSelection } from '../choosing/use-sized-selection.ts';
import { getNotForSaleReason, usePriceTerms } from '../purchase-labels.ts';
import { LazySizeGrid } from '../size-grid/lazy-size-grid.tsx';
import { BackToList } from './back-to-list.tsx';
import { OrderingSwitch, useOrderingView } from './ordering-view.tsx';
import { PersonaliseSeveral } from './personalise-several.tsx';
import { ProductDocuments } from './product-documents.tsx';
import { ProductTerms } from './product-notices.tsx';
import { ProductSheet } from './product-sheet.tsx';
import { RelatedProducts } from './related-products.tsx';
import { SingleSizeOrder } from './single-size-order.tsx';
import { SizeGuide } from './size-guide.tsx';

/** All details of one loaded product, and ordering it. */
export function ProductDetails({ product, garment }: { product: Product; garment: OrderableGarment }) {
  const { selection, help } = useSizedSelection(garment);
  const ordering = useOrderingView(garment);
  const terms = usePriceTerms();
  const personalising = usePersonalising(garment, !getNotForSaleReason(garment));
  const several = ordering.view === 'several';
  const guide = garment.sizeGuideId !== null && <SizeGuide id={garment.sizeGuideId} />;

  return (
    <ProductSheet
      {...{ product, garment, selection, terms, several }}
      sheet={product.hasPdf && <ProductSheetButton productId={product.id} />}
      above={<BackToList />}
      below={
        several && (
          <Card title="Quantities" action={guide}>
            <LazySizeGrid garment={garment} source="product" personalising={personalising} />
          </Card>
        )
      }
      after={
        <>
          <ProductDocuments productId={product.id} />
          <RelatedProducts productId={product.id} />
        </>
      }
    >
      {ordering.hasChoice && <OrderingSwitch {...ordering} />}
      {several && (
        <>
          <ProductTerms garment={garment} combination={undefined} terms={terms} />
          <PersonaliseSeveral garment={garment} personalising={personalising} selection={selection.selection} />
        </>
      )}
      {!several && <SingleSizeOrder {...{ garment, selection, help, personalising }} besideSize={guide} />}
    </ProductSheet>
  );
}
