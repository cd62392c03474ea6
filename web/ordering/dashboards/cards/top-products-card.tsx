import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { ReplyOf } from '#contract/index.ts';
import { apiQuery } from '#web/app/api.ts';
import { productListPermissions, useHasPermission } from '#web/app/session/profile.ts';
import { Picture } from '#web/ui/content/picture.tsx';
import { EmptyState } from '#web/ui/feedback/states.tsx';
import { formatMoney, plural } from '#web/ui/format/format.ts';
import { ordersLink } from '../view/dashboard-links.ts';
import type { DashboardView } from '../view/use-dashboard-view.ts';
import css from './cards.module.css';
import { QueryCard } from './query-card.tsx';

type TopProduct = ReplyOf<'GET /api/orders/topproducts'>['topProducts'][number];

/** The products that are ordered most, with their pictures and a link to the orders with them. */
export function TopProductsCard({ view }: { view: DashboardView }) {
  const products = useQuery({
    ...apiQuery('GET /api/orders/topproducts', { query: view.query }),
    placeholderData: keepPreviousData,
  });
  return (
    <QueryCard
      title="Top products"
      query={products}
      failure="The most ordered products could not be loaded."
      height={440}
      width="wide"
      sentence={({ topProducts: [first] }) => (first ? `Most ordered: ${first.name}, ${plural(first.quantity, 'piece')}.` : '')}
    >
      {({ topProducts }) =>
        topProducts.length === 0 ? (
          <EmptyState title="No products yet">The most ordered products will appear here.</EmptyState>
        ) : (
          <ol className={css.products}>
            {topProducts.map((product, index) => (
              <li key={product.productId}>
                <Product product={product} place={index + 1} view={view} />
              </li>
            ))}
          </ol>
        )
      }
    </QueryCard>
  );
}

interface Props {
  product: TopProduct;
  place: number;
  view: DashboardView;
}

/** Only people who may list products can filter orders by one. */
function Product({ product: { productId, name, imageSrc, quantity, totalValue }, place, view }: Props) {
  const canFilter = useHasPermission(...productListPermissions);
  const content = (
    <>
      <span className={css.picture}>
        <Picture src={imageSrc} alt="" />
      </span>
      <strong className={css.name}>
        <span className={css.place}>{place}.</span> {name}
      </strong>
      <span className={`${css.note} figures`}>
        {plural(quantity, 'piece')}
        {totalValue !== null && ` · ${formatMoney(totalValue, view.currency)}`}
      </span>
    </>
  );
  if (!canFilter) return <div className={css.product}>{content}</div>;
  return (
    <Link to={ordersLink(view.filters, { are: 'counted', productId })} className={css.product}>
      {content}
    </Link>
  );
}
