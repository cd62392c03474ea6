import { RangePage } from '#web/catalogue/range/range-page.tsx';
import { RangeSizeGuidesPage } from '#web/catalogue/range/range-size-guides-page.tsx';
import { StockPage } from '#web/catalogue/stock-enquiry/stock-page.tsx';
import { WardrobesPage } from '#web/entitlement/wardrobes/wardrobes-page.tsx';
import { SizeGuidesPage } from '#web/operator/size-guides/size-guides-page.tsx';
import { CostCentresPage } from '#web/ordering/cost-centres/cost-centres-page.tsx';
import { StructurePage } from '#web/organisation/structure/structure-page.tsx';
import { type ListCase, listCase, upTo } from './list-case.ts';

const guide = (id: number) => ({ id, name: `Guide ${id}`, measures: ['Chest', 'Waist'], sizes: id });

const named = (rows: number) => upTo(rows).map((id) => ({ id, name: `Item ${id}` }));

/** What the lists of an organisation's structure have in common. */
const structure = (slug: string) => ({
  page: () => <StructurePage />,
  route: '/index/settings/:kind',
  path: `/index/settings/${slug}`,
  sorted: 'Name',
  hasSearch: true as const,
  others: { 'GET /api/organisationstructure/people': {} },
});

/** Lists of products, of what they are sized by, and of the organisation that they are for. */
export const catalogueListCases: readonly ListCase[] = [
  listCase<'GET /api/productsorganisation'>({
    name: 'range',
    page: () => <RangePage />,
    call: 'GET /api/productsorganisation',
    reply: (rows) => ({
      productOrganisations: upTo(rows).map((id) => ({ id, productName: `Tee ${id}`, sku: `T-${id}`, supplied: true })),
      totalCount: rows,
      currencyCode: 'GBP',
    }),
    others: {
      'GET /api/organisations/settings': {},
      'GET /api/organisationbusinessareas': {},
      'GET /api/organisationjobroles': {},
      'GET /api/organisationcollection': {},
      'GET /api/customerroles': {},
      'GET /api/bulkedits': {},
    },
    label: 'Range',
    several: 'products',
    emptyTitle: 'No products yet',
    filter: ['Status', 'Not published', /^Status: Not published/],
    column: ['sku', 'SKU'],
    hasSearch: true,
    isSelectable: true,
  }),
  listCase<'GET /api/stock'>({
    name: 'stock',
    page: () => <StockPage />,
    call: 'GET /api/stock',
    reply: (rows) => ({
      stock: upTo(rows).map((id) => ({
        combinationId: id,
        productId: 7,
        name: 'Tee',
        attributeDescription: `Navy, ${id}`,
      })),
      totalCount: rows,
      attributeNames: ['Colour', 'Size'],
    }),
    others: { 'GET /api/product/productAttributesValues': { productAttributesValues: ['Navy', 'Sky'] } },
    caller: { permissions: ['AllowStockEnquiry', 'AllowProducts'], pricesVisible: true },
    label: 'Stock',
    several: 'items',
    emptyTitle: 'No stock to show',
    filter: ['Colour', 'Navy', /^Colour: Navy/],
    column: ['choice', 'Colour, size and fit'],
    hasSearch: true,
    opens: /\/index\/products\/7\/tee\?combination=1$/,
  }),
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
  listCase<'GET /api/organisationgroups'>({
    ...structure('groups'),
    name: 'groups',
    call: 'GET /api/organisationgroups',
    reply: (rows) => ({ organisationGroups: named(rows) }),
    label: 'Groups',
    several: 'groups',
    emptyTitle: 'No groups yet',
    column: ['wardrobes', 'Wardrobes'],
  }),
  listCase<'GET /api/organisationresorts'>({
    ...structure('destinations'),
    name: 'destinations',
    call: 'GET /api/organisationresorts',
    reply: (rows) => ({ organisationResorts: named(rows) }),
    label: 'Destinations',
    several: 'destinations',
    emptyTitle: 'No destinations yet',
    column: ['departments', 'Departments'],
    opens: /\/index\/settings\/destinations\/1$/,
  }),
  listCase<'GET /api/organisationbusinessareas'>({
    ...structure('areas'),
    name: 'businessareas',
    call: 'GET /api/organisationbusinessareas',
    reply: (rows) => ({ organisationBusinessAreas: named(rows) }),
    others: { 'GET /api/organisationstructure/people': {}, 'GET /api/organisationjobroles': {} },
    label: 'Business areas',
    several: 'business areas',
    emptyTitle: 'No business areas yet',
    column: ['jobs', 'Job roles'],
  }),
  listCase<'GET /api/organisationjobroles'>({
    ...structure('job-roles'),
    name: 'jobroles',
    call: 'GET /api/organisationjobroles',
    reply: (rows) => ({ organisationJobRoles: named(rows) }),
    others: { 'GET /api/organisationstructure/people': {}, 'GET /api/organisationbusinessareas': {} },
    label: 'Job roles',
    several: 'job roles',
    emptyTitle: 'No job roles yet',
    column: ['area', 'Business area'],
  }),
  listCase<'GET /api/organisationseasons'>({
    ...structure('seasons'),
    name: 'seasons',
    call: 'GET /api/organisationseasons',
    reply: (rows) => ({
      organisationSeasons: named(rows).map((season) => ({
        ...season,
        startDateUtc: '2026-01-05T00:00:00Z',
        endDateUtc: '2026-12-31T00:00:00Z',
      })),
    }),
    label: 'Seasons',
    several: 'seasons',
    emptyTitle: 'No seasons yet',
    column: ['ordering', 'Ordering'],
  }),
  listCase<'GET /api/customerroles'>({
    ...structure('roles'),
    name: 'roles',
    call: 'GET /api/customerroles',
    reply: (rows) => ({ customerRoles: named(rows) }),
    label: 'Roles',
    several: 'roles',
    emptyTitle: 'No roles yet',
    column: ['permissions', 'Permissions'],
  }),
  listCase<'GET /api/costcentres'>({
    name: 'costcentres',
    page: () => <CostCentresPage />,
    call: 'GET /api/costcentres',
    reply: (rows) => ({
      costCentres: named(rows).map((row) => ({ ...row, code: `CC${row.id}`, seasonLimit: null })),
      totalCount: rows,
      groups: [],
    }),
    label: 'Cost centres',
    several: 'cost centres',
    emptyTitle: 'No cost centres yet',
    column: ['groups', 'Groups'],
    hasSearch: true,
  }),
  listCase<'GET /api/organisation/wardrobes'>({
    name: 'wardrobes',
    page: () => <WardrobesPage />,
    call: 'GET /api/organisation/wardrobes',
    reply: (rows) => ({ wardrobes: named(rows) }),
    others: {
      'GET /api/organisation/unorderablegroups': {},
      'GET /api/organisationseasons': {},
      'GET /api/organisationgroups': {},
    },
    label: 'Wardrobes',
    several: 'wardrobes',
    emptyTitle: 'No wardrobes yet',
    sorted: 'Wardrobe',
    column: ['season', 'Season'],
    hasSearch: true,
    opens: /\/index\/settings\/wardrobes\/1$/,
  }),
];
