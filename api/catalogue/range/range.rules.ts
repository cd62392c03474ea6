import { invalid } from '#api/platform/http/errors.ts';
import { changedSince } from '#api/platform/http/optimistic-concurrency.ts';
import type { BodyOf, ReplyOf } from '#contract/index.ts';

/** A product of the range as the wire shows it. */
export type ProductOrganisation = ReplyOf<'GET /api/productsorganisation'>['productOrganisations'][number];

/** How an organisation buys a product: what its administrators decide. Money in minor units without tax; lists of ids ascending. */
export interface RangeState {
  name: string | null;
  organisationSku: string | null;
  overriddenPriceMinor: number | null;
  /** Above or below the catalogue, with two decimals; never beside a price of one's own. */
  pricePercent: number | null;
  published: boolean;
  featured: boolean;
  displayOrder: number;
  businessAreaIds: number[];
  jobRoleIds: number[];
  collectionIds: number[];
  customerRoleIds: number[];
}

/** A product of the range, locked to be changed. */
export interface RangeRow {
  id: number;
  productId: number;
  version: number;
  fieldVersions: Record<string, number>;
  state: RangeState;
}

/** The lists that limit a product's audience; an empty list means everyone. */
export const AUDIENCE_LISTS = ['businessAreaIds', 'jobRoleIds', 'collectionIds', 'customerRoleIds'] as const;
export type AudienceList = (typeof AUDIENCE_LISTS)[number];

interface Facts {
  /** Under which name the database counts changes of it. */
  counted: string;
  spoken: string;
}

const FIELDS: Readonly<Record<keyof RangeState, Facts>> = {
  name: { counted: 'name', spoken: 'Own name' },
  organisationSku: { counted: 'organisation_sku', spoken: 'Own SKU' },
  overriddenPriceMinor: { counted: 'overridden_price_minor', spoken: 'Own price' },
  pricePercent: { counted: 'price_percent', spoken: 'Percent on the catalogue’s price' },
  published: { counted: 'published', spoken: 'Published' },
  featured: { counted: 'featured', spoken: 'Featured' },
  displayOrder: { counted: 'display_order', spoken: 'Position' },
  businessAreaIds: { counted: 'businessAreaIds', spoken: 'Business areas' },
  jobRoleIds: { counted: 'jobRoleIds', spoken: 'Job roles' },
  collectionIds: { counted: 'collectionIds', spoken: 'Wardrobes' },
  customerRoleIds: { counted: 'customerRoleIds', spoken: 'Roles' },
};

export const getRangeVersionField = (field: keyof RangeState) => FIELDS[field].counted;
export const rangeFieldLabel = (counted: string) =>
  Object.values(FIELDS).find((facts) => facts.counted === counted)?.spoken ?? 'Something';

/** Whole minor units of an amount with two decimals. Throws 422 for more. */
function toMinor(amount: number, field: string): number {
  const minor = Math.round(amount * 100);
  if (Math.abs(amount * 100 - minor) > 1e-6) throw invalid(field, 'Price must have at most two decimals.');
  return minor;
}

/** A percentage as it is kept; none is none. Throws 422 for more than two decimals. */
function toPercent(percent: number | null, field: string): number | null {
  if (percent === null) return null;
  const rounded = Math.round(percent * 100) / 100;
  if (Math.abs(rounded - percent) > 1e-9) throw invalid(field, 'Percent must have at most two decimals.');
  return rounded === 0 ? null : rounded;
}

/** The price as it was sent: of an amount and a percentage, one takes the other's place. Throws 422 for both. */
function readPrice({ overriddenPrice, pricePercent }: BodyOf<'PUT /api/productorganisation'>): Partial<RangeState> {
  const minor = overriddenPrice == null ? overriddenPrice : toMinor(overriddenPrice, 'overriddenPrice');
  const percent = pricePercent === undefined ? undefined : toPercent(pricePercent, 'pricePercent');
  if (minor != null && percent != null) throw invalid('pricePercent', 'Choose either a price or a percentage.');
  if (minor != null) return { overriddenPriceMinor: minor, pricePercent: null };
  if (percent != null) return { overriddenPriceMinor: null, pricePercent: percent };
  return { ...(minor === null && { overriddenPriceMinor: null }), ...(percent === null && { pricePercent: null }) };
}

const words = (sent: string | null) => sent?.trim().replaceAll('\0', '') || null;
const unique = (ids: readonly number[]) => [...new Set(ids)].sort((a, b) => a - b);

/** What was sent of a product; what is absent is left out. Throws 422. */
export function parseRangeState(sent: Omit<BodyOf<'PUT /api/productorganisation'>, 'id'>): Partial<RangeState> {
  const { name, organisationSku, published, featured, displayOrder } = sent;
  return {
    ...(name !== undefined && { name: words(name) }),
    ...(organisationSku !== undefined && { organisationSku: words(organisationSku) }),
    ...readPrice({ id: 0, ...sent }),
    ...(published !== undefined && { published }),
    ...(featured !== undefined && { featured }),
    ...(displayOrder !== undefined && { displayOrder }),
    ...Object.fromEntries(AUDIENCE_LISTS.flatMap((list) => (sent[list] === undefined ? [] : [[list, unique(sent[list])]]))),
  };
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** The fields in which two states differ. */
export const changedFields = (before: RangeState, after: RangeState) =>
  (Object.keys(FIELDS) as (keyof RangeState)[]).filter((field) => !isSame(before[field], after[field]));

/** Some fields of a state, for the audit trail. */
export const toRangeAuditValues = (state: RangeState, fields: readonly (keyof RangeState)[]) =>
  Object.fromEntries(fields.map((field) => [field, state[field]]));

export type BulkChange = BodyOf<'POST /api/productsorganisation/bulk'>['change'];
type LimitChange = NonNullable<BulkChange['businessAreas']>;

/** The part of a bulk change that is about each list. */
const CHANGES: Readonly<Record<AudienceList, 'businessAreas' | 'jobRoles' | 'collections' | 'customerRoles'>> = {
  businessAreaIds: 'businessAreas',
  jobRoleIds: 'jobRoles',
  collectionIds: 'collections',
  customerRoleIds: 'customerRoles',
};

/** The ids that a bulk change names of each list. */
export const listReferencedIds = (change: BulkChange): Record<AudienceList, number[]> =>
  Object.fromEntries(
    AUDIENCE_LISTS.map((list) => [
      list,
      unique([...(change[CHANGES[list]]?.add ?? []), ...(change[CHANGES[list]]?.remove ?? [])]),
    ]),
  ) as Record<AudienceList, number[]>;

const isNothing = ({ add = [], remove = [], clear = false }: LimitChange) => add.length + remove.length === 0 && !clear;

/** Throws 422 for a change that is empty or contradictory. */
export function assertValidBulkChange(change: BulkChange): void {
  const { price, remove } = change;
  const limits = AUDIENCE_LISTS.map((list) => [CHANGES[list], change[CHANGES[list]]] as const);
  const others =
    change.published !== undefined ||
    change.featured !== undefined ||
    price !== undefined ||
    limits.some(([, limit]) => limit && !isNothing(limit));
  if (!others && !remove) throw invalid('change', 'Choose what to change.');
  if (others && remove) throw invalid('change', 'Products can be either changed or removed from the range.');
  if (price && [price.amount !== undefined, price.percent !== undefined, price.catalogue === true].filter(Boolean).length !== 1)
    throw invalid('change.price', 'Choose one way to set the price.');
  if (price?.amount !== undefined) toMinor(price.amount, 'change.price.amount');
  if (price?.percent !== undefined) toPercent(price.percent, 'change.price.percent');
  for (const [name, limit] of limits) {
    if (!limit) continue;
    if (limit.clear && (limit.add?.length || limit.remove?.length))
      throw invalid(`change.${name}`, 'Make the product available to everyone, or select who can see it.');
    if (limit.add?.some((id) => limit.remove?.includes(id)))
      throw invalid(`change.${name}`, 'The same item cannot be both added and removed.');
  }
}

export const RANGE_SKIP_REASONS = {
  priceTooHigh: 'The price would be more than eleven times the catalogue’s, or above 1,000,000.',
  opensToEveryone: 'Removing the last restriction would make it visible to everyone.',
  changedSince: 'Someone has changed it since.',
  notInRange: 'It is no longer in the range.',
  alreadyInRange: 'It is in the range already.',
  withdrawn: 'The supplier no longer sells it.',
  targetDeleted: 'The audience that was chosen has been deleted.',
} as const;
export type RangeSkipReason = (typeof RANGE_SKIP_REASONS)[keyof typeof RANGE_SKIP_REASONS];

const MAX_PRICE_MINOR = 100_000_000;
const MAX_PERCENT = 1000;
const PERCENT_UNITS = 10_000;

/** A price up or down by percent, rounded half up; percent with at most two decimals. */
export const adjustByPercent = (minor: number, percent: number): number =>
  Math.floor((minor * Math.round((100 + percent) * 100) + PERCENT_UNITS / 2) / PERCENT_UNITS);

type Price = Pick<RangeState, 'overriddenPriceMinor' | 'pricePercent'>;

/** One percentage on top of another: 10 % on 10 % are 21 %. */
const compound = (percent: number, more: number) => Math.round((100 + percent) * (100 + more) - 10_000) / 100;

function newPrice(
  { overriddenPriceMinor, pricePercent }: RangeState,
  price: BulkChange['price'],
): Price | { skip: RangeSkipReason } {
  if (price === undefined) return { overriddenPriceMinor, pricePercent };
  if (price.catalogue) return { overriddenPriceMinor: null, pricePercent: null };
  if (price.amount !== undefined) return { overriddenPriceMinor: Math.round(price.amount * 100), pricePercent: null };
  const { percent = 0 } = price;
  if (overriddenPriceMinor === null) {
    const sum = compound(pricePercent ?? 0, percent);
    return sum > MAX_PERCENT
      ? { skip: RANGE_SKIP_REASONS.priceTooHigh }
      : { overriddenPriceMinor: null, pricePercent: sum === 0 ? null : sum };
  }
  const changed = adjustByPercent(overriddenPriceMinor, percent);
  return changed > MAX_PRICE_MINOR
    ? { skip: RANGE_SKIP_REASONS.priceTooHigh }
    : { overriddenPriceMinor: changed, pricePercent: null };
}

function newList(ids: readonly number[], change: LimitChange | undefined): number[] | { skip: RangeSkipReason } {
  if (!change) return [...ids];
  if (change.clear) return [];
  const remaining = ids.filter((id) => !change.remove?.includes(id));
  const after = unique([...remaining, ...(change.add ?? [])]);
  // An empty list means everyone, which must be requested explicitly.
  return after.length === 0 && ids.length > 0 ? { skip: RANGE_SKIP_REASONS.opensToEveryone } : after;
}

const isSkip = (value: unknown): value is { skip: RangeSkipReason } =>
  typeof value === 'object' && value !== null && 'skip' in value;

/** What a bulk change makes of one product: all of it, or nothing and why. */
export function applyBulkChange(row: RangeRow, change: BulkChange): RangeState | { skip: RangeSkipReason } {
  const price = newPrice(row.state, change.price);
  if (isSkip(price)) return price;
  const after: RangeState = {
    ...row.state,
    ...price,
    published: change.published ?? row.state.published,
    featured: change.featured ?? row.state.featured,
  };
  for (const list of AUDIENCE_LISTS) {
    const ids = newList(row.state[list], change[CHANGES[list]]);
    if (isSkip(ids)) return ids;
    after[list] = ids;
  }
  return after;
}

/**
 * Whether a change overwrites fields that someone else has changed since the version `seen`. Adding and removing single limits
 * overwrites nothing.
 */
export function hasRangeEditConflict(row: RangeRow, after: RangeState, change: BulkChange, seen: number | null): boolean {
  const isAdditive = (field: keyof RangeState) =>
    AUDIENCE_LISTS.some((list) => list === field && change[CHANGES[list]]?.clear !== true);
  const set = changedFields(row.state, after).filter((field) => !isAdditive(field));
  return changedSince(set.map(getRangeVersionField), row.fieldVersions, seen).length > 0;
}

const ACTION_LABELS = { changed: 'Changed', added: 'Added', removed: 'Removed from the range:' } as const;

/** A bulk edit of the range in a few words: "Changed 12 products". */
export const describeRangeBulkEdit = (action: keyof typeof ACTION_LABELS, total: number): string =>
  `${ACTION_LABELS[action]} ${total.toLocaleString('en-GB')} ${total === 1 ? 'product' : 'products'}`;
