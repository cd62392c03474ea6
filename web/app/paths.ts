/** All paths of the portal for customers: patterns for the route map, builders for links. No other file spells a path. */

type QueryValue = string | number | boolean | null | undefined;
export type QueryParams = Record<string, QueryValue | readonly QueryValue[]>;

/** Below it are the operators' pages, whose paths are in `web/operator/operator-paths.ts`. */
export const OPERATOR_PATH = '/operator';

/** Whether a path is one of the operators' pages. */
export const isOperatorPath = (pathname: string): boolean => /^\/operator(\/|$)/i.test(pathname);

/** Path patterns of all screens for customers, used by the route map and by the validation of `returnUrl`. */
export const patterns = {
  login: '/login',
  passwordRecovery: '/passwordrecovery',
  resetPassword: '/resetpassword',
  activation: '/userActivation',
  confirmEmail: '/confirmemail',
  register: '/register',
  optOut: '/wardrobeoptout',
  undoOptOut: '/wardrobeoptout/undo',
  preferences: '/preferences',
  terms: '/terms',
  privacy: '/privacy',
  landing: '/index',
  home: '/index/home',
  news: '/index/news',
  products: '/index/products',
  productsModal: '/index/products-modal',
  product: '/index/products/:id/:name?',
  cart: '/index/cart',
  checkout: '/index/checkout',
  confirmation: '/index/order-confirmation/:id',
  orders: '/index/orders',
  order: '/index/orders/:id',
  returnRequest: '/index/returnrequest/:id',
  returns: '/index/returnrequests',
  managedReturns: '/index/returnrequests/all',
  proofs: '/index/proofs',
  madeToMeasure: '/index/made-to-measure',
  madeToMeasureNew: '/index/made-to-measure/new',
  madeToMeasureGarment: '/index/made-to-measure/:id',
  quotes: '/index/quotes',
  quoteNew: '/index/quotes/new',
  quote: '/index/quotes/:id',
  invoices: '/index/invoices',
  invoice: '/index/invoices/:id',
  documents: '/index/documents',
  ownDocuments: '/index/documents/own',
  ownDocumentNew: '/index/documents/own/new',
  ownDocument: '/index/documents/own/:id',
  approvals: '/index/approvals',
  invitations: '/index/invitations',
  adhocOrder: '/index/adhoc-order',
  adhocOrderModal: '/index/adhoc-order-modal',
  orderSheet: '/index/order-sheet',
  uniformBuilder: '/index/uniform-builder',
  statement: '/index/uniform-builder/statement',
  personStatement: '/index/customers/:id/statement',
  builderChoice: '/index/uniform-builder/choices/:id',
  builderGroup: '/index/uniform-builder/groups/:id',
  builderGarment: '/index/uniform-builder/groups/:id/products/:product',
  builderOrder: '/index/uniform-builder/order',
  information: '/index/information/:id',
  stock: '/index/stock',
  registrations: '/index/registrations',
  requests: '/index/requests',
  timeRequests: '/index/requests/time',
  profile: '/index/profile',
  size: '/index/size',
  people: '/index/customers',
  peopleImports: '/index/customers/import',
  balanceImports: '/index/customers/import/balances',
  peopleImport: '/index/customers/import/:id',
  person: '/index/customers/:id',
  personEdit: '/index/customers/:id/edit',
  personNew: '/index/customers/new',
  settings: '/index/settings',
  organisationSettings: '/index/settings/organisation',
  structure: '/index/settings/:kind',
  approvalRules: '/index/settings/approval-rules',
  ownNews: '/index/settings/news',
  newAnnouncement: '/index/settings/news/new',
  announcement: '/index/settings/news/:id',
  logos: '/index/settings/logos',
  webhooks: '/index/settings/webhooks',
  webhook: '/index/settings/webhooks/:id',
  delegations: '/index/approvals/delegations',
  resort: '/index/settings/destinations/:id',
  wardrobes: '/index/settings/wardrobes',
  wardrobe: '/index/settings/wardrobes/:id',
  range: '/index/range',
  rangeSizeGuides: '/index/range/size-guides',
  rangeImports: '/index/range/import',
  rangeImport: '/index/range/import/:id',
  /** Where the settings were before, for bookmarks and links in mails. */
  formerSettings: '/index/structure/:section?/:id?',
} as const;

/** Formats values as a query string with a leading "?"; empty values are left out, lists become repeated keys. */
export function queryString(query: QueryParams = {}): string {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== null && one !== '') search.append(key, String(one));
    }
  }
  return withSearch('', search);
}

/** A path with these search parameters, if there are any. Their `size` is undefined in Safari before 17. */
export function withSearch(path: string, search: URLSearchParams): string {
  const text = search.toString();
  return text === '' ? path : `${path}?${text}`;
}

/** Converts a name to a path segment: "Piqué polo, men" becomes "pique-polo-men". */
export const slug = (name: string) =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 80);

// Without a query: the module that reads the filters of a list from its URL also builds the links that carry them.
const plain = (pattern: string) => () => pattern;

export const paths = {
  /** `returnUrl` is where the log-in leads to. */
  login: (query?: { returnUrl: string | undefined }) => patterns.login + queryString(query),
  passwordRecovery: plain(patterns.passwordRecovery),
  register: plain(patterns.register),
  optOut: plain(patterns.optOut),
  preferences: plain(patterns.preferences),
  terms: plain(patterns.terms),
  privacy: plain(patterns.privacy),
  /** Redirects to the first screen that the person may use. */
  landing: plain(patterns.landing),
  /** A page of the server, which takes a trip of PunchOut back to the buyer's system: with its cart if it was returned, otherwise without a change. */
  punchoutReturn: (trip: string) => `/punchout/return/${trip}`,
  home: plain(patterns.home),
  /** All announcements for the person. */
  news: plain(patterns.news),
  products: plain(patterns.products),
  productsModal: plain(patterns.productsModal),
  product: (product: { id: number; name?: string | null }) => {
    const name = slug(product.name ?? '');
    return `/index/products/${product.id}${name && `/${name}`}`;
  },
  cart: plain(patterns.cart),
  checkout: plain(patterns.checkout),
  confirmation: (id: number) => `/index/order-confirmation/${id}`,
  orders: plain(patterns.orders),
  order: (id: number) => `/index/orders/${id}`,
  /** The proofs of designs; `proof` opens one, and `status` shows those to approve alone. */
  proofs: (query?: { proof: number } | { status: 'waiting' }) => patterns.proofs + queryString(query),
  /** One's own requests for garments made to measure. */
  madeToMeasure: plain(patterns.madeToMeasure),
  /** Choosing a garment to have made to measure; `for` is someone else who wears it. */
  madeToMeasureNew: (query?: { for: number | undefined }) => patterns.madeToMeasureNew + queryString(query),
  /** Ordering or requesting a garment made to measure, for oneself or `for` someone else. */
  madeToMeasureGarment: (productId: number, query?: { for: number | undefined }) =>
    `/index/made-to-measure/${productId}${queryString(query)}`,
  /** One's own quotes, or those of the organisation. */
  quotes: (query?: { of: 'organisation' }) => patterns.quotes + queryString(query),
  /** Requesting a quote: for a product, for the lines of the cart, or like an earlier one. */
  quoteNew: (
    query?:
      | { productId: number; combinationId?: number | undefined; quantity?: number | undefined }
      | { from: 'cart' }
      | { like: number },
  ) => patterns.quoteNew + queryString(query),
  /** A quote; with the number of an earlier answer. */
  quote: (id: number, query?: { version: number }) => `/index/quotes/${id}${queryString(query)}`,
  /** What can be returned of an order; with the line that is to be returned. */
  returnRequest: (orderId: number, query?: { line: number }) => `/index/returnrequest/${orderId}${queryString(query)}`,
  /** The person's own return requests. */
  returns: plain(patterns.returns),
  /** Those of everyone whose orders an administrator sees. */
  managedReturns: plain(patterns.managedReturns),
  /** Invoices and credit notes, for administrators. */
  invoices: plain(patterns.invoices),
  invoice: (id: number) => `/index/invoices/${id}`,
  documents: plain(patterns.documents),
  ownDocuments: plain(patterns.ownDocuments),
  ownDocumentNew: plain(patterns.ownDocumentNew),
  ownDocument: (id: number) => `/index/documents/own/${id}`,
  /** The orders that wait for a decision, with the one that is open. */
  approvals: (query?: { order: number }) => patterns.approvals + queryString(query),
  invitations: plain(patterns.invitations),
  /** A page of the information menu. */
  information: (id: number) => `/index/information/${id}`,
  adhocOrder: plain(patterns.adhocOrder),
  adhocOrderModal: plain(patterns.adhocOrderModal),
  /** One sheet for many wearers; with the saved one that is opened. */
  orderSheet: (query?: { sheet: number }) => patterns.orderSheet + queryString(query),
  /** With a wardrobe that an administrator previews. */
  uniformBuilder: (preview?: { collectionId: number; preview: true }) => patterns.uniformBuilder + queryString(preview),
  statement: plain(patterns.statement),
  personStatement: (id: number) => `/index/customers/${id}/statement`,
  /** An either/or of the uniform builder. */
  builderChoice: (superGroupId: number) => `/index/uniform-builder/choices/${superGroupId}`,
  /** A group of the uniform builder. */
  builderGroup: (groupId: number) => `/index/uniform-builder/groups/${groupId}`,
  /** A garment of a group; with the line of the cart that is being changed. */
  builderGarment: (groupId: number, productId: number, query?: { line: number }) =>
    `/index/uniform-builder/groups/${groupId}/products/${productId}${queryString(query)}`,
  /** Check and order. */
  builderOrder: plain(patterns.builderOrder),
  stock: plain(patterns.stock),
  registrations: plain(patterns.registrations),
  /** Requests for more than people are owed. */
  requests: plain(patterns.requests),
  /** Requests for more time to order. */
  timeRequests: plain(patterns.timeRequests),
  profile: plain(patterns.profile),
  /** With the garment whose fit is shown. */
  size: (query?: { garment: number }) => patterns.size + queryString(query),
  /** With the wardrobe that they have, their uniform status, or those who have started work without a uniform. */
  people: (query?: { wardrobe: number } | { uniform: number } | { started: 1 }) => patterns.people + queryString(query),
  peopleImports: plain(patterns.peopleImports),
  balanceImports: plain(patterns.balanceImports),
  peopleImport: (id: number) => `/index/customers/import/${id}`,
  person: (id: number) => `/index/customers/${id}`,
  personEdit: (id: number) => `/index/customers/${id}/edit`,
  personNew: plain(patterns.personNew),
  /** The first section of the settings that the person may open. */
  settings: plain(patterns.settings),
  organisationSettings: plain(patterns.organisationSettings),
  /** The items of a kind, such as groups or seasons. */
  structure: (kind: string) => `/index/settings/${kind}`,
  resort: (id: number) => `/index/settings/destinations/${id}`,
  approvalRules: plain(patterns.approvalRules),
  /** The announcements that an administrator keeps. */
  ownNews: plain(patterns.ownNews),
  newAnnouncement: plain(patterns.newAnnouncement),
  announcement: (id: number) => `/index/settings/news/${id}`,
  logos: plain(patterns.logos),
  webhooks: plain(patterns.webhooks),
  /** The log of a webhook. */
  webhook: (id: number) => `/index/settings/webhooks/${id}`,
  /** Who decides about orders in whose place. */
  delegations: plain(patterns.delegations),
  wardrobes: plain(patterns.wardrobes),
  wardrobe: (id: number) => `/index/settings/wardrobes/${id}`,
  range: plain(patterns.range),
  rangeSizeGuides: plain(patterns.rangeSizeGuides),
  rangeImports: plain(patterns.rangeImports),
  rangeImport: (id: number) => `/index/range/import/${id}`,
};
