import { type TierPrice, unitPrice } from '#api/catalogue/pricing/pricing.rules.ts';
import type { Combination } from './catalogue/combinations.ts';
import type { Catalogue, Product } from './catalogue-rows.ts';
import { getProduct, toCopiedProductId } from './catalogue-rows.ts';
import type { Row } from './insert.ts';
import type { OrganisationPlan } from './organisations/plan.ts';

/** A product that an organisation buys. */
export interface Offer {
  product: Product;
  name: string;
  /** The organisation's own price of every combination. */
  ownPrice: number | null;
  tiers: TierPrice[];
}

/** The products that an organisation buys, with its own prices and quantity tiers. */
export function listOffers(plan: OrganisationPlan, { products }: Catalogue): Offer[] {
  const bought = new Set(plan.range.products);
  return products
    .filter(({ originalHandle }) => bought.has(originalHandle))
    .map((product) => {
      const own = plan.range.own[product.sheet.handle];
      const tiers = [...(product.sheet.tiers ?? []), ...(own?.tiers ?? [])].map(([quantity, priceMinor]) => ({
        quantity,
        priceMinor,
      }));
      return { product, name: own?.name ?? product.sheet.name, ownPrice: own?.price ?? null, tiers };
    });
}

/** Price of one piece in pence, without tax, on a line of this quantity: the rule of the view `offer`, then the quantity tiers. */
export function getUnitPrice({ product, ownPrice, tiers }: Offer, combination: Combination, quantity: number): number {
  const priceMinor = ownPrice ?? combination.overridden ?? Math.max(product.sheet.price + combination.adjustment, 0);
  return unitPrice({ priceMinor, tiers }, quantity);
}

const offerId = (organisationId: number, productId: number) => organisationId * 100_000 + productId;

/** Rows of the organisation's range with its limits. */
export function offerRows(plan: OrganisationPlan, { byHandle }: Catalogue): [table: string, rows: Row[]][] {
  const { range } = plan;
  const own = { organisation_id: plan.id };
  const linked = (column: string, lists: [id: number, handles: string[]][]) =>
    lists.flatMap(([id, handles]) =>
      handles.map((handle) => ({
        ...own,
        product_organisation_id: offerId(plan.id, getProduct(byHandle, handle).id),
        [column]: id,
      })),
    );
  const byId = (lists: Record<number, string[]>) =>
    Object.entries(lists).map(([id, handles]): [number, string[]] => [Number(id), handles]);
  return [
    [
      'product_organisation',
      range.products.map((handle, index) => ({
        id: offerId(plan.id, getProduct(byHandle, handle).id),
        ...own,
        product_id: getProduct(byHandle, handle).id,
        name: range.own[handle]?.name ?? null,
        organisation_sku: range.own[handle]?.sku ?? null,
        overridden_price_minor: range.own[handle]?.price ?? null,
        published: !range.unpublished.includes(handle),
        featured: range.featured.includes(handle),
        display_order: index + 1,
      })),
    ],
    [
      'tier_price',
      Object.entries(range.own).flatMap(([handle, { tiers = [] }]) =>
        tiers.map(([quantity, price]) => ({ product_id: getProduct(byHandle, handle).id, ...own, quantity, price_minor: price })),
      ),
    ],
    ['product_organisation_area', linked('business_area_id', byId(range.areas))],
    ['product_organisation_job_role', linked('job_role_id', byId(range.jobRoles))],
    [
      'product_organisation_collection',
      linked(
        'collection_id',
        plan.collections.flatMap((collection) => wardrobes(collection)),
      ),
    ],
    [
      'product_organisation_role',
      Object.entries(range.roles).flatMap(([handle, roles]) =>
        roles.map((role) => ({
          ...own,
          product_organisation_id: offerId(plan.id, getProduct(byHandle, handle).id),
          role_id: role,
        })),
      ),
    ],
  ];
}

/** Copies are offered to every organisation that buys the original, without a name or price of their own. */
export function copiedOfferRows(plan: OrganisationPlan, { byHandle }: Catalogue, copy: number): [table: string, rows: Row[]][] {
  const rows = plan.range.products.map((handle, index) => {
    const productId = toCopiedProductId(getProduct(byHandle, handle).id, copy);
    return {
      id: offerId(plan.id, productId),
      organisation_id: plan.id,
      product_id: productId,
      published: true,
      featured: false,
      display_order: copy * 1000 + index,
    };
  });
  return [['product_organisation', rows]];
}

/** A wardrobe and its children with their products. The men's wardrobe omits women's garments, and vice versa. */
function wardrobes({ id, children, products }: OrganisationPlan['collections'][number]): [id: number, handles: string[]][] {
  const childCount = children === 'cut' ? 2 : children.length;
  const childIds = Array.from({ length: childCount }, (_, index) => id * 10 + index + 1);
  return [id, ...childIds].map((each): [number, string[]] => [each, products]);
}
