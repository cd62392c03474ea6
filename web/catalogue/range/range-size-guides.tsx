import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { ReplyOf } from '#contract/index.ts';
import { apiQuery } from '#web/app/api.ts';
import { paths } from '#web/app/paths.ts';
import { BackLink } from '#web/app/shell/back-link.tsx';
import { SkeletonRows } from '#web/ui/feedback/skeleton.tsx';
import { EmptyState, ErrorState } from '#web/ui/feedback/states.tsx';
import { plural } from '#web/ui/format/format.ts';
import { Card } from '#web/ui/layout/card.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { PageLoading } from '#web/ui/layout/page-loading.tsx';
import { SizeGuide } from '../products/product/size-guide.tsx';
import css from './range-size-guides.module.css';

type RangeGuide = ReplyOf<'GET /api/sizeguides'>['sizeGuides'][number];
type RangeProduct = RangeGuide['products'][number];

const WEARERS = { men: 'For men', women: 'For women', everyone: 'For everyone' } as const;

/** The size guides of the range, to read: which products use them, and which products have none. The supplier keeps them. */
export function RangeSizeGuides() {
  const { data, error, refetch } = useQuery(apiQuery('GET /api/sizeguides'));
  return (
    <>
      <PageHeader title="Size guides" above={<BackLink to={paths.range()}>Range</BackLink>}>
        Wearers read these, and sizes are recommended from them. Your supplier keeps them: tell them if one is wrong or missing.
      </PageHeader>
      {!data ? (
        <Card>
          {error ? (
            <ErrorState title="The size guides could not be loaded." error={error} onRetry={() => void refetch()} />
          ) : (
            <PageLoading label="Loading size guides">
              <SkeletonRows rows={8} height={44} />
            </PageLoading>
          )}
        </Card>
      ) : (
        <div className={css.stack}>
          {data.sizeGuides.length === 0 ? (
            <Card>
              <EmptyState title="No size guides yet">Your supplier adds size guides to the products of your range.</EmptyState>
            </Card>
          ) : (
            <Card flush>
              <ul className={css.list} aria-label="Size guides">
                {data.sizeGuides.map((guide) => (
                  <Row key={guide.id} guide={guide} />
                ))}
              </ul>
            </Card>
          )}
          {data.productsWithoutGuide.length > 0 && (
            <Card title={`Without a size guide (${data.productsWithoutGuide.length})`}>
              <Products products={data.productsWithoutGuide} label="Products without a size guide" />
            </Card>
          )}
        </div>
      )}
    </>
  );
}

function Row({ guide: { id, name, wearers, measures, sizes, products } }: { guide: RangeGuide }) {
  return (
    <li className={css.row}>
      <div className={css.head}>
        <div className={css.name}>
          <strong>{name}</strong>
          <span className={css.muted}>
            {[WEARERS[wearers], plural(sizes, 'size'), measures.join(', ')].filter(Boolean).join(' · ')}
          </span>
        </div>
        <SizeGuide id={id} />
      </div>
      <details className={css.details}>
        <summary>{plural(products.length, 'product')}</summary>
        <Products products={products} label={`Products with ${name}`} />
      </details>
    </li>
  );
}

const Products = ({ products, label }: { products: readonly RangeProduct[]; label: string }) => (
  <ul className={css.products} aria-label={label}>
    {products.map(({ id, name }) => (
      <li key={id}>
        <Link to={paths.product({ id, name })}>{name}</Link>
      </li>
    ))}
  </ul>
);
