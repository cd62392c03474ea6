import type { Calendar } from './calendar.ts';
import type { Combination } from './catalogue/combinations.ts';
import type { Catalogue } from './catalogue-rows.ts';
import { getUnitPrice, listOffers, type Offer } from './offers.ts';
import type { SeasonRow } from './organisation-rows.ts';
import type { KnownOrder, OrganisationPlan } from './organisations/plan.ts';
import type { Person } from './person.ts';
import type { Random } from './random.ts';
import { getPoints, type LineEntitlement, type OpenGroup, UniformAllocator } from './uniform-allocation.ts';
import { listWardrobes } from './wardrobes.ts';

export interface DraftLine {
  offer: Offer;
  combination: Combination;
  quantity: number;
  unitPrice: number;
  /** Null: goods for the site. */
  wearer: Person | null;
  /** Null: the line counts in no wardrobe. */
  entitlement: LineEntitlement | null;
}

/** The offers that people of an organisation choose from. */
export interface Inventory {
  plan: OrganisationPlan;
  offers: Offer[];
  /** What buyers who are limited to their own wardrobes choose from; the key is the wardrobe's id. */
  byWardrobe: Map<number, Offer[]>;
  uniforms: UniformAllocator;
  /** People for whom others order. */
  wearers: Person[];
}

/** Whether past orders can contain the product: it has a price, its stock is managed, and it is not made to order. */
const isOrdinary = ({ product }: Offer) => !product.sheet.callForPrice && product.sheet.leadTimeDays === undefined;

/** Selects the offers of an organisation that its people order, with what wearers are entitled to. */
export function createInventory(
  plan: OrganisationPlan,
  catalogue: Catalogue,
  people: Person[],
  seasons: SeasonRow[],
  calendar: Calendar,
): Inventory {
  const offers = listOffers(plan, catalogue).filter(isOrdinary);
  const wardrobes = listWardrobes(plan, catalogue);
  return {
    plan,
    offers,
    byWardrobe: new Map(
      wardrobes.map(({ id, parentId }) => {
        const handles = plan.collections.find((collection) => collection.id === parentId)?.products ?? [];
        return [id, offers.filter(({ product }) => handles.includes(product.originalHandle))] as const;
      }),
    ),
    uniforms: new UniformAllocator(plan, wardrobes, offers, seasons, calendar),
    wearers: people.filter(({ active, collectionIds, known }) => active && collectionIds.length > 0 && known?.roleId !== 34),
  };
}

/** Share of orders that contain everything that is still outstanding. */
const FULL_ORDER_PROBABILITY = 0.6;

const reasons = [
  'Torn sleeve, can’t be repaired.',
  'I have changed to the late shift and need one more.',
  'Two have gone missing in the laundry.',
  'Doesn’t fit since I came back from parental leave.',
];

/** What a wearer can still order at this time, or some of it; nothing when there is nothing left. */
export function draftUniform(wearer: Person, at: Date, { plan, uniforms }: Inventory, random: Random): DraftLine[] {
  const open = uniforms.listOpen(wearer, at);
  const chosen = random.chance(FULL_ORDER_PROBABILITY) ? open : open.filter(() => random.chance(0.5));
  const lines = (chosen.length > 0 ? chosen : open.slice(0, 1)).flatMap((group) => {
    const offer = random.pick(group.offers);
    return orderPieces(group, offer, drawCombination(offer, random, wearer.id), at, uniforms);
  });
  return plan.beyond === 'approval' && random.chance(0.12) ? addPieceBeyond(lines, random) : lines;
}

/** The same with one piece more than the wearer is entitled to, and the reason for it. */
export function addPieceBeyond(lines: DraftLine[], random: Random): DraftLine[] {
  const index = lines.findIndex(({ entitlement }) => entitlement !== null);
  return lines.map((line, place) => {
    if (place !== index || !line.entitlement) return line;
    const entitlement = { ...line.entitlement, reason: random.pick(reasons) };
    return toLine(line.offer, line.combination, line.quantity + 1, line.wearer, entitlement);
  });
}

/**
 * The garments that the plan names, from the wearer's own wardrobes.
 *
 * @throws when the wearer was not entitled to them at the time
 */
export function draftKnownOrder(
  wearer: Person,
  { pieces }: KnownOrder,
  at: Date,
  { uniforms }: Inventory,
  random: Random,
): DraftLine[] {
  return Object.entries(pieces).flatMap(([handle, quantity]) => {
    const isNamed = ({ product }: Offer) => product.sheet.handle === handle;
    const group = uniforms.listOpen(wearer, at).find(({ offers }) => offers.some(isNamed));
    const offer = group?.offers.find(isNamed);
    const lines =
      group && offer ? orderPieces(group, offer, drawCombination(offer, random, wearer.id), at, uniforms, quantity) : [];
    if (lines[0]?.quantity !== quantity) throw new Error(`${wearer.email} cannot order ${quantity} × ${handle}.`);
    return lines;
  });
}

function orderPieces(
  open: OpenGroup,
  offer: Offer,
  combination: Combination,
  at: Date,
  uniforms: UniformAllocator,
  limit?: number,
): DraftLine[] {
  const covered = uniforms.fit(open, offer, combination, at, limit);
  if (covered === 0) return [];
  uniforms.use(open, offer, combination, covered, at);
  const { wearer, wardrobe, group, seasonId } = open;
  const unitPoints = getPoints(group, offer.product.id);
  return [toLine(offer, combination, covered, wearer, { wardrobe, group, seasonId, covered, unitPoints, reason: null })];
}

/** A buyer's order for one to three named wearers, or for the store room. */
export function draftBuyerLines(person: Person, at: Date, daysAgo: number, inventory: Inventory, random: Random): DraftLine[] {
  if (random.chance(0.5)) {
    const drawn = Array.from({ length: random.between(1, 3) }, () => random.pick(inventory.wearers));
    const wearers = new Set(drawn.filter(({ employedDays }) => employedDays > daysAgo + 1));
    const lines = [...wearers].flatMap((wearer) => draftUniform(wearer, at, inventory, random));
    if (lines.length > 0) return lines;
  }
  return draftSiteLines(person, inventory, random);
}

/** Goods for the site: for no one in particular. */
export function draftSiteLines(person: Person, { plan, offers, byWardrobe }: Inventory, random: Random): DraftLine[] {
  const own = plan.settings.limit_adhoc_to_own_collection ? person.collectionIds.flatMap((id) => byWardrobe.get(id) ?? []) : [];
  const choice = own.length > 0 ? own : offers;
  const lines = Array.from({ length: random.between(1, 7) }, () => drawSiteLine(choice, random));
  return [...Map.groupBy(lines, ({ combination }) => combination.id).values()].flatMap(([first, ...others]) => {
    if (!first) return [];
    const quantity = others.reduce((sum, line) => sum + line.quantity, first.quantity);
    return [toLine(first.offer, first.combination, permitted(first.offer, quantity), null, null)];
  });
}

function drawSiteLine(offers: Offer[], random: Random): DraftLine {
  const offer = random.pick(offers);
  const quantity = random.weighted([
    [4, 20],
    [6, 30],
    [10, 30],
    [20, 15],
    [30, 5],
  ]);
  return toLine(offer, drawCombination(offer, random, null), permitted(offer, quantity), null, null);
}

function toLine(
  offer: Offer,
  combination: Combination,
  quantity: number,
  wearer: Person | null,
  entitlement: LineEntitlement | null,
): DraftLine {
  return { offer, combination, quantity, unitPrice: getUnitPrice(offer, combination, quantity), wearer, entitlement };
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
