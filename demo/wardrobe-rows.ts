import { type Catalogue, getProduct } from './catalogue-rows.ts';
import type { Row } from './insert.ts';
import type { OrganisationPlan } from './organisations/plan.ts';
import { wardrobes } from './organisations/wardrobes.ts';
import type { Person } from './person.ts';

import { findChosenOption, listChildNumbers, listWardrobeGroups } from './uniform-allocation.ts';

/** Ids: wardrobe × 10 + place, as the children's are the parent's × 10 + place. */
const placed = (collectionId: number, place: number) => collectionId * 10 + place + 1;

const ALLOWED: Record<number, number[]> = { 1: [10, 20, 50], 2: [10, 20, 30, 50], 3: [10, 20, 40, 50] };
/** Pence for a point, where wearers have points. */
const POINT = 500;

/**
 * Groups, alternatives and allocation types of an organisation's wardrobes. They belong to the child wardrobes, which people are
 * assigned to.
 */
export function wardrobeRows(plan: OrganisationPlan, { byHandle }: Catalogue): [table: string, rows: Row[]][] {
  const own = { organisation_id: plan.id };
  const rows: Record<'ways' | 'superGroups' | 'options' | 'groups' | 'products', Row[]> = {
    ways: [],
    superGroups: [],
    options: [],
    groups: [],
    products: [],
  };
  for (const collection of plan.collections) {
    const { eitherOr } = wardrobes[collection.id] ?? {};
    for (const child of listChildNumbers(collection)) {
      const collectionId = collection.id * 10 + child;
      const inWardrobe = { ...own, collection_id: collectionId };
      for (const type of ALLOWED[plan.id] ?? []) rows.ways.push({ ...inWardrobe, allocation_type_id: type });
      const options = eitherOr?.children.includes(child) ? eitherOr.options : [];
      if (eitherOr && options.length > 0)
        rows.superGroups.push({ id: collectionId, ...inWardrobe, name: eitherOr.name, display_order: 1 });
      options.forEach((name, index) => {
        rows.options.push({
          id: placed(collectionId, index),
          ...inWardrobe,
          super_group_id: collectionId,
          name,
          display_order: index + 1,
        });
      });
      const unfit = collection.children !== 'cut' ? '' : child === 1 ? 'Women’s' : 'Men’s';
      listWardrobeGroups(collection.id, child)
        .map((group) => ({ ...group, products: group.products.map((handle) => getProduct(byHandle, handle)) }))
        .map((group) => ({ ...group, products: group.products.filter(({ sheet }) => sheet.cut !== unfit) }))
        .filter(({ products }) => products.length > 0)
        .forEach((group, index) => {
          const id = placed(collectionId, index);
          const option = group.option === undefined ? -1 : options.indexOf(group.option);
          rows.groups.push({
            id,
            ...inWardrobe,
            super_group_option_id: option < 0 ? null : placed(collectionId, option),
            name: group.name,
            quantity: group.quantity,
            min_quantity: group.minimum || null,
            display_order: index + 1,
          });
          group.products.forEach((product, place) => {
            rows.products.push({
              ...own,
              collection_group_id: id,
              product_id: product.id,
              quantity: group.products.length === 1 ? group.quantity : null,
              points: plan.id === 2 ? Math.max(1, Math.round(product.sheet.price / POINT)) : null,
              display_order: place + 1,
            });
          });
        });
    }
  }
  return [
    ['collection_allocation_type', rows.ways],
    ['super_group', rows.superGroups],
    ['super_group_option', rows.options],
    ['collection_group', rows.groups],
    ['collection_group_product', rows.products],
  ];
}

/** Options that wearers chose in their wardrobe's either/or. */
export const chosenOptionRows = (plan: OrganisationPlan, people: Person[]): Row[] =>
  people.flatMap((person) => {
    const option = findChosenOption(person);
    return option === undefined || person.collectionId === null
      ? []
      : [{ organisation_id: plan.id, customer_id: person.id, super_group_option_id: placed(person.collectionId, option) }];
  });
