import { defineList } from '#web/app/lists/define-list.ts';
import { sizeGuideColumns } from '#web/sizing/size-guide-columns.ts';
import { formatNumber, plural } from '#web/ui/format/format.ts';
import { operatorPaths } from '../operator-paths.ts';

/** The size guides of the operator's brands. */
export const sizeGuidesList = defineList<'GET /api/operator/sizeguides'>()({
  name: 'sizeguides',
  call: 'GET /api/operator/sizeguides',
  rowsKey: 'sizeGuides',
  nouns: ['size guide', 'size guides'],
  label: 'Size guides',
  link: ({ id }) => operatorPaths.sizeGuide(id),
  columns: {
    ...sizeGuideColumns,
    products: {
      title: 'Products',
      isNumber: true,
      cell: ({ products }) => (products === 0 ? 'Not in use' : formatNumber(products)),
      onCard: ({ products }) => (products === 0 ? 'Not in use' : plural(products, 'product')),
    },
  },
  card: [{ start: ['name'], end: 'products' }, { start: ['measures'] }, { start: ['wearers', 'sizes'] }],
  search: { param: 'searchTerm', url: 'search', label: 'Search size guides', placeholder: 'Name' },
  filters: {},
  rows: { usual: 50, choices: [25, 50, 100] },
  empty: {
    title: 'No size guides yet',
    text: 'Enter a size guide or import one from a file, then choose products.',
  },
  nothingFound: 'You can search by the name of the size guide.',
});
