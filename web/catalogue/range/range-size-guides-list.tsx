import { Link } from 'react-router';
import type { ReplyOf } from '#contract/index.ts';
import { defineList } from '#web/app/lists/define-list.ts';
import { paths } from '#web/app/paths.ts';
import { sizeGuideColumns } from '#web/sizing/size-guide-columns.ts';
import { VisuallyHidden } from '#web/ui/content/visually-hidden.tsx';
import { plural } from '#web/ui/format/format.ts';
import { SizeGuide } from '../products/product/size-guide.tsx';
import css from './range-size-guides.module.css';

type RangeGuide = ReplyOf<'GET /api/sizeguides'>['sizeGuides'][number];

const compareNames = (a: RangeGuide, b: RangeGuide) => a.name.localeCompare(b.name);

/** The size guides that products of the range use. The supplier keeps them. */
export const rangeSizeGuidesList = defineList<'GET /api/sizeguides'>()({
  name: 'sizeguides',
  call: 'GET /api/sizeguides',
  rowsKey: 'sizeGuides',
  nouns: ['size guide', 'size guides'],
  label: 'Size guides',
  columns: {
    ...sizeGuideColumns,
    name: { ...sizeGuideColumns.name, sorts: ['name', '-name'] },
    products: {
      title: 'Products',
      wraps: true,
      cell: (guide) => <GuideProducts guide={guide} />,
      sorts: ['-products', 'products'],
    },
  },
  card: [{ start: ['name'], end: 'actions' }, { start: ['measures'] }, { start: ['wearers', 'sizes'] }, { start: ['products'] }],
  actions: ({ id }) => <SizeGuide id={id} />,
  search: { url: 'q', label: 'Search size guides', placeholder: 'Name, measure or product' },
  filters: {},
  sorts: {
    name: 'Name, A to Z',
    '-name': 'Name, Z to A',
    '-products': 'Most products first',
    products: 'Fewest products first',
  },
  whole: {
    searchedText: ({ name, measures, products }) => [name, ...measures, ...products.map((product) => product.name)].join(' '),
    compare: {
      name: compareNames,
      '-name': (a, b) => compareNames(b, a),
      products: (a, b) => a.products.length - b.products.length,
      '-products': (a, b) => b.products.length - a.products.length,
    },
  },
  rows: { usual: 50, choices: [25, 50, 100] },
  empty: { title: 'No size guides yet', text: 'Your supplier adds size guides to the products of your range.' },
  nothingFound: 'The search covers the names of size guides, what they measure, and their products.',
});

const GuideProducts = ({ guide: { name, products } }: { guide: RangeGuide }) => (
  <details className={css.details}>
    <summary>
      {plural(products.length, 'product')}
      <VisuallyHidden> with {name}</VisuallyHidden>
    </summary>
    <ProductLinks products={products} label={`Products with ${name}`} />
  </details>
);

/** Products of the range, with links to their pages. */
export const ProductLinks = ({ products, label }: { products: RangeGuide['products']; label: string }) => (
  <ul className={css.products} aria-label={label}>
    {products.map(({ id, name }) => (
      <li key={id}>
        <Link to={paths.product({ id, name })}>{name}</Link>
      </li>
    ))}
  </ul>
);
