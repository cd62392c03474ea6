import type { Row } from './insert.ts';
import type { OrganisationPlan } from './organisations/plan.ts';
import type { Person } from './person.ts';
import { findChosenOption, type Wardrobe } from './wardrobes.ts';

/** Rows of the groups, alternatives and allocation types of an organisation's wardrobes. */
export function wardrobeRows({ id }: OrganisationPlan, wardrobes: Wardrobe[]): [table: string, rows: Row[]][] {
  const own = { organisation_id: id };
  const ofEach = (rows: (wardrobe: Wardrobe, place: Row) => Row[]) =>
    wardrobes.flatMap((wardrobe) => rows(wardrobe, { ...own, collection_id: wardrobe.id }));
  return [
    [
      'collection_allocation_type',
      ofEach(({ allocationTypes }, place) => allocationTypes.map((type) => ({ ...place, allocation_type_id: type }))),
    ],
    ['super_group', ofEach(({ superGroup }, place) => (superGroup ? [{ ...superGroup, ...place, display_order: 1 }] : []))],
    [
      'super_group_option',
      ofEach(({ superGroup, options }, place) =>
        options.map((option, index) => ({ ...option, ...place, super_group_id: superGroup?.id, display_order: index + 1 })),
      ),
    ],
    [
      'collection_group',
      ofEach(({ groups }, place) =>
        groups.map((group, index) => ({
          id: group.id,
          ...place,
          super_group_option_id: group.optionId,
          name: group.name,
          quantity: group.quantity,
          min_quantity: group.minimum,
          display_order: index + 1,
        })),
      ),
    ],
    [
      'collection_group_product',
      wardrobes.flatMap(({ groups }) =>
        groups.flatMap((group) =>
          group.products.map(({ product, quantity, points }, index) => ({
            ...own,
            collection_group_id: group.id,
            product_id: product.id,
            quantity,
            points,
            display_order: index + 1,
          })),
        ),
      ),
    ],
  ];
}

/** Options that wearers chose in the either/ors of their wardrobes. */
export const chosenOptionRows = ({ id }: OrganisationPlan, people: Person[], wardrobes: Wardrobe[]): Row[] => {
  const byId = new Map(wardrobes.map((wardrobe) => [wardrobe.id, wardrobe]));
  return people.flatMap((person) =>
    person.collectionIds.flatMap((collectionId) => {
      const wardrobe = byId.get(collectionId);
      const option = wardrobe ? findChosenOption(person, wardrobe) : null;
      return option === null ? [] : [{ organisation_id: id, customer_id: person.id, super_group_option_id: option }];
    }),
  );
};
