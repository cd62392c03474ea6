import { type Attack, type Finding, SkippedError, summarizeChecks } from '../attack.ts';
import { logIn, readJson, type Session, type Target, tryLogIn } from '../target.ts';

interface Wardrobe {
  collectionGroups: { productIds: number[] }[];
  childCollections: Wardrobe[];
}

interface Product {
  id: number;
  published: boolean;
}

const listedProducts = (wardrobe: Wardrobe): number[] => [
  ...wardrobe.collectionGroups.flatMap(({ productIds }) => productIds),
  ...wardrobe.childCollections.flatMap(listedProducts),
];

async function readWardrobes(session: Session): Promise<number[]> {
  const path = '/api/organisationcollection?restrictToCustomer=true&includeCollectionGroups=true';
  const { organisationCollections } = readJson<{ organisationCollections: Wardrobe[] }>(await session.call('GET', path));
  return organisationCollections.flatMap(listedProducts);
}

/** Products that the organisation buys, and that none of the wardrobes lists. */
async function findOutsideProducts(
  admin: Session,
  listed: readonly number[],
  limit = 100,
): Promise<{ productId: number; combinationId: number }[]> {
  const { products } = readJson<{ products: Product[] }>(await admin.call('GET', '/api/products?limit=100'));
  const items: { productId: number; combinationId: number }[] = [];
  for (const { id: productId } of products.filter(({ id }) => !listed.includes(id))) {
    if (items.length === limit) break;
    const item = await findCombination(admin, productId);
    if (item) items.push(item);
  }
  return items;
}

/** The first combination of the product that the person may order. */
async function findCombination(
  session: Session,
  productId: number,
): Promise<{ productId: number; combinationId: number } | undefined> {
  const response = await session.call('GET', `/api/products/${productId}`);
  if (response.status !== 200) return undefined;
  const [product] = readJson<{ products: { productAttributeCombinations: { id: number }[] }[] }>(response).products;
  const combinationId = product?.productAttributeCombinations[0]?.id;
  return combinationId === undefined ? undefined : { productId, combinationId };
}

const addToCart = (session: Session, items: readonly object[]) =>
  session.call('POST', '/api/shopping_cart_items/multiple', { items });

/** Whether 40 pieces, or one where the stock is smaller, get into the cart. */
async function canAdd(session: Session, item: object): Promise<boolean> {
  for (const quantity of [40, 1]) if ((await addToCart(session, [{ ...item, quantity }])).status === 200) return true;
  return false;
}

/** Orders the cart, and returns the status of the response. */
async function placeOrder(session: Session): Promise<number> {
  const { addresses } = readJson<{ addresses: { id: number }[] }>(await session.call('GET', '/api/shippingaddresses'));
  const checkout = {
    billingAddressId: addresses[0]?.id,
    shippingAddressId: addresses[0]?.id,
    shippingOption: { name: 'Standard delivery' },
    paymentMethodSystemName: 'Payments.OnAccount',
    poNumber: 'ATTACK-1',
  };
  const summary = await session.call('POST', '/api/checkoutsummary', { checkout });
  if (summary.status !== 200) return summary.status;
  return (await session.call('POST', '/api/setpaymentform', { checkout: {} })).status;
}

async function emptyCart(session: Session): Promise<void> {
  const { items } = readJson<{ items: { id: number }[] }>(await session.call('GET', '/api/shopping_cart_items'));
  for (const { id } of items) await session.call('DELETE', `/api/shopping_cart_items/${id}`);
}

const orderOutside: Attack = {
  name: 'Order 40 pieces of any product as staff',
  expected: 'staff@meridian.example, who may only use the uniform builder, adds and orders nothing outside the own wardrobes',
  run: async (target) => {
    const admin = await logIn(target, 'admin@meridian.example');
    const staff = await logIn(target, 'staff@meridian.example');
    await emptyCart(staff);
    const outside = await findOutsideProducts(admin, await readWardrobes(staff));
    let added = 0;
    for (const item of outside) if (await canAdd(staff, item)) added += 1;
    const ordered = added > 0 ? await placeOrder(staff) : undefined;
    await emptyCart(staff);
    return {
      held: outside.length > 0 && added === 0,
      seen: `${added} of ${outside.length} products outside were added${ordered === undefined ? '' : `, the order answered ${ordered}`}`,
    };
  },
};

const orderOutsideForStaff: Attack = {
  name: 'Order any product while impersonating staff',
  expected: 'administrators and Sales who impersonate staff@meridian.example add nothing outside the wardrobes either',
  run: async (target) => {
    const admin = await logIn(target, 'admin@meridian.example');
    const staff = await logIn(target, 'staff@meridian.example');
    const outside = await findOutsideProducts(admin, await readWardrobes(staff));
    const { id } = readJson<{ id: number }>(await staff.call('GET', '/api/customerprofile'));
    const checks: Finding[] = [];
    for (const email of ['admin@meridian.example', 'sales@meridian.example']) {
      const caller = await logIn(target, email);
      readJson(await caller.call('GET', `/api/customers/impersonate/${id}`));
      let added = 0;
      for (const item of outside) if (await canAdd(caller, item)) added += 1;
      await emptyCart(caller);
      await caller.call('GET', '/api/customers/impersonateCancel');
      checks.push({ held: outside.length > 0 && added === 0, seen: `${email}: ${added} of ${outside.length} added` });
    }
    return summarizeChecks(checks);
  },
};

/** Adds one of the person's own products, and says how far the order gets. */
async function orderOwn(target: Target, session: Session): Promise<Finding> {
  const listed = await readWardrobes(session);
  const admin = await logIn(target, 'admin@corvane.example');
  await emptyCart(session);
  for (const productId of listed) {
    const item = (await findCombination(session, productId)) ?? (await findCombination(admin, productId));
    if (!item) continue;
    const added = await addToCart(session, [{ ...item, quantity: 1 }]);
    // Not every product of a wardrobe is offered.
    if (added.status === 404) continue;
    if (added.status !== 200) return { held: true, seen: `adding answered ${added.status} ${added.text.slice(0, 160)}` };
    const { canCheckout } = JSON.parse(added.text) as { canCheckout: boolean };
    const ordered = await placeOrder(session);
    await emptyCart(session);
    return { held: ordered >= 400 && !canCheckout, seen: `canCheckout ${canCheckout}, ordering answered ${ordered}` };
  }
  throw new SkippedError('no product of the own wardrobes is offered');
}

const closedWindow: Attack = {
  name: 'Order after the ordering window has closed',
  expected: 'track@corvane.example cannot add, or the cart cannot be checked out and placing is refused',
  run: async (target) => {
    if ((await tryLogIn(target, 'track@corvane.example')).status !== 200)
      throw new SkippedError('the demonstration has no track@corvane.example');
    return orderOwn(target, await logIn(target, 'track@corvane.example'));
  },
};

const closeWindow: Attack = {
  name: 'Order after an administrator has closed the ordering window',
  expected: 'the season’s window ends yesterday: a wearer’s order that would count in it is refused',
  needs: 'its own portal',
  run: async (target) => {
    const admin = await logIn(target, 'admin@corvane.example');
    const staff = await logIn(target, 'staff@corvane.example');
    const { organisationSeasons } = readJson<{
      organisationSeasons: {
        id: number;
        isCurrent: boolean;
        orderingOpensUtc: string | null;
        orderingClosesUtc: string | null;
      }[];
    }>(await admin.call('GET', '/api/organisationseasons'));
    const season = organisationSeasons.find(({ isCurrent }) => isCurrent);
    if (!season) throw new SkippedError('Corvane has no current season');
    const path = `/api/organisationseasons/${season.id}`;
    const day = (offset: number) => new Date(Date.now() + offset * 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
    readJson(await admin.call('PUT', path, { organisationSeason: { orderingOpensUtc: day(-20), orderingClosesUtc: day(-1) } }));
    const finding = await orderOwn(target, staff);
    const { orderingOpensUtc, orderingClosesUtc } = season;
    await admin.call('PUT', path, { organisationSeason: { orderingOpensUtc, orderingClosesUtc } });
    return finding;
  },
};

const pastDelivery: Attack = {
  name: 'Request delivery in the past',
  expected: 'the summary answers 422 `requestedDeliveryDateUtc`',
  run: async (target) => {
    const buyer = await logIn(target, 'buyer@meridian.example');
    await emptyCart(buyer);
    const [item] = await findOutsideProducts(buyer, [], 1);
    readJson(await addToCart(buyer, [{ ...item, quantity: 1 }]));
    const response = await buyer.call('POST', '/api/checkoutsummary', {
      checkout: { requestedDeliveryDateUtc: '2020-01-01T00:00:00Z' },
    });
    await emptyCart(buyer);
    const isRefused = response.status === 422 && response.text.includes('requestedDeliveryDateUtc');
    return { held: isRefused, seen: `the summary answered ${response.status}` };
  },
};

interface RangeItem {
  id: number;
  productId: number;
  overriddenPrice: number | null;
  pricePercent: number | null;
  price: number | null;
  version: number;
}

async function readRangeItem(admin: Session): Promise<RangeItem> {
  const { productOrganisations } = readJson<{ productOrganisations: RangeItem[] }>(
    await admin.call('GET', '/api/productsorganisation?limit=1'),
  );
  if (!productOrganisations[0]) throw new Error('The range is empty.');
  return productOrganisations[0];
}

/** Tries to set a price by every call, and compares the price before and after each. */
async function setPrices(target: Target, email: string): Promise<Finding[]> {
  const admin = await logIn(target, email);
  const findings: Finding[] = [];
  const tries: [name: string, change: (item: RangeItem) => Promise<{ status: number }>][] = [
    [
      'call 47, price',
      ({ id }) => admin.call('PUT', '/api/productorganisation', { productOrganisation: { id, overriddenPrice: 0.01 } }),
    ],
    [
      'call 47, percent',
      ({ id }) => admin.call('PUT', '/api/productorganisation', { productOrganisation: { id, pricePercent: -99 } }),
    ],
    [
      'bulk edit',
      ({ id, version }) =>
        admin.call('POST', '/api/productsorganisation/bulk', {
          ids: [id],
          versions: [version],
          change: { price: { percent: -99 } },
        }),
    ],
  ];
  for (const [name, change] of tries) {
    const before = await readRangeItem(admin);
    const { status } = await change(before);
    const after = await readRangeItem(admin);
    findings.push({
      held: before.price === after.price,
      seen: `${name}: ${status}, price ${before.price === after.price ? 'unchanged' : `${before.price} became ${after.price}`}`,
    });
    const { overriddenPrice, pricePercent } = before;
    if (before.price !== after.price)
      await admin.call('PUT', '/api/productorganisation', {
        productOrganisation: { id: before.id, overriddenPrice, ...(overriddenPrice === null ? { pricePercent } : {}) },
      });
  }
  return findings;
}

const foreignPrices: Attack = {
  name: 'Set the supplier’s prices as a client’s administrator',
  expected: 'at Hallam and Corvane, which keep no prices of their own, no call changes a price',
  run: async (target) =>
    summarizeChecks([
      ...(await setPrices(target, 'admin@hallam.example')),
      ...(await setPrices(target, 'admin@corvane.example')),
    ]),
};

/** Attacks on what may be ordered, when, and at which price. */
export const orderingAttacks: Attack[] = [
  orderOutside,
  orderOutsideForStaff,
  closedWindow,
  closeWindow,
  pastDelivery,
  foreignPrices,
];
