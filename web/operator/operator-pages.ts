/**
 * The operators' pages. To add one, append an entry: `path` is the part of the address after `/operator/` (with `:parameters`), `label`
 * the entry of the navigation, if it has one, and `key` the letter that opens it after `g`. The page is loaded when it is first opened.
 */
import { publicationPages } from './content/publication-pages.ts';
import { lazyPage, type OperatorPage } from './operator-page.ts';
import { systemPages } from './system-pages.ts';

/** In the order of the navigation. The first one that the operator may open is shown at `/operator`. */
export const operatorPages: readonly OperatorPage[] = [
  {
    path: 'board',
    label: 'Board',
    key: 'b',
    needs: ['orders:write', 'shipments:write'],
    Page: lazyPage(
      () => import('./fulfilment/board/board-page.tsx'),
      ({ BoardPage }) => BoardPage,
    ),
  },
  {
    path: 'orders/:id',
    needs: ['orders:write', 'shipments:write'],
    Page: lazyPage(
      () => import('./fulfilment/packing/pack-page.tsx'),
      ({ PackPage }) => PackPage,
    ),
  },
  {
    path: 'pack',
    needs: ['orders:write', 'shipments:write'],
    Page: lazyPage(
      () => import('./fulfilment/packing/pack-page.tsx'),
      ({ PackPage }) => PackPage,
    ),
  },
  {
    path: 'shipments',
    label: 'Shipments',
    key: 's',
    needs: ['shipments:write'],
    Page: lazyPage(
      () => import('./shipments/shipments-page.tsx'),
      ({ ShipmentsPage }) => ShipmentsPage,
    ),
  },
  {
    path: 'proofs',
    label: 'Proofs',
    key: 'f',
    needs: ['orders:write'],
    Page: lazyPage(
      () => import('./proofs/operator-proofs-page.tsx'),
      ({ OperatorProofsPage }) => OperatorProofsPage,
    ),
  },
  {
    path: 'proofs/:id',
    needs: ['orders:write'],
    Page: lazyPage(
      () => import('./proofs/operator-proof-page.tsx'),
      ({ OperatorProofPage }) => OperatorProofPage,
    ),
  },
  {
    path: 'made-to-measure',
    label: 'Tailoring',
    key: 'm',
    needs: ['tailoring:read'],
    Page: lazyPage(
      () => import('./made-to-measure/operator-made-to-measure-page.tsx'),
      ({ OperatorMadeToMeasurePage }) => OperatorMadeToMeasurePage,
    ),
  },
  {
    path: 'made-to-measure/:id',
    needs: ['tailoring:read'],
    Page: lazyPage(
      () => import('./made-to-measure/operator-request-page.tsx'),
      ({ OperatorRequestPage }) => OperatorRequestPage,
    ),
  },
  {
    path: 'products',
    label: 'Catalogue',
    key: 'c',
    needs: ['catalogue:read'],
    Page: lazyPage(
      () => import('./products/products-page.tsx'),
      ({ OperatorProductsPage }) => OperatorProductsPage,
    ),
  },
  {
    path: 'products/import',
    needs: ['catalogue:read'],
    Page: lazyPage(
      () => import('./products/import/product-imports-page.tsx'),
      ({ ProductImportsPage }) => ProductImportsPage,
    ),
  },
  {
    path: 'products/import/:id',
    needs: ['catalogue:read'],
    Page: lazyPage(
      () => import('./products/import/product-import-page.tsx'),
      ({ ProductImportPage }) => ProductImportPage,
    ),
  },
  {
    path: 'products/categories',
    needs: ['catalogue:read'],
    Page: lazyPage(
      () => import('./products/categories/categories-page.tsx'),
      ({ CategoriesPage }) => CategoriesPage,
    ),
  },
  {
    path: 'products/pictures',
    needs: ['catalogue:write'],
    Page: lazyPage(
      () => import('./products/pictures/add-pictures-page.tsx'),
      ({ AddPicturesPage }) => AddPicturesPage,
    ),
  },
  {
    path: 'products/logos',
    needs: ['catalogue:read'],
    Page: lazyPage(
      () => import('./logos/client-logos-page.tsx'),
      ({ ClientLogosPage }) => ClientLogosPage,
    ),
  },
  {
    path: 'products/logos/:id',
    needs: ['catalogue:read'],
    Page: lazyPage(
      () => import('./logos/client-logos-page.tsx'),
      ({ ClientLogosPage }) => ClientLogosPage,
    ),
  },
  {
    path: 'products/:id/variants',
    needs: ['catalogue:read'],
    Page: lazyPage(
      () => import('./products/variants/variants-page.tsx'),
      ({ VariantsPage }) => VariantsPage,
    ),
  },
  {
    path: 'products/:id/as/:organisationId',
    needs: ['catalogue:read'],
    Page: lazyPage(
      () => import('./ranges/product-preview-page.tsx'),
      ({ ProductPreviewPage }) => ProductPreviewPage,
    ),
  },
  {
    path: 'products/:id',
    needs: ['catalogue:read'],
    Page: lazyPage(
      () => import('./products/product-page.tsx'),
      ({ OperatorProductPage }) => OperatorProductPage,
    ),
  },
  {
    path: 'stock',
    label: 'Stock',
    key: 'o',
    needs: ['stock:read'],
    Page: lazyPage(
      () => import('./stock/stock-levels-page.tsx'),
      ({ StockLevelsPage }) => StockLevelsPage,
    ),
  },
  {
    path: 'stock/backorders',
    needs: ['stock:read', 'orders:write'],
    Page: lazyPage(
      () => import('./stock/back-orders-page.tsx'),
      ({ BackOrdersPage }) => BackOrdersPage,
    ),
  },
  {
    path: 'stock/counts',
    needs: ['stock:read'],
    Page: lazyPage(
      () => import('./stock/counts-page.tsx'),
      ({ StockCountsPage }) => StockCountsPage,
    ),
  },
  {
    path: 'stock/counts/:id',
    needs: ['stock:read'],
    Page: lazyPage(
      () => import('./stock/count-page.tsx'),
      ({ StockCountPage }) => StockCountPage,
    ),
  },
  {
    path: 'stock/counts/:id/differences',
    needs: ['stock:read'],
    Page: lazyPage(
      () => import('./stock/differences-page.tsx'),
      ({ StockDifferencesPage }) => StockDifferencesPage,
    ),
  },
  {
    path: 'stock/:combinationId',
    needs: ['stock:read'],
    Page: lazyPage(
      () => import('./stock/stock-garment-page.tsx'),
      ({ StockGarmentPage }) => StockGarmentPage,
    ),
  },
  {
    path: 'stock/receive',
    needs: ['stock:write'],
    Page: lazyPage(
      () => import('./stock/receive-page.tsx'),
      ({ ReceivePage }) => ReceivePage,
    ),
  },
  {
    path: 'size-guides',
    label: 'Size guides',
    key: 'z',
    needs: ['catalogue:write'],
    Page: lazyPage(
      () => import('./size-guides/size-guides-page.tsx'),
      ({ SizeGuidesPage }) => SizeGuidesPage,
    ),
  },
  {
    path: 'size-guides/new',
    needs: ['catalogue:write'],
    Page: lazyPage(
      () => import('./size-guides/size-guide-page.tsx'),
      ({ NewSizeGuidePage }) => NewSizeGuidePage,
    ),
  },
  {
    path: 'size-guides/:id',
    needs: ['catalogue:write'],
    Page: lazyPage(
      () => import('./size-guides/size-guide-page.tsx'),
      ({ SizeGuidePage }) => SizeGuidePage,
    ),
  },
  {
    path: 'prices',
    label: 'Prices',
    key: 'l',
    needs: ['catalogue:write'],
    Page: lazyPage(
      () => import('./prices/client-prices-page.tsx'),
      ({ PricesPage }) => PricesPage,
    ),
  },
  {
    path: 'prices/catalogue',
    needs: ['catalogue:write'],
    Page: lazyPage(
      () => import('./prices/catalogue-prices-page.tsx'),
      ({ CataloguePricesPage }) => CataloguePricesPage,
    ),
  },
  {
    path: 'prices/tax',
    needs: ['catalogue:write'],
    Page: lazyPage(
      () => import('./tax/tax-page.tsx'),
      ({ TaxPage }) => TaxPage,
    ),
  },
  {
    path: 'prices/:id',
    needs: ['catalogue:write'],
    Page: lazyPage(
      () => import('./prices/client-prices-page.tsx'),
      ({ ClientPricesPage }) => ClientPricesPage,
    ),
  },
  {
    path: 'content/topics',
    label: 'Content',
    section: 'content',
    key: 'e',
    needs: ['content:read'],
    Page: lazyPage(
      () => import('./content/topics/topics-page.tsx'),
      ({ TopicsPage }) => TopicsPage,
    ),
  },
  {
    path: 'content/topics/new',
    needs: ['content:write'],
    Page: lazyPage(
      () => import('./content/topics/topic-page.tsx'),
      ({ NewTopicPage }) => NewTopicPage,
    ),
  },
  {
    path: 'content/topics/:id',
    needs: ['content:read'],
    Page: lazyPage(
      () => import('./content/topics/topic-page.tsx'),
      ({ TopicPage }) => TopicPage,
    ),
  },
  ...publicationPages,
  {
    path: 'content/terms',
    needs: ['content:read'],
    Page: lazyPage(
      () => import('./content/terms/terms-page.tsx'),
      ({ BrandTermsListPage }) => BrandTermsListPage,
    ),
  },
  {
    path: 'content/terms/:id',
    needs: ['content:read'],
    Page: lazyPage(
      () => import('./content/terms/brand-terms-page.tsx'),
      ({ BrandTermsPage }) => BrandTermsPage,
    ),
  },
  {
    path: 'returns',
    label: 'Returns',
    key: 'r',
    needs: ['returns:write'],
    Page: lazyPage(
      () => import('./returns/returns-page.tsx'),
      ({ OperatorReturnsPage }) => OperatorReturnsPage,
    ),
  },
  {
    path: 'returns/:id',
    needs: ['returns:write'],
    Page: lazyPage(
      () => import('./returns/operator-return-page.tsx'),
      ({ OperatorReturnPage }) => OperatorReturnPage,
    ),
  },
  {
    path: 'invoices',
    label: 'Invoices',
    key: 'i',
    needs: ['invoices:read'],
    Page: lazyPage(
      () => import('./invoices/invoices-page.tsx'),
      ({ OperatorInvoicesPage }) => OperatorInvoicesPage,
    ),
  },
  {
    path: 'invoices/:id',
    needs: ['invoices:read'],
    Page: lazyPage(
      () => import('./invoices/invoice-page.tsx'),
      ({ OperatorInvoicePage }) => OperatorInvoicePage,
    ),
  },
  {
    path: 'payments',
    label: 'Payments',
    key: 'p',
    needs: ['invoices:write'],
    Page: lazyPage(
      () => import('./payments/payments-page.tsx'),
      ({ PaymentsPage }) => PaymentsPage,
    ),
  },
  {
    path: 'organisations',
    needs: ['invoices:write'],
    Page: lazyPage(
      () => import('./organisations/organisations-page.tsx'),
      ({ OrganisationsPage }) => OrganisationsPage,
    ),
  },
  {
    path: 'organisations/:id',
    needs: ['invoices:write'],
    Page: lazyPage(
      () => import('./organisations/organisation-page.tsx'),
      ({ OrganisationPage }) => OrganisationPage,
    ),
  },
  ...systemPages,
  {
    path: 'team',
    label: 'Team',
    key: 't',
    needs: ['administrator'],
    Page: lazyPage(
      () => import('./team/team-page.tsx'),
      ({ TeamPage }) => TeamPage,
    ),
  },
  {
    path: 'account',
    Page: lazyPage(
      () => import('./account/account-page.tsx'),
      ({ AccountPage }) => AccountPage,
    ),
  },
];
