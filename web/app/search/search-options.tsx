import type { ReactNode } from 'react';
import type { ReplyOf } from '#contract/index.ts';
import { OrdersIcon, PersonIcon, RightIcon, SearchIcon } from '#web/ui/content/icons.tsx';
import { Picture } from '#web/ui/content/picture.tsx';
import { formatDate } from '#web/ui/format/format.ts';
import { describeOrderStatus } from '../order-states.ts';
import { paths } from '../paths.ts';
import { hasProductList } from '../session/ordering-link.ts';
import { canImpersonate, getEffectiveProfile, type Profile } from '../session/profile.ts';
import type { RecentItem } from './recent.ts';
import { searchLinks } from './search-links.ts';
import { findPages, SEARCH_PAGES } from './search-pages.ts';

type Results = ReplyOf<'GET /api/search'>;
type Kind = RecentItem['kind'];

/** One row of the results. */
export interface SearchOption {
  to: string;
  label: string;
  /** What tells it from others of the same name. */
  detail: string;
  /** A status in words, at the end of the row. */
  status?: string;
  icon: ReactNode;
  /** What it is remembered as; undefined for links to lists. */
  kind?: Kind;
}

/** Rows under one heading. */
export interface SearchGroup {
  title: string;
  options: SearchOption[];
}

const ICONS: Record<Kind, ReactNode> = {
  page: <RightIcon size={18} />,
  person: <PersonIcon size={18} />,
  order: <OrdersIcon size={18} />,
  product: <Picture src={null} alt="" size={36} />,
};

const join = (...parts: (string | null)[]) => parts.filter(Boolean).join(' · ');

/** The row that leads to a list with the search applied. */
const toListOption = (label: string, to: string): SearchOption => ({ to, label, detail: '', icon: <SearchIcon size={18} /> });

const toPageOption = ({ to, label }: { to: string; label: string }): SearchOption => ({
  to,
  label,
  detail: '',
  icon: ICONS.page,
  kind: 'page',
});

/** What is offered before anything is typed: what was opened last, or else the first pages. */
export function listInitialGroups(caller: Profile, recent: readonly RecentItem[]): SearchGroup[] {
  if (recent.length > 0)
    return [{ title: 'Recently opened', options: recent.map((item) => ({ ...item, icon: ICONS[item.kind] })) }];
  return [
    {
      title: 'Pages',
      options: SEARCH_PAGES.filter(({ canOpen }) => canOpen(caller))
        .slice(0, 6)
        .map(toPageOption),
    },
  ];
}

/** The pages that match, and the results of the server once they have arrived. */
export function listResultGroups(caller: Profile, query: string, results: Results | undefined): SearchGroup[] {
  const groups = [
    { title: 'Pages', options: findPages(caller, query).map(toPageOption) },
    { title: 'People', options: listPeople(caller, query, results?.people ?? null) },
    { title: 'Orders', options: listOrders(query, results?.orders ?? null) },
    { title: 'Products', options: listProducts(caller, query, results?.products ?? null) },
  ];
  return groups.filter(({ options }) => options.length > 0);
}

function listPeople(caller: Profile, query: string, people: Results['people']): SearchOption[] {
  if (!people) return [];
  const toOption = (person: (typeof people.results)[number]): SearchOption => ({
    // Buyers have a list of people, but no page of each.
    to: canImpersonate(caller) ? paths.person(person.id) : searchLinks.people(person.email),
    label: `${person.firstName} ${person.lastName}`.trim() || person.email,
    detail: join(person.employeeNumber, person.email, person.jobRole, person.destination),
    ...(!person.active && { status: 'Inactive' }),
    icon: ICONS.person,
    kind: 'person',
  });
  const more = people.hasMore ? [toListOption('All people who match', searchLinks.people(query))] : [];
  return [...people.results.map(toOption), ...more];
}

function listOrders(query: string, orders: Results['orders']): SearchOption[] {
  if (!orders) return [];
  const toOption = (order: (typeof orders.results)[number]): SearchOption => ({
    to: paths.order(order.id),
    label: `Order ${order.id}`,
    detail: join(order.customer, formatDate(order.createdOnUtc), order.poNumber && `PO ${order.poNumber}`),
    status: describeOrderStatus(order).label,
    icon: ICONS.order,
    kind: 'order',
  });
  const more = orders.hasMore ? [toListOption('All orders that match', searchLinks.orders(query))] : [];
  return [...orders.results.map(toOption), ...more];
}

function listProducts(caller: Profile, query: string, products: Results['products']): SearchOption[] {
  if (!products) return [];
  const profile = getEffectiveProfile(caller);
  const toOption = (product: (typeof products.results)[number]): SearchOption => ({
    to: paths.product(product),
    label: product.name,
    detail: product.sku ?? '',
    icon: <Picture src={product.imageSrc} alt="" size={36} eager />,
    kind: 'product',
  });
  const list = profile.permissions.includes('AllowProducts') ? searchLinks.products : searchLinks.productsModal;
  const more = products.hasMore && hasProductList(profile) ? [toListOption('All products that match', list(query))] : [];
  return [...products.results.map(toOption), ...more];
}
