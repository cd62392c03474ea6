import type { Calendar } from './calendar.ts';
import { formatIsoDate } from './calendar.ts';
import type { Combination } from './catalogue/combinations.ts';
import { getUnitPrice, type Offer } from './offers.ts';
import type { SeasonRow } from './organisation-rows.ts';
import type { OrganisationPlan } from './organisations/plan.ts';
import { listSeasons } from './people.ts';
import type { Person } from './person.ts';
import { Random } from './random.ts';
import { findChosenOption, type Wardrobe, type WardrobeGroup } from './wardrobes.ts';

/** A group of a wearer's wardrobe, or one of its products under fixed allocation, of which something can still be ordered. */
export interface OpenGroup {
  wearer: Person;
  wardrobe: Wardrobe;
  group: WardrobeGroup;
  seasonId: number;
  /** Pieces. */
  left: number;
  /** What the wearer can choose from. */
  offers: Offer[];
}

/** The part of the entitlement that a line uses. */
export interface LineEntitlement {
  wardrobe: Wardrobe;
  group: WardrobeGroup;
  seasonId: number;
  /** Pieces within the entitlement; the others were ordered with a reason. */
  covered: number;
  /** What a piece costs under allocation by points. */
  unitPoints: number | null;
  reason: string | null;
}

/** What a wearer's orders of a season used of a group, by product. The cost is in points or pence, as the wearer's allocation type says. */
export interface UsedEntitlement {
  wearerId: number;
  seasonId: number;
  collectionId: number;
  groupId: number;
  productId: number;
  pieces: number;
  cost: number;
}

/** Use of an account by an order, or what its cancellation gave back. */
interface Use {
  at: number;
  amount: number;
}

/** Wearers in a hundred who order nothing in a season, and who leave out the first group of their wardrobe. */
const NOT_STARTED = 5;
const INCOMPLETE = 22;

/**
 * Entitlement of wearers and how much of it orders have used. Orders are drawn in the order of time, and none of them exceeds
 * what its wearer had left at that time.
 */
export class UniformAllocator {
  readonly #plan: OrganisationPlan;
  readonly #wardrobes: Map<number, Wardrobe>;
  readonly #offers: Map<number, Offer>;
  readonly #seasons: SeasonRow[];
  readonly #calendar: Calendar;
  readonly #uses = new Map<string, Use[]>();

  constructor(plan: OrganisationPlan, wardrobes: Wardrobe[], offers: Offer[], seasons: SeasonRow[], calendar: Calendar) {
    this.#plan = plan;
    this.#wardrobes = new Map(wardrobes.map((wardrobe) => [wardrobe.id, wardrobe]));
    this.#seasons = seasons;
    this.#calendar = calendar;
    const { roles, unpublished } = plan.range;
    this.#offers = new Map(
      offers
        .filter(({ product: { sheet } }) => !unpublished.includes(sheet.handle) && !roles[sheet.handle])
        .map((offer) => [offer.product.id, offer]),
    );
  }

  /** What the wearer can order at this time, in the order of the wardrobes; nothing while no ordering window is open. */
  listOpen(wearer: Person, at: Date): OpenGroup[] {
    if (wearer.optedOutDays !== null && this.#calendar.daysSince(at) <= wearer.optedOutDays) return [];
    return wearer.collectionIds.flatMap((id) => {
      const wardrobe = this.#wardrobes.get(id);
      const seasonId = wardrobe && this.#findSeason(wearer, wardrobe, at);
      return seasonId ? this.#listGroups(wearer, wardrobe, seasonId, at) : [];
    });
  }

  /** As many pieces of the combination, at most `limit`, as the group and the wearer's budget have left, in quantities that are sold. */
  fit(open: OpenGroup, offer: Offer, combination: Combination, at: Date, limit = open.left): number {
    const left = this.#budgetLeft(open, at);
    for (let quantity = Math.min(open.left, limit); quantity > 0; quantity -= 1)
      if (isSold(offer, quantity) && this.#cost(open, offer, combination, quantity) <= left) return quantity;
    return 0;
  }

  /** Records that these pieces were ordered. */
  use(open: OpenGroup, offer: Offer, combination: Combination, pieces: number, at: Date): void {
    this.#record(open, offer.product.id, pieces, this.#cost(open, offer, combination, pieces), at);
  }

  /** Records that pieces of a line were cancelled; those that were not covered are the first. */
  release(
    wearer: Person,
    line: { productId: number; quantity: number; unitPrice: number; cancelled: number; entitlement: LineEntitlement },
    at: Date,
  ): void {
    const { productId, quantity, unitPrice, cancelled, entitlement } = line;
    const pieces = entitlement.covered - Math.min(entitlement.covered, quantity - cancelled);
    const unit = wearer.allocationTypeId === 40 ? unitPrice : (entitlement.unitPoints ?? 0);
    if (pieces > 0) this.#record({ wearer, ...entitlement }, productId, -pieces, -pieces * unit, at);
  }

  /** Records what orders that were drawn before have used. */
  load(use: UsedEntitlement): void {
    const prefix = `${use.wearerId}/${use.seasonId}/`;
    this.#add(`${prefix}${use.groupId}`, use.pieces, 0);
    this.#add(`${prefix}${use.groupId}/${use.productId}`, use.pieces, 0);
    this.#add(`${prefix}budget ${use.collectionId}`, use.cost, 0);
  }

  /** The wardrobe's season, otherwise the wearer's, if its ordering window was open. */
  #findSeason(wearer: Person, wardrobe: Wardrobe, at: Date): number | undefined {
    const day = formatIsoDate(at);
    return listSeasons(this.#plan, wearer, this.#seasons, this.#calendar).find(
      ({ id, ordering_opens_on, ordering_closes_on }) =>
        (wardrobe.seasonId ?? id) === id && ordering_opens_on <= day && day <= ordering_closes_on,
    )?.id;
  }

  #listGroups(wearer: Person, wardrobe: Wardrobe, seasonId: number, at: Date): OpenGroup[] {
    const option = findChosenOption(wearer, wardrobe);
    const open = wardrobe.groups.filter(({ optionId }) => optionId === null || optionId === option);
    return leaveOut(wearer, seasonId, open).flatMap((group): OpenGroup[] => {
      const place = { wearer, wardrobe, group, seasonId };
      const fitting = group.products.flatMap(({ product, quantity }) => {
        const offer = this.#offers.get(product.id);
        return offer && isCutFor(offer, wearer) ? [{ offer, quantity }] : [];
      });
      const isByProduct = wearer.allocationTypeId === 10 && group.products.some(({ quantity }) => quantity !== null);
      const items: Pick<OpenGroup, 'left' | 'offers'>[] = isByProduct
        ? fitting.map(({ offer, quantity }) => ({
            left: (quantity ?? 0) - this.#sum(`${keyOf(place)}/${offer.product.id}`, at),
            offers: [offer],
          }))
        : [
            {
              left: getPieces(wearer, group) - this.#sum(keyOf(place), at),
              offers: fitting.map(({ offer }) => offer),
            },
          ];
      return items.filter(({ left, offers }) => left > 0 && offers.length > 0).map((item) => ({ ...place, ...item }));
    });
  }

  #budgetLeft(open: OpenGroup, at: Date): number {
    const { budgetPoints, budgetMinor } = open.wardrobe;
    const type = open.wearer.allocationTypeId;
    const budget = type === 30 ? budgetPoints : type === 40 ? budgetMinor : null;
    return budget === null ? Number.POSITIVE_INFINITY : budget - this.#sum(budgetKeyOf(open), at);
  }

  #cost({ wearer, group }: OpenGroup, offer: Offer, combination: Combination, quantity: number): number {
    if (wearer.allocationTypeId === 40) return quantity * getUnitPrice(offer, combination, quantity);
    return wearer.allocationTypeId === 30 ? quantity * (getPoints(group, offer.product.id) ?? 0) : 0;
  }

  #record(place: Place, productId: number, pieces: number, cost: number, at: Date): void {
    this.#add(keyOf(place), pieces, at.getTime());
    this.#add(`${keyOf(place)}/${productId}`, pieces, at.getTime());
    this.#add(budgetKeyOf(place), cost, at.getTime());
  }

  #add(key: string, amount: number, at: number): void {
    if (amount === 0) return;
    const uses = this.#uses.get(key);
    if (uses) uses.push({ at, amount });
    else this.#uses.set(key, [{ at, amount }]);
  }

  #sum(key: string, at: Date): number {
    return (this.#uses.get(key) ?? []).reduce((sum, use) => sum + (use.at <= at.getTime() ? use.amount : 0), 0);
  }
}

type Place = Pick<OpenGroup, 'wearer' | 'wardrobe' | 'group' | 'seasonId'>;
const keyOf = ({ wearer, seasonId, group }: Place) => `${wearer.id}/${seasonId}/${group.id}`;
const budgetKeyOf = ({ wearer, seasonId, wardrobe }: Place) => `${wearer.id}/${seasonId}/budget ${wardrobe.id}`;

/** What a piece of the product costs under allocation by points. */
export const getPoints = ({ products }: WardrobeGroup, productId: number): number | null =>
  products.find(({ product }) => product.id === productId)?.points ?? null;

/** Pieces of a group that a wearer orders at most. Without a limit most are content with the number of the others. */
function getPieces({ allocationTypeId, known }: Person, { quantity, minimum }: WardrobeGroup): number {
  return known?.roleId === 34 && allocationTypeId === 50 ? Number.POSITIVE_INFINITY : (quantity ?? minimum ?? 1);
}

/** Named wearers order what their plan says; of the others some order nothing, or leave out a group. */
function leaveOut({ id, known }: Person, seasonId: number, groups: WardrobeGroup[]): WardrobeGroup[] {
  if (known?.roleId === 34) return groups;
  const draw = new Random(`${id} in season ${seasonId}`).between(0, 99);
  if (draw < NOT_STARTED) return [];
  return draw < NOT_STARTED + INCOMPLETE ? groups.slice(1) : groups;
}

const isCutFor = ({ product }: Offer, { gender }: Person) =>
  product.sheet.cut !== (gender === 10 ? 'Women’s' : gender === 20 ? 'Men’s' : '');

const isSold = ({ product: { sheet } }: Offer, quantity: number) =>
  sheet.packs ? sheet.packs.includes(quantity) : quantity >= (sheet.minimum ?? 1) && quantity <= (sheet.maximum ?? quantity);
