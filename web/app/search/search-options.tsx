import type { ReactNode } from 'react';
import type { ReplyOf } from '#contract/index.ts';
import { QUOTE_STATUSES } from '#contract/ordering/quotes/quote-states.ts';
import { OrdersIcon, PersonIcon, RightIcon, SearchIcon } from '#web/ui/content/icons.tsx';
import { Picture } from '#web/ui/content/picture.tsx';
import { formatDate } from '#web/ui/format/format.ts';
import { describeOrderStatus } from '../order-states.ts';
import { paths } from '../paths.ts';
import { hasProductList } from '../session/ordering-link.ts';
import { canImpersonate, getEffectiveProfile, isWearer, type Profile } from '../session/profile.ts';
import type { RecentItem } from './recent.ts';
import { type Command, findActions, listActions, listCommands, type SearchAct, type SearchAction } from './search-actions.ts';
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
  /** What it does instead of opening a page; `to` only tells it from the others. */
  act?: SearchAct;
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
  quote: <OrdersIcon size={18} />,
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

const toActionOption = ({ label, to, act }: SearchAction): SearchOption => ({
  to: to ?? label,
  label,
  detail: '',
  icon: ICONS.page,
  ...(to !== undefined && { kind: 'page' as const }),
  ...(act && { act }),
});

/** What is offered before anything is typed: what was opened last, or else the first pages; and what can be done. */
export function listInitialGroups(caller: Profile, recent: readonly RecentItem[]): SearchGroup[] {
  const actions = listActions(caller);
  const isAction = ({ to }: { to: string }) => actions.some((action) => action.to === to);
  const pages = SEARCH_PAGES.filter((page) => page.canOpen(caller) && !isAction(page)).slice(0, 6);
  return withOptions([
    recent.length > 0
      ? { title: 'Recently opened', options: recent.map((item) => ({ ...item, icon: ICONS[item.kind] })) }
      : { title: 'Pages', options: pages.map(toPageOption) },
    { title: 'Actions', options: actions.filter(({ to }) => !recent.some((item) => item.to === to)).map(toActionOption) },
  ]);
}

const withOptions = (groups: readonly SearchGroup[]) => groups.filter(({ options }) => options.length > 0);

/** The actions and pages that match, and the results of the server once they have arrived. */
export function listResultGroups(caller: Profile, query: string, results: Results | undefined): SearchGroup[] {
  const actions = findActions(caller, query);
  const pages = findPages(caller, query).filter(({ to }) => !actions.some((action) => action.to === to));
  const products = results?.products ?? null;
  const areSimilar = products?.areSimilar ?? false;
  // What only resembles the text is no result beside something that matches: "approve" is not an apron.
  const shown = areSimilar && actions.length + pages.length > 0 ? null : products;
  return withOptions([
    { title: 'Actions', options: actions.map(toActionOption) },
    { title: 'Pages', options: pages.map(toPageOption) },
    { title: 'People', options: listPeople(caller, query, results?.people ?? null) },
    ...listActionsFor(caller, results?.people?.results[0]),
    { title: 'Orders', options: listOrders(query, results?.orders ?? null) },
    { title: 'Quotes', options: listQuotes(caller, query, results?.quotes ?? null) },
    { title: areSimilar ? 'Products with similar names' : 'Products', options: listProducts(caller, query, shown) },
  ]);
}

/** What can be done with the people who were found, where the text says what to do. */
export function listCommandGroups(command: Command, sought: string, people: Results['people']): SearchGroup[] {
  const found = people?.results.filter((person) => mayBeDone(command, person)) ?? [];
  const more = people?.hasMore && found.length > 0 ? [toListOption('All people who match', searchLinks.people(sought))] : [];
  return withOptions([
    { title: COMMAND_TITLES[command], options: [...found.map((person) => toActOption(command, person)), ...more] },
  ]);
}

type FoundPerson = NonNullable<Results['people']>['results'][number];

const COMMAND_TITLES: Readonly<Record<Command, string>> = { orderFor: 'Order for', invite: 'Invite' };

const nameOf = ({ firstName, lastName, email }: FoundPerson) => `${firstName} ${lastName}`.trim() || email;

const mayBeDone = (command: Command, person: FoundPerson) => (command === 'orderFor' ? person.canOrderFor : person.canInvite);

const toActOption = (command: Command, person: FoundPerson): SearchOption => ({
  to: `${command} ${person.id}`,
  label: `${COMMAND_TITLES[command]} ${nameOf(person)}`,
  detail: describePerson(person),
  icon: ICONS.person,
  act: { kind: command, person: { id: person.id, name: nameOf(person) } },
});

/** What can be done with the first person who was found. */
function listActionsFor(caller: Profile, person: FoundPerson | undefined): SearchGroup[] {
  if (!person) return [];
  const commands = listCommands(caller).filter((command) => mayBeDone(command, person));
  return [{ title: `Actions for ${nameOf(person)}`, options: commands.map((command) => toActOption(command, person)) }];
}

const describePerson = ({ employeeNumber, email, jobRole, destination }: FoundPerson) =>
  join(employeeNumber, email, jobRole, destination);

function listPeople(caller: Profile, query: string, people: Results['people']): SearchOption[] {
  if (!people) return [];
  const toOption = (person: FoundPerson): SearchOption => ({
    // Buyers have a list of people, but no page of each.
    to: canImpersonate(caller) ? paths.person(person.id) : searchLinks.people(person.email),
    label: nameOf(person),
    detail: describePerson(person),
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

function listQuotes(caller: Profile, query: string, quotes: Results['quotes']): SearchOption[] {
  if (!quotes) return [];
  const toOption = ({ id, quoteNumber, title, customer, status }: (typeof quotes.results)[number]): SearchOption => ({
    to: paths.quote(id),
    label: `${quoteNumber}: ${title}`,
    detail: customer,
    status: QUOTE_STATUSES.find(({ name }) => name === status)?.label ?? status,
    icon: ICONS.quote,
    kind: 'quote',
  });
  const list = isWearer(getEffectiveProfile(caller)) ? searchLinks.quotes : searchLinks.quotesOfOrganisation;
  const more = quotes.hasMore ? [toListOption('All quotes that match', list(query))] : [];
  return [...quotes.results.map(toOption), ...more];
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
