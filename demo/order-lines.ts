import type { Combination } from './catalogue/combinations.ts';
import { getUnitPrice, type Offer } from './offers.ts';
import type { OrganisationPlan } from './organisations/plan.ts';
import type { Person } from './person.ts';

import type { Random } from './random.ts';
import { UniformAllocator } from './uniform-allocation.ts';

export interface DraftLine {
  offer: Offer;
  combination: Combination;
  quantity: number;
  unitPrice: number;
  wearer: Person | null;
}

/** The offers that people of an organisation choose from. */
export interface Inventory {
  plan: OrganisationPlan;
  offers: Offer[];
  /** Offers of the wardrobe of a job role; the key is the wardrobe's id. */
  byWardrobe: Map<number, Offer[]>;
  uniforms: UniformAllocator;
  wearers: Person[];
}

/** Whether past orders can contain the product: it has a price, its stock is managed, and it is not made to order. */
const isOrdinary = ({ product }: Offer) => !product.sheet.callForPrice && product.sheet.leadTimeDays === undefined;

/** Groups the offers of an organisation by wardrobe, and selects those that its people order. */
export function createInventory(plan: OrganisationPlan, offers: Offer[], people: Person[]): Inventory {
  const ordinary = offers.filter(isOrdinary);
  const inWardrobe = (handles: string[]) => ordinary.filter(({ product }) => handles.includes(product.originalHandle));
  const everywhere = inWardrobe(['pique-polo', 'pique-polo-womens', 'micro-fleece', 'service-trousers', 'three-in-one-parka']);
  return {
    plan,
    offers: ordinary,
    byWardrobe: new Map(
      plan.collections.flatMap(({ id, children, products }) => {
        const own = [...inWardrobe(products), ...everywhere];
        const childIds = children === 'cut' ? [1, 2] : children.map((_, index) => index + 1);
        return [id, ...childIds.map((child) => id * 10 + child)].map((each) => [each, own] as const);
      }),
    ),
    uniforms: new UniformAllocator(plan, ordinary),
    wearers: people.filter(({ roleId, active }) => roleId === 34 && active),
  };
}

/** A wearer's own uniform, a buyer's order for named wearers, or a buyer's order for the store room. */
export function draftLines(person: Person, seasonId: number | null, shelf: Inventory, random: Random): DraftLine[] {
  if (person.roleId === 34) return unite(drawLines(person, seasonId, shelf, random, null));
  if (random.chance(0.5)) {
    const wearers = Array.from({ length: random.between(1, 3) }, () => random.pick(shelf.wearers)).filter(mayHaveOrders);
    if (wearers.length === 0) wearers.push(...shelf.wearers.filter(mayHaveOrders).slice(0, 1));
    return unite(wearers.flatMap((wearer) => drawLines(wearer, seasonId, shelf, random, wearer)));
  }
  return unite(Array.from({ length: random.between(1, 7) }, () => drawBulkLine(shelf, random)));
}

/** The new starter of the demonstration has no uniform yet. */
const mayHaveOrders = ({ known }: Person) => known?.orders !== 0;

const fitsGender = ({ product }: Offer, gender: number) =>
  product.sheet.cut !== (gender === 10 ? 'Women’s' : gender === 20 ? 'Men’s' : '');

/** Items that a wearer is still entitled to; a wearer who has everything replaces a worn-out piece. */
function drawLines(
  wearer: Person,
  seasonId: number | null,
  shelf: Inventory,
  random: Random,
  recipient: Person | null,
): DraftLine[] {
  const fits = (offer: Offer) => fitsGender(offer, wearer.gender);
  const pieces = shelf.uniforms.draw(wearer, seasonId, random, fits);
  if (pieces.length === 0)
    pieces.push([random.pick((shelf.byWardrobe.get(wearer.collectionId ?? 0) ?? shelf.offers).filter(fits)), 1]);
  return pieces.map(([offer, quantity]) =>
    line(offer, drawCombination(offer, random, wearer.id), permitted(offer, quantity), recipient),
  );
}

function drawBulkLine(shelf: Inventory, random: Random): DraftLine {
  const offer = random.pick(shelf.offers);
  return line(
    offer,
    drawCombination(offer, random, null),
    permitted(
      offer,
      random.weighted([
        [4, 20],
        [6, 30],
        [10, 30],
        [20, 15],
        [30, 5],
      ]),
    ),
    null,
  );
}

function line(offer: Offer, combination: Combination, quantity: number, wearer: Person | null): DraftLine {
  return { offer, combination, quantity, unitPrice: getUnitPrice(offer, combination, quantity), wearer };
}

/** A person has the same size in all garments; the first colours of a product sell best. */
function drawCombination({ product }: Offer, random: Random, wearerId: number | null): Combination {
  const available = product.combinations.filter(({ discontinued }) => !discontinued);
  const centre = wearerId === null ? 0.42 : 0.12 + ((wearerId * 37) % 60) / 100;
  let index = 0;
  for (const { values } of product.attributes) {
    const isColour = values[0]?.rgb !== null;
    const pick = isColour
      ? Math.floor(random.next() ** 2 * values.length)
      : wearerId === null
        ? random.index(values.length)
        : Math.floor(centre * values.length);
    index = index * values.length + pick;
  }
  const wanted = product.combinations[index];
  return wanted && !wanted.discontinued ? wanted : random.pick(available);
}

function permitted({ product: { sheet } }: Offer, quantity: number): number {
  if (sheet.packs) return sheet.packs.find((pack) => pack >= quantity) ?? sheet.packs[0] ?? quantity;
  return Math.min(Math.max(quantity, sheet.minimum ?? 1), sheet.maximum ?? quantity);
}

/** One line for each combination and wearer, as the cart would have it. */
function unite(lines: DraftLine[]): DraftLine[] {
  const groups = Map.groupBy(lines, ({ combination, wearer }) => `${combination.id}/${wearer?.id ?? ''}`);
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    return [
      line(
        first.offer,
        first.combination,
        permitted(
          first.offer,
          group.reduce((sum, { quantity }) => sum + quantity, 0),
        ),
        first.wearer,
      ),
    ];
  });
}
