import { type Catalogue, getProduct, type Product } from './catalogue-rows.ts';
import type { AllocationType, Collection, OrganisationPlan } from './organisations/plan.ts';
import { type GroupPlan, wardrobes as wardrobePlans } from './organisations/wardrobes.ts';
import type { Person } from './person.ts';

/** A child wardrobe with everything in it. Wearers have child wardrobes; their parents only gather them. */
export interface Wardrobe {
  id: number;
  parentId: number;
  allocationTypes: AllocationType[];
  /** The season of its own; null: it grants in every season of its wearers. */
  seasonId: number | null;
  /** Points a season. */
  budgetPoints: number | null;
  /** Pence without tax a season. */
  budgetMinor: number | null;
  /** The either/or; null without one. */
  superGroup: { id: number; name: string } | null;
  options: { id: number; name: string }[];
  groups: WardrobeGroup[];
}

export interface WardrobeGroup {
  id: number;
  name: string;
  quantity: number | null;
  minimum: number | null;
  /** Null: open to everyone. */
  optionId: number | null;
  products: WardrobeProduct[];
}

export interface WardrobeProduct {
  product: Product;
  /** Pieces under fixed allocation; null: the product is not allocated. */
  quantity: number | null;
  /** Cost of a piece under allocation by points. */
  points: number | null;
}

/** Pence for a point. */
const POINT = 250;

/** Positions of a wardrobe's children, from 1. */
export const listChildNumbers = ({ children }: Collection) =>
  children === 'cut' ? [1, 2] : children.map((_, index) => index + 1);

/** Ids of what a wardrobe contains: the wardrobe's × 10 + 1, 2, … */
const placed = (collectionId: number, place: number) => collectionId * 10 + place + 1;

/** The child wardrobes of an organisation. A cut leaves out the garments of the other one. */
export function listWardrobes(plan: OrganisationPlan, { byHandle }: Catalogue): Wardrobe[] {
  return plan.collections.flatMap((collection) => {
    const { groups, eitherOr, budget = null, allocationTypes } = wardrobePlans[collection.id] ?? { groups: [] };
    return listChildNumbers(collection).map((child): Wardrobe => {
      const id = collection.id * 10 + child;
      const types = allocationTypes ?? plan.allocationTypes;
      const options = eitherOr?.children.includes(child) ? eitherOr.options : [];
      const otherCut = collection.children !== 'cut' ? null : child === 1 ? 'Women’s' : 'Men’s';
      const resolved = groups
        .filter(({ children }) => children?.includes(child) ?? true)
        .map((group) => ({ group, products: group.products.map((handle) => getProduct(byHandle, handle)) }))
        .map(({ group, products }) => ({ group, products: products.filter(({ sheet }) => sheet.cut !== otherCut) }))
        .filter(({ products }) => products.length > 0);
      return {
        id,
        parentId: collection.id,
        allocationTypes: types,
        seasonId: plan.closedSeason?.collectionId === id ? plan.closedSeason.id : null,
        budgetPoints: types.includes(30) ? budget : null,
        budgetMinor: types.includes(40) ? budget : null,
        superGroup: eitherOr && options.length > 0 ? { id, name: eitherOr.name } : null,
        options: options.map((name, index) => ({ id: placed(id, index), name })),
        groups: resolved.map(({ group, products }, index) => ({
          id: placed(id, index),
          name: group.name,
          quantity: group.quantity,
          minimum: group.minimum || null,
          optionId: group.option === undefined ? null : placed(id, options.indexOf(group.option)),
          products: allocateProducts(plan, group, products),
        })),
      };
    });
  });
}

function allocateProducts(plan: OrganisationPlan, group: GroupPlan, products: Product[]): WardrobeProduct[] {
  const fixed = group.fixed ?? { [products[0]?.sheet.handle ?? '']: group.quantity };
  return products.map((product) => ({
    product,
    quantity: fixed[product.sheet.handle] ?? null,
    points: plan.allocationTypes.includes(30) ? Math.max(1, Math.round(getPrice(plan, product) / POINT)) : null,
  }));
}

const getPrice = ({ range }: OrganisationPlan, { sheet }: Product) => range.own[sheet.handle]?.price ?? sheet.price;

/** Option of a wardrobe's either/or that its wearer chose. Most have chosen, more of them the first. */
export function findChosenOption(
  { id, employedDays }: Pick<Person, 'id' | 'employedDays'>,
  { options }: Wardrobe,
): number | null {
  const isUndecided = employedDays < 30 || id % 7 === 6;
  const chosen = isUndecided ? undefined : options[id % 7 < 4 ? 0 : 1];
  return chosen?.id ?? null;
}
