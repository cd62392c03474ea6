import { describe, expect, it } from 'vitest';
import type { Permission } from '#contract/endpoint.ts';
import type { Profile } from '../session/profile.ts';
import { isWithinNavEntry } from './nav-entry.ts';
import { findSettingsEntry, listHeaderNav, listPhoneNav, type NavEntry } from './nav-items.ts';

const ADMIN: Permission[] = ['AllowDashboard', 'AllowAdhocOrder', 'AllowUniformBuilder', 'AllowProducts', 'AllowStockEnquiry'];
const ADMIN_MODAL: Permission[] = [
  'AllowDashboard',
  'AllowAdhocOrderModal',
  'AllowUniformBuilder',
  'AllowProductsModal',
  'AllowStockEnquiry',
];
const BUYER: Permission[] = ['AllowAdhocOrder', 'AllowProducts', 'AllowStockEnquiry'];
const BUYER_MODAL: Permission[] = ['AllowAdhocOrderModal', 'AllowProductsModal', 'AllowStockEnquiry'];

interface Given {
  wardrobe?: boolean;
  approver?: boolean;
  delegate?: boolean;
  orderingFor?: Profile;
}

const person = (
  role: string,
  permissions: Permission[],
  { wardrobe = false, approver = false, delegate = false, orderingFor }: Given = {},
) =>
  ({
    roles: [`Organisation${role}`],
    permissions,
    organisationCollections: wardrobe ? [{ id: 1, name: 'Front Desk' }] : [],
    allowOrderApproval: approver,
    isApprovalDelegate: delegate,
    impersonatedCustomer: orderingFor ?? null,
  }) as unknown as Profile;

/** "Home, Order (My uniform, Products), Orders*": * marks a badge. */
const describeEntries = (entries: readonly NavEntry[]): string =>
  entries
    .map((entry) =>
      'items' in entry ? `${entry.label} (${describeEntries(entry.items)})` : entry.label + (entry.Count ? '*' : ''),
    )
    .join(', ');

const staff = person('Staff', ['AllowUniformBuilder'], { wardrobe: true });
const wardrobe = true;

describe('the navigation', () => {
  it.each([
    [
      'Admin with a wardrobe',
      person('Admin', ADMIN, { wardrobe }),
      'Home, Order (My uniform, Ad hoc list, Products, For many people, Stock), Orders, People*',
    ],
    [
      'Admin without a wardrobe',
      person('Admin', ADMIN),
      'Home, Order (Ad hoc list, Products, For many people, Stock), Orders, People*',
    ],
    [
      'Admin who approves',
      person('Admin', ADMIN, { approver: true }),
      'Home, Order (Ad hoc list, Products, For many people, Stock), Orders, Approvals*, People*',
    ],
    [
      'Admin, modal ordering',
      person('Admin', ADMIN_MODAL, { wardrobe }),
      'Home, Order (My uniform, Ad hoc list, Products, For many people, Stock), Orders, People*',
    ],
    [
      'Buyer',
      person('Buyer', BUYER, { wardrobe }),
      'Home, Order (Ad hoc list, Products, For many people, Stock), Orders, People',
    ],
    [
      'Buyer who approves',
      person('Buyer', BUYER, { approver: true }),
      'Home, Order (Ad hoc list, Products, For many people, Stock), Orders, Approvals*, People',
    ],
    [
      'Buyer, modal ordering',
      person('Buyer', BUYER_MODAL),
      'Home, Order (Ad hoc list, Products, For many people, Stock), Orders, People',
    ],
    ['Staff, builder only', staff, 'My uniform, Orders'],
    [
      'Staff who decide in the place of an approver',
      person('Staff', ['AllowUniformBuilder'], { wardrobe, delegate: true }),
      'Home, My uniform, Orders, Approvals*',
    ],
    ['Staff, builder only, no wardrobe', person('Staff', ['AllowUniformBuilder']), 'My uniform, Orders'],
    [
      'Staff, builder and products',
      person('Staff', ['AllowUniformBuilder', 'AllowProducts'], { wardrobe }),
      'Home, My uniform, Products, Orders',
    ],
    [
      'Staff, builder and ad hoc list, no wardrobe',
      person('Staff', ['AllowUniformBuilder', 'AllowAdhocOrder']),
      'Home, Ad hoc list, Orders',
    ],
    ['Staff, products only', person('Staff', ['AllowProducts'], { wardrobe }), 'Home, Products, Orders'],
    ['Staff, both lists', person('Staff', ['AllowProducts', 'AllowProductsModal']), 'Home, Products, Orders'],
    ['Staff, ad hoc list only', person('Staff', ['AllowAdhocOrder'], { wardrobe }), 'Home, Ad hoc list, Orders'],
    ['Staff, stock only', person('Staff', ['AllowStockEnquiry'], { wardrobe }), 'Home, Stock, Orders'],
    ['Staff, no permission', person('Staff', [], { wardrobe }), 'Home, Orders'],
    ['Sales ordering for Staff', person('Sales', ['AllowProducts'], { orderingFor: staff }), 'My uniform, Orders'],
    [
      'Admin ordering for a Buyer',
      person('Admin', ADMIN, { wardrobe, approver: true, orderingFor: person('Buyer', BUYER) }),
      'Home, Order (Ad hoc list, Products, Stock), Orders',
    ],
  ])('of %s', (_who, caller, header) => {
    expect(describeEntries(listHeaderNav(caller))).toBe(header);

    const phone = listPhoneNav(caller);
    // On a phone, the approvals are within the orders.
    expect(describeEntries(phone)).toBe(header.replace('Orders, Approvals*', 'Orders*'));
    // The cart is the fifth.
    expect(phone.length).toBeLessThanOrEqual(4);
  });

  it('shows two ways side by side in the header, and behind one button where a phone has no room', () => {
    const sales = person('Sales', ['AllowProducts', 'AllowStockEnquiry']);
    expect(describeEntries(listHeaderNav(sales))).toBe('Home, Order (Products, For many people, Stock), Orders, People');
    expect(describeEntries(listPhoneNav(sales))).toBe('Home, Order (Products, For many people, Stock), Orders, People');
  });

  it('names approvals for anyone who has some to decide on', () => {
    expect(describeEntries(listHeaderNav(person('Admin', ADMIN), { canApprove: true }))).toBe(
      'Home, Order (Ad hoc list, Products, For many people, Stock), Orders, Approvals*, People*',
    );
  });

  it('has the range as an entry only for administrators without a list of products, whose navigation leads to it', () => {
    expect(describeEntries(listHeaderNav(person('Admin', ['AllowDashboard'])))).toBe('Home, Range, Orders, People*');
    expect(describeEntries(listHeaderNav(person('Admin', ['AllowDashboard'], { orderingFor: staff })))).toBe(
      'My uniform, Orders',
    );
  });

  it.each([
    ['Admin', person('Admin', ADMIN), true],
    ['Admin ordering for Staff', person('Admin', ADMIN, { orderingFor: staff }), false],
    ['Buyer', person('Buyer', BUYER), false],
    ['Sales', person('Sales', ['AllowProducts']), false],
    ['Staff', staff, false],
  ])('has the settings for administrators alone, at every one of their addresses: %s', (_who, caller, hasSettings) => {
    const settings = findSettingsEntry(caller);
    expect(settings !== undefined).toBe(hasSettings);
    if (!settings) return;
    const current = [
      '/index/settings',
      '/index/settings/groups',
      '/index/settings/wardrobes/12',
      '/index/people',
      '/index/range',
    ];
    expect(current.map((path) => isWithinNavEntry(path, settings))).toEqual([true, true, true, false, false]);
  });

  it.each([
    ['/index/uniform-builder', staff, 'My uniform'],
    ['/index/products/12/polo', staff, 'My uniform'],
    ['/index/products/12/polo', person('Buyer', BUYER), 'Order'],
    ['/index/products/12/polo', person('Staff', ['AllowAdhocOrder']), 'Ad hoc list'],
    ['/index/products-modal', person('Staff', ['AllowProducts']), 'Products'],
    ['/index/adhoc-order', person('Buyer', BUYER), 'Order'],
    ['/index/adhoc-order-modal', person('Buyer', BUYER_MODAL), 'Order'],
    ['/index/stock', person('Buyer', BUYER), 'Order'],
    ['/index/stock', person('Staff', ['AllowStockEnquiry']), 'Stock'],
    ['/index/uniform-builder', person('Admin', ADMIN, { wardrobe }), 'Order'],
    ['/index/customers/12', person('Admin', ADMIN), 'People'],
    ['/index/range', person('Admin', ADMIN), 'Order'],
    ['/index/range', person('Admin', ['AllowDashboard']), 'Range'],
    ['/index/settings/groups', person('Admin', ADMIN), undefined],
    ['/index/orders/7', staff, 'Orders'],
    ['/index/invoices/3', person('Admin', ADMIN), 'Orders'],
    ['/index/returnrequests/all', person('Admin', ADMIN), 'Orders'],
    ['/index/made-to-measure', staff, 'Orders'],
    ['/index/approvals', person('Buyer', BUYER, { approver: true }), 'Orders'],
    ['/index/cart', staff, undefined],
  ])('marks on %s', (path, caller, current) => {
    const marked = listPhoneNav(caller).filter((entry) => isWithinNavEntry(path, entry));
    expect(marked.map(({ label }) => label)).toEqual(current ? [current] : []);
  });
});
