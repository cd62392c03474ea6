import { Card } from '../../ui/card.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { RichText } from '../../ui/rich-text.tsx';
import { usePriceTerms } from '../buying-words.ts';
import type { Garment, Product } from '../catalogue-types.ts';
import { useSelection } from '../choosing/use-selection.ts';
import { leastQuantity } from '../price.ts';
import { SizeGridLater } from '../size-grid/size-grid-later.tsx';
import { BackToList } from './back-to-list.tsx';
import { Gallery } from './gallery.tsx';
import { Notes } from './notes.tsx';
import { OneSize } from './one-size.tsx';
import { OrderingSwitch, useOrderingView } from './ordering-view.tsx';
import { ProductPrice } from './product-price.tsx';
import css from './product-sheet.module.css';
import { RelatedProducts } from './related-products.tsx';
import { SizeGuide } from './size-guide.tsx';
import { SpecificationList, standardsOf } from './specifications.tsx';
import { TierPrices } from './tier-prices.tsx';
import { viewsOf } from './views.ts';

/** Everything about one product, once it is there. */
export function ProductSheet({ product, garment }: { product: Product; garment: Garment }) {
  const selection = useSelection(garment);
  const ordering = useOrderingView(garment);
  const terms = usePriceTerms();
  const standards = standardsOf(product.specifications);
  const several = ordering.view === 'several';
  const guide = garment.sizeGuideId !== null && <SizeGuide id={garment.sizeGuideId} />;

  return (
    <div className={css.sheet}>
      <BackToList />
      <div className={css.top} data-several={several || undefined}>
        <div className={css.pictures}>
          <Gallery views={viewsOf(garment, selection.selection)} name={product.name} />
        </div>
        <div className={css.choosing}>
          <div>
            <PageHeader title={product.name} />
            {product.shortDescription && <p className={css.short}>{product.shortDescription}</p>}
          </div>
          {standards.length > 0 && (
            <ul className={css.standards} aria-label="Standards">
              {standards.map((standard) => (
                <li key={standard}>{standard}</li>
              ))}
            </ul>
          )}
          <ProductPrice garment={garment} combination={several ? undefined : selection.combination} />
          <Notes garment={garment} />
          {product.price !== null && (
            <TierPrices
              price={selection.combination?.price ?? product.price}
              tiers={product.tierPrices}
              least={leastQuantity(garment.limits)}
              {...terms}
            />
          )}
          {ordering.hasChoice && <OrderingSwitch {...ordering} />}
          {!several && <OneSize garment={garment} selection={selection} besideSize={guide} />}
        </div>
      </div>
      {several && (
        <Card title="Quantities" action={guide}>
          <SizeGridLater garment={garment} source="product" />
        </Card>
      )}
      <div className={css.reading}>
        {product.fullDescription && (
          <Card title="Description">
            <RichText html={product.fullDescription} />
          </Card>
        )}
        {product.specifications.length > 0 && (
          <Card title="Details">
            <SpecificationList specifications={product.specifications} />
          </Card>
        )}
      </div>
      <RelatedProducts productId={product.id} />
    </div>
  );
}
