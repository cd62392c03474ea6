import type { ReactNode } from 'react';
import { listCare, listMarks } from '#contract/catalogue/products/product-words.ts';
import { RichText } from '#web/ui/content/rich-text.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import type { OrderableGarment, Product } from '../catalogue-types.ts';
import type { useAttributeSelection } from '../choosing/use-attribute-selection.ts';
import { CareList } from './care.tsx';
import { Gallery } from './gallery.tsx';
import { GarmentLayout } from './garment-layout.tsx';
import { listGarmentViews } from './garment-views.ts';
import css from './product-details.module.css';
import { GarmentPrice } from './product-price.tsx';
import { SpecificationList } from './specifications.tsx';

interface Props {
  product: Product;
  garment: OrderableGarment;
  selection: ReturnType<typeof useAttributeSelection>;
  /** The currency of the prices, and whether they include tax. */
  terms: { currencyCode: string; taxWords: string };
  /** Whether several sizes are ordered, below. */
  several?: boolean;
  /** Below what is said of it first: the sheet to print. */
  sheet?: ReactNode;
  /** Above the product: the way back. */
  above?: ReactNode;
  /** Between what is said of the product and its descriptions. */
  below?: ReactNode;
  /** After everything else. */
  after?: ReactNode;
  /** What is chosen and ordered. */
  children: ReactNode;
}

/** Everything that is said of a product: pictures, name, price, texts and facts. What is ordered, and how, is for whoever shows it. */
export function ProductSheet({
  product,
  garment,
  selection,
  terms,
  several = false,
  sheet,
  above,
  below,
  after,
  children,
}: Props) {
  // People look for the standards first, so they are tags at the top.
  const standards = listMarks(product);
  const care = listCare(product.care);
  return (
    <div className={css.sheet}>
      {above}
      <GarmentLayout
        several={several}
        pictures={<Gallery views={listGarmentViews(garment, selection.selection)} name={product.name} />}
        summary={
          <>
            <PageHeader title={product.name} />
            <GarmentPrice garment={garment} combination={several ? undefined : selection.combination} {...terms} />
          </>
        }
        about={
          (product.shortDescription || standards.length > 0 || sheet) && (
            <>
              {product.shortDescription && <p className={css.short}>{product.shortDescription}</p>}
              {standards.length > 0 && (
                <ul className={css.standards} aria-label="Standards">
                  {standards.map((standard) => (
                    <li key={standard}>{standard}</li>
                  ))}
                </ul>
              )}
              {sheet}
            </>
          )
        }
      >
        {children}
      </GarmentLayout>
      {below}
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
      {after}
    </div>
  );
}
