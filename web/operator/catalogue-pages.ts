import { lazyPage, type OperatorPage } from './operator-page.ts';

/** The pages of products, their stock, sizes and prices. */
export const cataloguePages: readonly OperatorPage[] = [
  {
    path: 'products',
    label: 'Catalogue',
    group: 'Products',
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
    group: 'Products',
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
    group: 'Products',
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
    group: 'Products',
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
];
