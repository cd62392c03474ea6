import type { QueryOf } from '#contract/index.ts';
import { defineList } from '#web/app/lists/define-list.ts';
import { oneOf, oneRecord } from '#web/app/lists/filter-kinds.tsx';
import type { CombinedFilter } from '#web/app/lists/list-filter.ts';
import {
  useBusinessAreaOptions,
  useJobRoleOptions,
  useRoleOptions,
  useWardrobeOptions,
} from '#web/organisation/structure-options.tsx';
import { RowButton } from '#web/ui/buttons/row-button.tsx';
import { RangePrice, RangeProductName, RangeStatus, RangeVisibility } from './range-cells.tsx';
import { getRangeProductName } from './range-labels.ts';
import type { PriceEdit } from './use-price-edit.ts';
import type { RestrictionOptions } from './use-restriction-options.ts';

type RangeQuery = NonNullable<QueryOf<'GET /api/productsorganisation'>>;

/** Who reads the range, and what its columns need besides the products. */
export interface RangeReader {
  /** Whether they can change the range. */
  canEdit: boolean;
  /** Whether the organisation keeps its own prices; they are the supplier's otherwise. */
  keepsOwnPrices: boolean;
  currencyCode: string;
  /** Names of what products are limited to. */
  parts: RestrictionOptions;
  priceEdit: PriceEdit;
  /** Opens the dialog of a product. The same function on every rendering. */
  edit: (id: number) => void;
}

const publishedFilter = {
  ...oneOf({
    label: 'Status',
    url: 'shown',
    options: [
      { id: 'yes', label: 'Published' },
      { id: 'no', label: 'Not published' },
    ],
  }),
  toQuery: (shown) => ({ published: shown === 'yes' }),
} as CombinedFilter<RangeQuery>;

/** The products that the organisation buys. */
export const rangeList = defineList<'GET /api/productsorganisation', RangeReader>()({
  name: 'range',
  call: 'GET /api/productsorganisation',
  rowsKey: 'productOrganisations',
  nouns: ['product', 'products'],
  label: 'Range',
  columns: {
    product: {
      title: 'Product',
      isHeading: true,
      wraps: true,
      cell: (product) => <RangeProductName product={product} />,
    },
    sku: {
      title: 'SKU',
      isRoomy: true,
      cell: ({ organisationSku, sku }) => [organisationSku, sku].filter(Boolean).join(' · '),
    },
    price: {
      title: 'Price',
      basis: ({ keepsOwnPrices }) => (keepsOwnPrices ? undefined : 'Set by your supplier'),
      wraps: true,
      cell: (product, { canEdit, keepsOwnPrices, currencyCode, priceEdit }) => (
        <RangePrice product={product} currencyCode={currencyCode} priceEdit={canEdit && keepsOwnPrices ? priceEdit : undefined} />
      ),
    },
    status: { title: 'Status', cell: (product) => <RangeStatus product={product} /> },
    visibility: {
      title: 'Visible to',
      wraps: 'wide',
      cell: (product, { parts }) => <RangeVisibility product={product} parts={parts} />,
    },
  },
  card: [
    { start: ['product'], end: 'actions' },
    { start: ['price'], end: 'status' },
    { start: ['sku'] },
    { start: ['visibility'] },
  ],
  actions: (product, { canEdit, edit }) =>
    canEdit && (
      <RowButton aria-label={`Edit ${getRangeProductName(product)}`} onClick={() => edit(product.id)}>
        Edit
      </RowButton>
    ),
  selection: { label: 'Selected products', rowName: getRangeProductName, isAllowed: ({ canEdit }) => canEdit },
  search: { param: 'keyword', url: 'q', label: 'Search the range', placeholder: 'Name or SKU' },
  combinedFilters: { published: publishedFilter },
  filters: {
    businessAreaId: oneRecord({ label: 'Business area', url: 'area', options: useBusinessAreaOptions }),
    jobRoleId: oneRecord({ label: 'Job role', url: 'job', options: useJobRoleOptions }),
    collectionId: oneRecord({ label: 'Wardrobe', url: 'wardrobe', options: useWardrobeOptions }),
    customerRoleId: oneRecord({ label: 'Role', url: 'role', options: useRoleOptions }),
  },
  rows: { usual: 25, choices: [25, 50, 100] },
  empty: {
    title: 'No products yet',
    text: 'The products your organisation buys from the supplier’s catalogue will appear here.',
  },
  nothingFound: 'You can search by name or SKU, your own or the catalogue’s. Check the spelling or remove a filter.',
});
