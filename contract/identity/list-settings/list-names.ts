/** A list of customers. */
interface CustomerListRule {
  /** The call that reads the list: who may make it may open the list. */
  call: `GET /api/${string}`;
  /** The call refuses administrators of some groups, which its `access` does not say. */
  ofWholeOrganisation?: true;
  /** The call answers Sales only with this permission, which its `access` does not say either. */
  ofSalesWith?: 'AllowDashboard';
}

// All parts of an organisation's structure can be read by everyone who signs in; their pages are for those who count people there.
const structure = { call: 'GET /api/organisationstructure/people' } as const;

/**
 * The lists that customers arrange and save views of, and who may open each. This file has no schemas, so that pages can load it; the names are
 * part of addresses and of stored rows, and are never changed.
 */
export const CUSTOMER_LISTS = {
  people: { call: 'GET /api/customers' },
  orders: { call: 'GET /api/orders' },
  range: { call: 'GET /api/productsorganisation' },
  products: { call: 'GET /api/products' },
  stock: { call: 'GET /api/stock' },
  sizeguides: { call: 'GET /api/sizeguides' },
  invoices: { call: 'GET /api/invoices', ofSalesWith: 'AllowDashboard' },
  documents: { call: 'GET /api/documents' },
  owndocuments: { call: 'GET /api/owndocuments' },
  returns: { call: 'GET /api/customerreturnrequests' },
  managedreturns: { call: 'GET /api/returns' },
  quotes: { call: 'GET /api/quotescustomer' },
  organisationquotes: { call: 'GET /api/quotesorganisation' },
  approvals: { call: 'GET /api/approvals' },
  invitations: { call: 'GET /api/invitations' },
  registrations: { call: 'GET /api/registrationrequests' },
  registrationlinks: { call: 'GET /api/registrationlinks' },
  optouts: { call: 'GET /api/optouts' },
  requests: { call: 'GET /api/entitlement/requests' },
  timerequests: { call: 'GET /api/entitlement/timerequests' },
  imports: { call: 'GET /api/peopleimports' },
  importrows: { call: 'GET /api/peopleimports/:id/rows' },
  wardrobes: { call: 'GET /api/organisation/wardrobes' },
  costcentres: { call: 'GET /api/costcentres', ofWholeOrganisation: true },
  announcements: { call: 'GET /api/organisations/announcements' },
  webhooklog: { call: 'GET /api/webhooks/:id/deliveries', ofWholeOrganisation: true },
  groups: structure,
  destinations: structure,
  businessareas: structure,
  jobroles: structure,
  seasons: structure,
  roles: structure,
} as const satisfies Record<string, CustomerListRule>;

/** A list that customers arrange and save views of. */
export type CustomerList = keyof typeof CUSTOMER_LISTS;

/** The names of customers' lists. */
export const CUSTOMER_LIST_NAMES = Object.keys(CUSTOMER_LISTS) as CustomerList[];

/** The lists that operators arrange and save views of. Every operator may open all of them. */
export const OPERATOR_LIST_NAMES = [
  'board',
  'shipments',
  'backorders',
  'stocklevels',
  'stockcounts',
  'returns',
  'tailoring',
  'proofs',
  'quotes',
  'invoices',
  'payments',
  'cardpayments',
  'punchoutconnections',
  'purchaseorders',
  'organisations',
  'documents',
  'products',
  'productimports',
  'productimportrows',
  'sizeguides',
  'clientprices',
  'announcements',
  'slides',
  'apikeys',
  'team',
  'topics',
  'webhooklog',
] as const;

/** A list that operators arrange and save views of. */
export type OperatorList = (typeof OPERATOR_LIST_NAMES)[number];

/** The ways in which the rows of a list can be spaced. */
export const LIST_DENSITIES = ['comfortable', 'compact'] as const;
/** How close together the rows of a list are. */
export type ListDensity = (typeof LIST_DENSITIES)[number];
