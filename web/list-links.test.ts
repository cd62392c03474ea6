import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readListState } from './app/lists/list-state.ts';
import { searchLinks } from './app/search/search-links.ts';
import { parseListUrlState } from './catalogue/products/listing/list-url-state.ts';
import { ordersList } from './ordering/orders/orders-list.tsx';
import { organisationQuotesList, ownQuotesList } from './ordering/quotes/quotes-list.tsx';
import { peopleList } from './people/list/people-list.tsx';
import {
  linkToRegistrations,
  type RegistrationSection,
  readRegistrationSection,
  registrationSections,
} from './people/registration/registrations-url.ts';

/** Where a link leads, and how the page there reads it. */
interface FollowedLink {
  link: string;
  path: string;
  read: (search: URLSearchParams) => object;
  expected: object;
}

function toSection(section: RegistrationSection): FollowedLink {
  return {
    link: linkToRegistrations(section),
    path: '/index/registrations',
    read: (search) => ({ section: readRegistrationSection(search) }),
    expected: { section },
  };
}

/** Every link to a list that carries filters, by file and call. A new one is added here with what its page must read. */
const LINKS: Record<string, FollowedLink[]> = {
  'people/registration/registrations-page.tsx: linkToRegistrations(section)': registrationSections.map(toSection),
  "people/registration/registration-requests.tsx: linkToRegistrations('links')": [toSection('links')],
};

/** A path followed by a question mark, without the module that reads the filters. */
const WRITTEN_BY_HAND = /(paths\.\w+\([^)]*\)|patterns\.\w+|\/index\/[\w-]+)\}?\?[\w$]/;

const sources = globSync('**/*.{ts,tsx}', { cwd: import.meta.dirname })
  .filter((file) => !file.includes('.test.') && !file.startsWith('testing/'))
  .map((file) => [file, readFileSync(`${import.meta.dirname}/${file}`, 'utf8')] as const);

describe('links to lists', () => {
  it('that carry filters are all followed by this test', () => {
    const built = sources.flatMap(([file, text]) =>
      [...text.matchAll(/(?<!const )\blinkTo\w+\([^)]*\)/g)].map(([call]) => `${file}: ${call}`),
    );
    expect(built.toSorted()).toEqual(Object.keys(LINKS).toSorted());
  });

  it('are built only by the module that also reads the filters', () => {
    const builders = sources.filter(([, text]) => /\bwithSearch\(paths\./.test(text));
    for (const [file, text] of builders) {
      expect([file, /export function read\w+\(search: URLSearchParams\)/.test(text)]).toEqual([file, true]);
    }
    const byHand = sources.filter(([, text]) => WRITTEN_BY_HAND.test(text));
    expect(byHand.map(([file]) => file)).toEqual([]);
    for (const sample of ['paths.orders()}?page=2', "'/index/orders?approval=1'", 'patterns.people}?q='])
      expect([sample, WRITTEN_BY_HAND.test(sample)]).toEqual([sample, true]);
  });

  it.each(Object.entries(LINKS).flatMap(([site, links]) => links.map((link) => [site, link.link, link] as const)))(
    '%s: the page reads %s as it was meant',
    (_, link, { path, read, expected }) => {
      const url = new URL(link, 'https://uniforms.example');
      expect(url.pathname).toBe(path);
      expect(read(url.searchParams)).toEqual(expected);
    },
  );
});

describe('links of the search', () => {
  const text = 'Ann & Söhne 50%';
  it.each([
    ['people', '/index/customers', (search: URLSearchParams) => readListState(peopleList, search).search],
    ['orders', '/index/orders', (search: URLSearchParams) => readListState(ordersList, search).search],
    ['quotes', '/index/quotes', (search: URLSearchParams) => readListState(ownQuotesList, search).search],
    ['quotesOfOrganisation', '/index/quotes', (search: URLSearchParams) => readListState(organisationQuotesList, search).search],
    ['products', '/index/products', (search: URLSearchParams) => parseListUrlState(search).keyword],
    ['productsModal', '/index/products-modal', (search: URLSearchParams) => parseListUrlState(search).keyword],
  ] as const)('show in %s what was searched for', (list, path, readText) => {
    const url = new URL(searchLinks[list](text), 'https://uniforms.example');
    expect([url.pathname, readText(url.searchParams)]).toEqual([path, text]);
  });
});
