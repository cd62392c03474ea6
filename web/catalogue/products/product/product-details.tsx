import { useIsWearer } from '#web/app/session/profile.ts';
import { RichText } from '#web/ui/content/rich-text.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import type { OrderableGarment, Product } from '../catalogue-types.ts';
import { useAttributeSelection } from '../choosing/use-attribute-selection.ts';
import { getMinQuantity } from '../price.ts';
import { usePriceTerms } from '../purchase-labels.ts';
import { LazySizeGrid } from '../size-grid/lazy-size-grid.tsx';
import { BackToList } from './back-to-list.tsx';
import { CareList, listCare } from './care.tsx';
import { Gallery } from './gallery.tsx';
import { GarmentLayout } from './garment-layout.tsx';
import { listGarmentViews } from './garment-views.ts';
import { OrderingSwitch, useOrderingView } from './ordering-view.tsx';
import css from './product-details.module.css';
import { ProductNotices } from './product-notices.tsx';
import { ProductPrice } from './product-price.tsx';
import { RelatedProducts } from './related-products.tsx';
import { SingleSizeOrder } from './single-size-order.tsx';
import { SizeGuide } from './size-guide.tsx';
import { listMarks, SpecificationList } from './specifications.tsx';
import { TierPrices } from './tier-prices.tsx';

/** All details of one loaded product. */
export function ProductDetails({ product, garment }: { product: Product; garment: OrderableGarment }) {
  const selection = useAttributeSelection(garment);
  const ordering = useOrderingView(garment);
  const terms = usePriceTerms();
  const isWearer = useIsWearer();
  const standards = listMarks(product);
  const care = listCare(product.care);
  const several = ordering.view === 'several';
  const guide = garment.sizeGuideId !== null && <SizeGuide id={garment.sizeGuideId} />;

  return (
    <div className={css.sheet}>
      <BackToList />
      <GarmentLayout
        several={several}
        pictures={<Gallery views={listGarmentViews(garment, selection.selection)} name={product.name} />}
        summary={
          <>
            <PageHeader title={product.name} />
            <ProductPrice garment={garment} combination={several ? undefined : selection.combination} />
          </>
        }
        about={
          (product.shortDescription || standards.length > 0) && (
            <>
              {product.shortDescription && <p className={css.short}>{product.shortDescription}</p>}
              {standards.length > 0 && (
                <ul className={css.standards} aria-label="Standards">
                  {standards.map((standard) => (
                    <li key={standard}>{standard}</li>
                  ))}
                </ul>
              )}
            </>
          )
        }
      >
        <ProductNotices garment={garment} />
        {product.price !== null && !isWearer && (
          <TierPrices
            price={selection.combination?.price ?? product.price}
            tiers={product.tierPrices}
            minQuantity={getMinQuantity(garment.limits)}
            {...terms}
          />
        )}
        {ordering.hasChoice && <OrderingSwitch {...ordering} />}
        {!several && <SingleSizeOrder garment={garment} selection={selection} besideSize={guide} />}
      </GarmentLayout>
      {several && (
        <Card title="Quantities" action={guide}>
          <LazySizeGrid garment={garment} source="product" />
        </Card>
      )}
      <div className={css.reading}>
        {product.fullDescription && (
          <Card title="Description">
            <RichText html={product.fullDescription} />
          </Card>
        )}
        {product.specifications.length + care.length > 0 && (
          <div className={css.facts}>
            {product.specifications.length > 0 && (
              <Card title="Details">
                <SpecificationList specifications={product.specifications} />
              </Card>
            )}
            {care.length > 0 && (
              <Card title="Care">
                <CareList care={care} />
              </Card>
            )}
          </div>
        )}
      </div>
      <RelatedProducts productId={product.id} />
    </div>
  );
}
