import { Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { defineList } from '#web/app/lists/define-list.ts';
import { flag, oneOf, oneRecord } from '#web/app/lists/filter-kinds.tsx';
import { Picture } from '#web/ui/content/picture.tsx';
import { StatusBadge } from '#web/ui/content/status-badge.tsx';
import { formatDate, formatNumber, plural } from '#web/ui/format/format.ts';
import { operatorPaths } from '../operator-paths.ts';
import { organisationFilter } from '../organisation-filter.tsx';
import { operatorQuery } from '../session/operator-api.ts';
import { describeClients, formatBarePrice, STATE_LABELS } from './product-labels.ts';

/** Every category with its path, for filters. */
const useCategoryOptions = () =>
  useQuery(operatorQuery('GET /api/operator/products/choices')).data?.categories.map(({ id, formattedName }) => ({
    id,
    label: formattedName.replaceAll(' >> ', ' › '),
  }));

/** What the list depends on besides the products. */
export interface ProductsReader {
  /** Whether the operator can do something with selected products. */
  canSelect: boolean;
}

/** The products of the catalogue. */
export const productsList = defineList<'GET /api/operator/products', ProductsReader>()({
  name: 'products',
  call: 'GET /api/operator/products',
  rowsKey: 'products',
  nouns: ['product', 'products'],
  label: 'Products',
  link: ({ id }) => operatorPaths.product(id),
  columns: {
    name: {
      title: 'Product',
      isHeading: true,
      wraps: true,
      sorts: ['name', '-name'],
      cell: ({ name, imageSrc }) => (
        <Group gap={12} wrap="nowrap" component="span">
          <Picture src={imageSrc} alt="" size={40} />
          <span>{name}</span>
        </Group>
      ),
    },
    sku: { title: 'SKU', sorts: ['sku', '-sku'], cell: ({ sku }) => sku },
    state: {
      title: 'Status',
      cell: ({ state }) => <StatusBadge tone={STATE_LABELS[state].tone}>{STATE_LABELS[state].label}</StatusBadge>,
    },
    categories: { title: 'Categories', wraps: true, isRoomy: true, cell: ({ categories }) => categories.join(', ') },
    combinations: {
      title: 'Variants',
      isNumber: true,
      cell: ({ combinations }) => formatNumber(combinations),
      onCard: ({ combinations }) => plural(combinations, 'variant'),
    },
    onHand: {
      title: 'On hand',
      isNumber: true,
      cell: ({ onHand }) => formatNumber(onHand),
      onCard: ({ onHand }) => `${formatNumber(onHand)} on hand`,
    },
    price: {
      title: 'Price',
      basis: 'excl. tax',
      isNumber: true,
      cell: ({ price, callForPrice }) => (callForPrice ? 'On request' : formatBarePrice(price)),
    },
    clients: { title: 'In the range of', wraps: true, cell: (product) => describeClients(product) },
    madeFor: {
      title: 'Made for',
      isExtra: true,
      cell: ({ madeFor }) => madeFor,
      onCard: ({ madeFor }) => madeFor && `Made for ${madeFor}`,
    },
    photographs: {
      title: 'Photographs',
      isNumber: true,
      isExtra: true,
      cell: ({ photographs }) => (photographs === 0 ? 'None' : formatNumber(photographs)),
    },
    sizeGuide: { title: 'Size guide', isExtra: true, wraps: true, cell: ({ sizeGuideName }) => sizeGuideName ?? 'None' },
    updated: {
      title: 'Changed',
      isRoomy: true,
      sorts: ['-updated', 'updated'],
      cell: ({ updatedOnUtc }) => formatDate(updatedOnUtc),
    },
  },
  card: [
    { start: ['name'], end: 'state' },
    { start: ['sku', 'combinations'], end: 'price' },
    { start: ['clients'], end: 'onHand' },
  ],
  selection: { label: 'Selected products', rowName: ({ name }) => name, isAllowed: ({ canSelect }) => canSelect },
  search: { param: 'searchTerm', url: 'search', label: 'Search products', placeholder: 'Name, SKU or GTIN' },
  filters: {
    state: oneOf({
      label: 'Status',
      url: 'status',
      options: [
        { id: 'published', label: STATE_LABELS.published.label },
        { id: 'draft', label: STATE_LABELS.draft.label },
        { id: 'discontinued', label: STATE_LABELS.discontinued.label },
      ],
    }),
    categoryId: oneRecord({ label: 'Category', url: 'category', options: useCategoryOptions }),
    organisationId: { ...organisationFilter, label: 'In the range of' },
    inNobodysRange: flag({ label: 'In no client’s range', url: 'unused' }),
    madeForOneClient: flag({ label: 'Made for one client', url: 'exclusive' }),
    withoutPictures: flag({ label: 'Without photographs', url: 'nopictures' }),
    withoutSizeGuide: flag({ label: 'Without size guide', url: 'noguide' }),
  },
  sorts: {
    name: 'Name, A to Z',
    '-name': 'Name, Z to A',
    sku: 'SKU, A to Z',
    '-sku': 'SKU, Z to A',
    '-updated': 'Most recently changed first',
    updated: 'Least recently changed first',
  },
  getUsualSort: () => 'name',
  toSortQuery: (sort) => ({ sort }),
  rows: { usual: 50, choices: [25, 50, 100] },
  empty: {
    title: 'No products yet',
    text: 'Add a product here, or import a catalogue. Products your brands’ clients can buy are listed here.',
  },
  nothingFound: 'You can search by name, by the beginning of a SKU, or by a whole GTIN. Check the spelling or remove a filter.',
});
