/** All paths of the portal: patterns for the route map, builders for links. No other file spells a path. */

type QueryValue = string | number | boolean | null | undefined;
export type QueryParams = Record<string, QueryValue | readonly QueryValue[]>;

/** Path patterns of all screens, used by the route map and by the validation of `returnUrl`. */
export const patterns = {
  login: '/login',
  passwordRecovery: '/passwordrecovery',
  resetPassword: '/resetpassword',
  activation: '/userActivation',
  confirmEmail: '/confirmemail',
  register: '/register',
  optOut: '/wardrobeoptout',
  preferences: '/preferences',
  terms: '/terms',
  privacy: '/privacy',
  landing: '/index',
  home: '/index/home',
  products: '/index/products',
  productsModal: '/index/products-modal',
  product: '/index/products/:id/:name?',
  cart: '/index/cart',
  checkout: '/index/checkout',
  confirmation: '/index/order-confirmation/:id',
  orders: '/index/orders',
  order: '/index/orders/:id',
  invitations: '/index/invitations',
  adhocOrder: '/index/adhoc-order',
  adhocOrderModal: '/index/adhoc-order-modal',
  uniformBuilder: '/index/uniform-builder',
  stock: '/index/stock',
  registrations: '/index/registrations',
  profile: '/index/profile',
  size: '/index/size',
  people: '/index/customers',
  peopleImports: '/index/customers/import',
  peopleImport: '/index/customers/import/:id',
  person: '/index/customers/:id',
  personNew: '/index/customers/new',
  structure: '/index/structure/:kind?',
  resort: '/index/structure/destinations/:id',
  range: '/index/range',
} as const;

/** Formats values as a query string with a leading "?"; empty values are left out, lists become repeated keys. */
export function queryString(query: QueryParams = {}): string {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== null && one !== '') search.append(key, String(one));
    }
  }
  return search.size > 0 ? `?${search}` : '';
}

/** Converts a name to a path segment: "Piqué polo, men" becomes "pique-polo-men". */
export const slug = (name: string) =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 80);

const plain = (pattern: string) => (query?: QueryParams) => pattern + queryString(query);

export const paths = {
  login: plain(patterns.login),
  passwordRecovery: plain(patterns.passwordRecovery),
  register: plain(patterns.register),
  optOut: plain(patterns.optOut),
  preferences: plain(patterns.preferences),
  terms: plain(patterns.terms),
  privacy: plain(patterns.privacy),
  /** Redirects to the first screen that the person may use. */
  landing: plain(patterns.landing),
  home: plain(patterns.home),
  products: plain(patterns.products),
  productsModal: plain(patterns.productsModal),
  product: (product: { id: number; name?: string | null }, query?: QueryParams) => {
    const name = slug(product.name ?? '');
    return `/index/products/${product.id}${name && `/${name}`}${queryString(query)}`;
  },
  cart: plain(patterns.cart),
  checkout: plain(patterns.checkout),
  confirmation: (id: number, query?: QueryParams) => `/index/order-confirmation/${id}${queryString(query)}`,
  orders: plain(patterns.orders),
  order: (id: number, query?: QueryParams) => `/index/orders/${id}${queryString(query)}`,
  invitations: plain(patterns.invitations),
  adhocOrder: plain(patterns.adhocOrder),
  adhocOrderModal: plain(patterns.adhocOrderModal),
  uniformBuilder: plain(patterns.uniformBuilder),
  stock: plain(patterns.stock),
  registrations: plain(patterns.registrations),
  profile: plain(patterns.profile),
  size: plain(patterns.size),
  people: plain(patterns.people),
  peopleImports: plain(patterns.peopleImports),
  peopleImport: (id: number, query?: QueryParams) => `/index/customers/import/${id}${queryString(query)}`,
  person: (id: number) => `/index/customers/${id}`,
  personNew: plain(patterns.personNew),
  structure: (kind?: string, query?: QueryParams) => `/index/structure${kind ? `/${kind}` : ''}${queryString(query)}`,
  resort: (id: number) => `/index/structure/destinations/${id}`,
  range: plain(patterns.range),
};
