import { Group } from '@mantine/core';
import type { ReplyOf } from '#contract/index.ts';
import { defineList } from '#web/app/lists/define-list.ts';
import { flag } from '#web/app/lists/filter-kinds.tsx';
import { formatCataloguePrice, formatSignedPercent } from '#web/catalogue/range/range-labels.ts';
import { formatPriceDays, formatScheduledPrice, type ScheduledClientPrice } from '#web/catalogue/range/scheduled-price.ts';
import { RowButton } from '#web/ui/buttons/row-button.tsx';
import { StatusBadge } from '#web/ui/content/status-badge.tsx';
import list from '#web/ui/lists/list.module.css';
import css from './prices.module.css';

type Reply = ReplyOf<'GET /api/operator/organisations/:id/prices'>;
/** A product of a client's range with its prices. */
export type ClientPrice = Reply['prices'][number];

/** What the columns need besides the products. */
export interface ClientPricesReader {
  currencyCode: string;
  /** Whether the operator can change the client's prices. */
  canEdit: boolean;
  setPrice: (product: ClientPrice) => void;
  cancel: (product: ClientPrice, price: ScheduledClientPrice) => void;
  /** Whether the operator can change what the client buys. */
  canKeepRange: boolean;
  /** Opens what the client calls a product, and whether it is offered. */
  openClient: (product: ClientPrice) => void;
  /** Opens the catalogue prices and quantity tiers. */
  openProduct: (productId: number) => void;
}

/** What a product is called, as the client calls it where it has a name of its own. */
export const getClientPriceName = ({ ownName, name }: Pick<ClientPrice, 'ownName' | 'name'>) => ownName ?? name;

/** The prices of one client. */
export const clientPricesList = defineList<'GET /api/operator/organisations/:id/prices', ClientPricesReader>()({
  name: 'clientprices',
  call: 'GET /api/operator/organisations/:id/prices',
  rowsKey: 'prices',
  nouns: ['product', 'products'],
  label: 'Prices',
  columns: {
    product: {
      title: 'Product',
      isHeading: true,
      wraps: true,
      cell: (product) => (
        <span>
          {getClientPriceName(product)}
          {product.ownName !== null && <span className={list.line}>Catalogue: {product.name}</span>}
        </span>
      ),
    },
    sku: { title: 'SKU', isRoomy: true, cell: ({ sku }) => sku },
    catalogue: {
      title: 'Catalogue price',
      isNumber: true,
      cell: (product, { openProduct, currencyCode }) => (
        <RowButton
          aria-label={`Catalogue prices of ${product.name}: ${formatCataloguePrice(product.cataloguePrice, product.cataloguePriceHighest, currencyCode)}`}
          onClick={() => openProduct(product.productId)}
        >
          {formatCataloguePrice(product.cataloguePrice, product.cataloguePriceHighest, currencyCode)}
        </RowButton>
      ),
    },
    price: {
      title: 'Client pays',
      isNumber: true,
      cell: (product, { currencyCode }) => <PriceToday product={product} currencyCode={currencyCode} />,
    },
    scheduled: {
      title: 'With dates',
      wraps: true,
      cell: (product, reader) => <Scheduled product={product} reader={reader} />,
    },
    status: {
      title: 'Status',
      isRoomy: true,
      cell: ({ published }) =>
        published ? <StatusBadge tone="success">Published</StatusBadge> : <StatusBadge tone="neutral">Not published</StatusBadge>,
    },
  },
  card: [
    { start: ['product'], end: 'actions' },
    { start: ['sku'], end: 'price' },
    { start: ['scheduled'] },
    { start: ['status'], end: 'catalogue' },
  ],
  actions: (product, { canEdit, canKeepRange, setPrice, openClient }) => (
    <Group gap={8} wrap="nowrap" justify="flex-end">
      {canEdit && (
        <RowButton aria-label={`Set price of ${getClientPriceName(product)}`} onClick={() => setPrice(product)}>
          Set price
        </RowButton>
      )}
      {canKeepRange && (
        <RowButton aria-label={`Change ${getClientPriceName(product)}`} onClick={() => openClient(product)}>
          Change
        </RowButton>
      )}
    </Group>
  ),
  selection: { label: 'Selected products', rowName: getClientPriceName, isAllowed: ({ canEdit }) => canEdit },
  search: { param: 'keyword', url: 'q', label: 'Search prices', placeholder: 'Name or SKU' },
  filters: { coming: flag({ label: 'With dates', url: 'coming' }) },
  rows: { usual: 50, choices: [25, 50, 100] },
  empty: { title: 'No products in the range', text: 'The products that this client buys will appear here with their prices.' },
  nothingFound: 'You can search by name or SKU. Check the spelling or remove the filter.',
});

function PriceToday({ product, currencyCode }: { product: ClientPrice; currencyCode: string }) {
  const { overriddenPrice, pricePercent, price, priceHighest } = product;
  return (
    <span className="figures">
      <strong>{formatCataloguePrice(price, priceHighest, currencyCode)}</strong>
      <span className={list.line}>
        {overriddenPrice !== null
          ? 'Own price'
          : pricePercent === null
            ? 'Catalogue price'
            : `${formatSignedPercent(pricePercent)}% on the catalogue`}
      </span>
    </span>
  );
}

function Scheduled({ product, reader }: { product: ClientPrice; reader: ClientPricesReader }) {
  if (product.scheduled.length === 0) return null;
  return (
    <ul className={css.scheduled}>
      {product.scheduled.map((price) => {
        const text = `${formatScheduledPrice(price, reader.currencyCode)} ${formatPriceDays(price)}`;
        return (
          <li key={price.id}>
            {text}
            {reader.canEdit && (
              <RowButton
                aria-label={`${price.state === 'active' ? 'End now' : 'Cancel'}: ${text}, ${getClientPriceName(product)}`}
                onClick={() => reader.cancel(product, price)}
              >
                {price.state === 'active' ? 'End now' : 'Cancel'}
              </RowButton>
            )}
          </li>
        );
      })}
    </ul>
  );
}
