import type { Offer } from './offers.ts';
import type { Collection, OrganisationPlan } from './organisations/plan.ts';
import { type GroupPlan, wardrobes } from './organisations/wardrobes.ts';
import type { Person } from './person.ts';

import type { Random } from './random.ts';

/** Positions of a wardrobe's children, from 1. People are assigned to children. */
export const listChildNumbers = ({ children }: Collection) =>
  children === 'cut' ? [1, 2] : children.map((_, index) => index + 1);

/** The groups of a child wardrobe. */
export const listWardrobeGroups = (collectionId: number, child: number): GroupPlan[] =>
  (wardrobes[collectionId]?.groups ?? []).filter(({ children }) => children?.includes(child) ?? true);

/** Option of the wardrobe's either/or that a person chose, from 0. Most have chosen, more of them trousers. */
export function findChosenOption({ id, collectionId, employedDays }: Person): number | undefined {
  const { eitherOr } = wardrobes[Math.floor((collectionId ?? 0) / 10)] ?? {};
  const isAsked = eitherOr?.children.includes((collectionId ?? 0) % 10);
  const isUndecided = employedDays < 30 || id % 7 === 6;
  return !isAsked || isUndecided ? undefined : id % 7 < 4 ? 0 : 1;
}

interface UniformGroup {
  quantity: number;
  /** The option that opens it; undefined when it is open to everyone. */
  option: number | undefined;
  offers: Offer[];
}

/** Share of orders that contain everything that is still outstanding. */
const FULL_ORDER_PROBABILITY = 0.7;
/** Named wearers have received this many groups of their wardrobe, so that something is left to order. */
const OF_KNOWN = 2;

/** Entitlement of wearers, and how much of it their orders of each season used: no one gets more than that. */
export class UniformAllocator {
  readonly #groups: Map<number, UniformGroup[]>;
  readonly #given = new Map<string, number[]>();

  constructor(plan: OrganisationPlan, offers: Offer[]) {
    this.#groups = new Map(
      plan.collections.flatMap((collection) =>
        listChildNumbers(collection).map((child) => [
          collection.id * 10 + child,
          listWardrobeGroups(collection.id, child).map(({ quantity, option, products }) => ({
            quantity,
            option: option === undefined ? undefined : (wardrobes[collection.id]?.eitherOr?.options.indexOf(option) ?? -1),
            offers: offers.filter(({ product }) => products.includes(product.sheet.handle)),
          })),
        ]),
      ),
    );
  }

  /** Some or all of the outstanding items; empty if there are none. */
  draw(
    wearer: Person,
    seasonId: number | null,
    random: Random,
    fits: (offer: Offer) => boolean,
  ): [offer: Offer, quantity: number][] {
    const groups = this.#groups.get(wearer.collectionId ?? 0) ?? [];
    const key = `${wearer.id}/${seasonId}`;
    const given = this.#given.get(key) ?? groups.map(() => 0);
    this.#given.set(key, given);
    const option = findChosenOption(wearer);
    const open = groups
      .map((group, index) => ({ ...group, index, owed: group.quantity - (given[index] ?? 0), offers: group.offers.filter(fits) }))
      .slice(0, wearer.known ? OF_KNOWN : undefined)
      .filter((group) => group.owed > 0 && group.offers.length > 0 && (group.option === undefined || group.option === option));
    const some = random.chance(FULL_ORDER_PROBABILITY) ? open : open.filter(() => random.chance(0.5));
    return (some.length > 0 ? some : open.slice(0, 1)).map(({ index, owed, offers }) => {
      given[index] = (given[index] ?? 0) + owed;
      return [random.pick(offers), owed];
    });
  }
}
