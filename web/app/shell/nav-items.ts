import type { ReactNode } from 'react';
import { CheckIcon, GarmentIcon, HangerIcon, HomeIcon, OrdersIcon, PeopleIcon } from '#web/ui/content/icons.tsx';
import { ListIcon, SettingsIcon, SheetIcon, StockIcon } from '#web/ui/content/menu-icons.tsx';
import { paths } from '../paths.ts';
import { listOrderingWays, type OrderingWay, ordersOnlyOwnUniform } from '../session/ordering-link.ts';
import {
  canListPeople,
  decidesOnOrders,
  getEffectiveProfile,
  hasAnyPermission,
  isAdmin,
  type Profile,
  seesAdministration,
} from '../session/profile.ts';
import { PendingApprovalsBadge, PendingPeopleBadge } from './nav-badges.tsx';
import type { NavPage, NavPages } from './nav-entry.ts';

/** A link of the main navigation. */
export interface NavItem extends NavPage {
  Icon: typeof HomeIcon;
  /** Badge with the number of things that wait for action there. */
  Count?: () => ReactNode;
}

/** Several links behind one button. */
interface NavGroup extends NavPages<NavItem> {
  Icon: typeof HomeIcon;
}

export type NavEntry = NavItem | NavGroup;

/** Pages that the list of orders leads to. */
const OF_ORDERS = [paths.quotes(), paths.returns(), paths.proofs(), paths.madeToMeasure(), paths.invoices()];

/** The number of entries for which a phone has room, the cart included. */
const PHONE_ENTRIES = 5;

/** More ways of ordering than these share one entry. */
const MAX_SEPARATE_WAYS = 2;

interface NavItems {
  /** None where the first way of ordering is the home page too. */
  home: readonly NavItem[];
  /** The ways of ordering. */
  ways: readonly NavItem[];
  others: readonly NavItem[];
}

/** How each way of ordering is shown. */
const WAYS: Record<OrderingWay['kind'], Pick<NavItem, 'label' | 'Icon'>> = {
  uniform: { label: 'My uniform', Icon: HangerIcon },
  adhoc: { label: 'Ad hoc list', Icon: ListIcon },
  products: { label: 'Products', Icon: GarmentIcon },
  sheet: { label: 'For many people', Icon: SheetIcon },
};

/** The pages from which the person whose pages are shown orders, or looks up what could be ordered, in their order. */
function listWaysOfOrdering(caller: Profile): NavItem[] {
  const ordering = listOrderingWays(caller);
  const managesRange = seesAdministration(caller);
  const hasList = ordering.some(({ kind }) => kind === 'products');
  const ways: NavItem[] = ordering.map(({ kind, to }) => ({ to, ...WAYS[kind] }));
  const [first] = ways;
  const list = ways.find(({ to }) => to === paths.products() || to === paths.productsModal());
  if (list) list.otherPaths = [paths.products(), paths.productsModal(), ...(managesRange ? [paths.range()] : [])];
  // Without a list, product pages are reached from the first way.
  else if (first) first.otherPaths = [paths.products()];
  // Without the list of products, whose navigation leads to it, the range has an entry of its own.
  if (managesRange && !hasList) ways.push({ to: paths.range(), label: 'Range', Icon: GarmentIcon });
  if (hasAnyPermission(getEffectiveProfile(caller), ['AllowStockEnquiry']))
    ways.push({ to: paths.stock(), label: 'Stock', Icon: StockIcon });
  return ways;
}

/** What decides about entries of the navigation besides the profile. */
interface NavFacts {
  /** Whether the person has orders to decide on; by default, whether they approve orders or do so in an approver's place. */
  canApprove?: boolean;
}

const getCanApprove = (caller: Profile, { canApprove = decidesOnOrders(caller) }: NavFacts) =>
  canApprove && caller.impersonatedCustomer === null;

function listNavItems(caller: Profile): NavItems {
  const others: NavItem[] = [{ to: paths.orders(), label: 'Orders', Icon: OrdersIcon, otherPaths: OF_ORDERS }];
  if (canListPeople(caller) && !caller.punchoutSessionGuid)
    others.push({
      to: paths.people(),
      label: 'People',
      Icon: PeopleIcon,
      otherPaths: [paths.registrations(), paths.requests(), paths.invitations()],
      ...(isAdmin(caller) && { Count: PendingPeopleBadge }),
    });
  return {
    home: ordersOnlyOwnUniform(caller) ? [] : [{ to: paths.home(), label: 'Home', Icon: HomeIcon }],
    ways: listWaysOfOrdering(caller),
    others,
  };
}

/** The settings of the organisation, for administrators. */
const SETTINGS: NavItem = {
  to: paths.settings(),
  label: 'Settings',
  Icon: SettingsIcon,
};

/** The settings, where the person may open them. On narrow screens they are in the menu of the account: the navigation has no room for them. */
export const findSettingsEntry = (caller: Profile): NavItem | undefined => (seesAdministration(caller) ? SETTINGS : undefined);

/** The ways of ordering behind one button. */
const toOrderGroup = (items: readonly NavItem[]): NavGroup => ({ label: 'Order', Icon: GarmentIcon, items });

/**
 * The entries of the navigation in the header, in their order; on wide screens the settings follow them, then the cart. More than two
 * ways of ordering become one entry: with all others they would be wider than a small screen.
 */
export function listHeaderNav(caller: Profile, facts: NavFacts = {}): NavEntry[] {
  const { home, ways, others } = listNavItems(caller);
  const approvals = { to: paths.approvals(), label: 'Approvals', Icon: CheckIcon, Count: PendingApprovalsBadge };
  const [orders, ...rest] = others;
  return [
    ...home,
    ...(ways.length > MAX_SEPARATE_WAYS ? [toOrderGroup(ways)] : ways),
    ...(orders ? [orders] : []),
    ...(getCanApprove(caller, facts) ? [approvals] : []),
    ...rest,
  ];
}

/**
 * The entries of the navigation at the bottom of a phone, in their order. The cart follows them. The ways of ordering become one entry where
 * there are more than two of them, or too little room. Approvals are reached through the orders, which show their number.
 */
export function listPhoneNav(caller: Profile, facts: NavFacts = {}): NavEntry[] {
  const { home, ways, others: items } = listNavItems(caller);
  const others = items.map((item) =>
    item.to === paths.orders() && getCanApprove(caller, facts)
      ? { ...item, otherPaths: [paths.approvals(), ...OF_ORDERS], Count: PendingApprovalsBadge }
      : item,
  );
  const isGrouped =
    ways.length > MAX_SEPARATE_WAYS || (ways.length > 1 && ways.length + others.length + home.length + 1 > PHONE_ENTRIES);
  return [...home, ...(isGrouped ? [toOrderGroup(ways)] : ways), ...others];
}
