import { OPERATOR_PATH } from '#web/app/paths.ts';

/** Paths of the operators' pages. They are no part of the customers' route map, so that customers do not load them. */
export const operatorPaths = {
  start: OPERATOR_PATH,
  logIn: (returnUrl?: string) =>
    `/operator/login${returnUrl === undefined || returnUrl === '/operator' ? '' : `?returnUrl=${encodeURIComponent(returnUrl)}`}`,
  setPassword: '/operator/set-password',
  board: '/operator/board',
  /** An order, to pick and pack it. */
  order: (id: number) => `/operator/orders/${id}`,
  /** Several orders of one destination, to pack them together; a single one has a page of its own. */
  pack: (ids: readonly number[]) => (ids.length === 1 ? `/operator/orders/${ids[0]}` : `/operator/pack?orders=${ids.join()}`),
  /** The parcels of an order. */
  shipmentsOf: (orderId: number) => `/operator/shipments?orderId=${orderId}`,
  decoration: '/operator/decoration',
  /** What is to be decorated for a day, `2026-12-03`. */
  decorationOf: (day: string) => `/operator/decoration?day=${day}`,
  stock: '/operator/stock',
  receiveStock: '/operator/stock/receive',
  products: '/operator/products',
  categories: '/operator/products/categories',
  /** The products of a category and of those below it. */
  productsOf: (categoryId: number) => `/operator/products?category=${categoryId}`,
  addPictures: '/operator/products/pictures',
  product: (id: number) => `/operator/products/${id}`,
  productImports: '/operator/products/import',
  productImport: (id: number) => `/operator/products/import/${id}`,
  /** A product as people of a client see it. */
  productAs: (id: number, organisationId: number) => `/operator/products/${id}/as/${organisationId}`,
  variants: (id: number) => `/operator/products/${id}/variants`,
  backOrders: '/operator/stock/backorders',
  stockCounts: '/operator/stock/counts',
  stockCount: (id: number) => `/operator/stock/counts/${id}`,
  stockDifferences: (id: number) => `/operator/stock/counts/${id}/differences`,
  /** The stock of a garment. */
  stockGarment: (combinationId: number) => `/operator/stock/${combinationId}`,
  logos: '/operator/products/logos',
  /** The logos of a client. */
  clientLogos: (organisationId: number) => `/operator/products/logos/${organisationId}`,
  sizeGuides: '/operator/size-guides',
  newSizeGuide: '/operator/size-guides/new',
  sizeGuide: (id: number) => `/operator/size-guides/${id}`,
  prices: '/operator/prices',
  cataloguePrices: '/operator/prices/catalogue',
  tax: '/operator/prices/tax',
  personalisation: '/operator/personalisation',
  /** Areas for logos and texts, by type of garment. */
  positions: '/operator/personalisation/positions',
  /** The designs of one client. */
  clientDesigns: (organisationId: number) => `/operator/personalisation/${organisationId}`,
  /** The prices of one client. */
  clientPrices: (organisationId: number) => `/operator/prices/${organisationId}`,
  announcements: '/operator/content/news',
  newAnnouncement: '/operator/content/news/new',
  announcement: (id: number) => `/operator/content/news/${id}`,
  slides: '/operator/content/slides',
  newSlide: '/operator/content/slides/new',
  slide: (id: number) => `/operator/content/slides/${id}`,
  topics: '/operator/content/topics',
  newTopic: '/operator/content/topics/new',
  topic: (id: number) => `/operator/content/topics/${id}`,
  terms: '/operator/content/terms',
  /** The terms of a brand, with all versions. */
  brandTerms: (brandId: number) => `/operator/content/terms/${brandId}`,
  account: '/operator/account',
  invoices: '/operator/invoices',
  invoice: (id: number) => `/operator/invoices/${id}`,
  payments: '/operator/payments',
  cardPayments: '/operator/card-payments',
  /** How payments and refunds of a day compare with those of the provider. */
  cardComparison: '/operator/card-payments?tab=comparison',
  cardPayment: (id: number) => `/operator/card-payments/${id}`,
  organisations: '/operator/organisations',
  organisation: (id: number) => `/operator/organisations/${id}`,
  webhooks: '/operator/webhooks',
  webhook: (id: number) => `/operator/webhooks/${id}`,
  punchoutConnections: '/operator/punchout/connections',
  punchoutConnection: (id: number) => `/operator/punchout/connections/${id}`,
  /** What a connection of PunchOut could not return. */
  punchoutUnreturnable: (id: number) => `/operator/punchout/connections/${id}/unreturnable`,
  keys: '/operator/keys',
  docs: '/operator/docs',
  team: '/operator/team',
  documents: '/operator/content/documents',
  newDocument: '/operator/content/documents/new',
  documentTypes: '/operator/content/documents/types',
  document: (id: number) => `/operator/content/documents/${id}`,
  proofs: '/operator/proofs',
  proof: (id: number) => `/operator/proofs/${id}`,
  madeToMeasure: '/operator/made-to-measure',
  madeToMeasureRequest: (id: number) => `/operator/made-to-measure/${id}`,
  purchaseOrders: '/operator/punchout/orders',
  purchaseOrder: (id: number) => `/operator/punchout/orders/${id}`,
  quotes: '/operator/quotes',
  quote: (id: number) => `/operator/quotes/${id}`,
  returns: '/operator/returns',
  return: (id: number) => `/operator/returns/${id}`,
} as const;
