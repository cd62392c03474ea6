import { RangeSizeGuidesPage } from '#web/catalogue/range/range-size-guides-page.tsx';
import { SizeGuidesPage } from '#web/operator/size-guides/size-guides-page.tsx';
import { type ListCase, listCase, upTo } from './list-case.ts';

const guide = (id: number) => ({ id, name: `Guide ${id}`, measures: ['Chest', 'Waist'], sizes: id });

/** Lists of products and of what they are sized by. */
export const catalogueLists: readonly ListCase[] = [
  listCase<'GET /api/sizeguides'>({
    name: 'sizeguides',
    page: () => <RangeSizeGuidesPage />,
    call: 'GET /api/sizeguides',
    reply: (rows) => ({ sizeGuides: upTo(rows).map((id) => ({ ...guide(id), products: [{ id, name: `Tee ${id}` }] })) }),
    label: 'Size guides',
    several: 'size guides',
    emptyTitle: 'No size guides yet',
    sorted: 'Size guide',
    column: ['measures', 'Measures'],
    hasSearch: true,
  }),
  listCase<'GET /api/operator/sizeguides'>({
    name: 'sizeguides',
    isOperator: true,
    page: () => <SizeGuidesPage />,
    call: 'GET /api/operator/sizeguides',
    reply: (rows) => ({ sizeGuides: upTo(rows).map(guide), totalCount: rows }),
    label: 'Size guides',
    several: 'size guides',
    emptyTitle: 'No size guides yet',
    column: ['measures', 'Measures'],
    hasSearch: true,
    opens: /\/operator\/size-guides\/1$/,
  }),
];
