import { paths, withSearch } from '../paths.ts';

const withText = (path: string, parameter: 'q' | 'keyword' | 'search') => (text: string) =>
  withSearch(path, new URLSearchParams({ [parameter]: text }));

/** Links to lists with a text searched for. `list-links.test.ts` checks that the lists read it. */
export const searchLinks = {
  people: withText(paths.people(), 'q'),
  orders: withText(paths.orders(), 'q'),
  quotes: withText(paths.quotes(), 'search'),
  quotesOfOrganisation: (text: string) => withSearch(paths.quotes(), new URLSearchParams({ of: 'organisation', search: text })),
  products: withText(paths.products(), 'keyword'),
  productsModal: withText(paths.productsModal(), 'keyword'),
};
