import { paths, withSearch } from '../paths.ts';

const withText =
  (path: string, parameter: 'q' | 'keyword' | 'search', others: Record<string, string> = {}) =>
  (text: string) =>
    withSearch(path, new URLSearchParams({ ...others, [parameter]: text }));

/** Links to lists with a text searched for. `list-links.test.ts` checks that the lists read it. */
export const searchLinks = {
  people: withText(paths.people(), 'q'),
  orders: withText(paths.orders(), 'q'),
  quotes: withText(paths.quotes(), 'search'),
  quotesOfOrganisation: withText(paths.quotes(), 'search', { of: 'organisation' }),
  products: withText(paths.products(), 'keyword'),
  productsModal: withText(paths.productsModal(), 'keyword'),
};
