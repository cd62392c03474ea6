import { Picture } from '#web/ui/content/picture.tsx';
import { Loading, SkeletonRows } from '#web/ui/feedback/skeleton.tsx';
import { EmptyState, ErrorState } from '#web/ui/feedback/states.tsx';
import list from '#web/ui/lists/list.module.css';
import { Pager } from '#web/ui/lists/pager.tsx';
import css from './range.module.css';
import { formatCataloguePrice } from './range-labels.ts';

interface AvailableProduct {
  id: number;
  name: string;
  sku: string | null;
  imageSrc: string | null;
  price: number | null;
  priceHighest: number | null;
}

interface Props {
  /** A page of the products that can be added; undefined while it is loading. */
  reply: { products: readonly AvailableProduct[]; totalCount: number; currencyCode: string } | undefined;
  error: unknown;
  onRetry: () => void;
  /** Whether the page is the one before, until the next has come. */
  isStale: boolean;
  keyword: string;
  page: number;
  limit: number;
  onPage: (page: number) => void;
  selected: readonly number[];
  onToggle: (id: number, on: boolean) => void;
  /** Whose range it is: "your range". */
  whose: string;
}

/** Products of the catalogue that a range does not have yet, to select some of them over several pages. */
export function ProductPicker({
  reply,
  error,
  onRetry,
  isStale,
  keyword,
  page,
  limit,
  onPage,
  selected,
  onToggle,
  whose,
}: Props) {
  if (!reply)
    return error ? (
      <ErrorState title="The catalogue could not be loaded." error={error} onRetry={onRetry} />
    ) : (
      <Loading>
        <SkeletonRows rows={6} height={60} />
      </Loading>
    );
  if (reply.products.length === 0)
    return (
      <EmptyState title={keyword ? 'No matching products' : 'No more products to add'}>
        {keyword
          ? `No such product, or it is already in ${whose}. Try another name or SKU.`
          : `Every product in the supplier’s catalogue is already in ${whose}.`}
      </EmptyState>
    );
  return (
    <div data-stale={isStale || undefined} className={list.list}>
      <ul className={css.available} aria-label="Products to add">
        {reply.products.map((product) => (
          <li key={product.id}>
            <label className={css.option}>
              <input
                type="checkbox"
                checked={selected.includes(product.id)}
                onChange={({ currentTarget }) => onToggle(product.id, currentTarget.checked)}
              />
              <Picture src={product.imageSrc} alt="" size={48} />
              <span className={css.text}>
                <strong>{product.name}</strong>
                <span className={list.line}>{product.sku}</span>
              </span>
              <span className="figures">{formatCataloguePrice(product.price, product.priceHighest, reply.currencyCode)}</span>
            </label>
          </li>
        ))}
      </ul>
      <Pager page={page} limit={limit} totalCount={reply.totalCount} noun="products to add" onPage={onPage} />
    </div>
  );
}
