/** The lists that are exported. Apart from the schemas, which pages do not load. */

/** On pages, exports of more rows are written by a job. */
export const MAX_DIRECT_ROWS = 5000;

/** The lists of the portal whose export a job can write, with the call that answers with the same file. */
export const EXPORT_CALLS = {
  people: 'GET /api/customers/exportToExcel',
  orders: 'GET /api/orders/exporttoexcel',
  invoices: 'GET /api/invoices/exporttoexcel',
  returns: 'GET /api/returns/exporttoexcel',
  range: 'GET /api/productsorganisation/exportToExcel',
  stock: 'GET /api/stock/exporttoexcel',
  orderSheet: 'GET /api/ordersheets/workbook',
  importReport: 'GET /api/peopleimports/:id/report',
} as const;

/** Those of the supplier. */
export const SUPPLIER_EXPORT_CALLS = {
  products: 'GET /api/operator/products/exporttoexcel',
  stockLevels: 'GET /api/operator/stock/exporttoexcel',
  cataloguePrices: 'GET /api/operator/prices/exporttoexcel',
  clientPrices: 'GET /api/operator/organisations/:id/prices/exporttoexcel',
  importReport: 'GET /api/operator/productimports/:id/report',
} as const;

/** A list whose export a job can write, as it is sent. */
export type ExportListName = keyof typeof EXPORT_CALLS;
/** One of the supplier. */
export type SupplierExportListName = keyof typeof SUPPLIER_EXPORT_CALLS;

/**
 * `waiting`: its job has not begun; `running`; `finished`: the file can be downloaded; `stopped`: by the one who asked; `failed`: `problem` says why.
 */
export type ExportState = 'waiting' | 'running' | 'finished' | 'stopped' | 'failed';
