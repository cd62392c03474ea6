import { invalid } from '#api/platform/http/errors.ts';
import { changedSince } from '#api/platform/http/optimistic-concurrency.ts';
import { refuseFields } from '#api/platform/http/refusal.ts';
import { isOrganisationAdmin, type Scope } from '#api/platform/http/scope.ts';
import type { ReasonOf } from '#api/platform/reasons.ts';
import type { BodyOf, ReplyOf } from '#contract/index.ts';

/** Whose range it is: the organisation of a session, or a client that an operator may act for. */
export type RangeOwner = Pick<Scope, 'organisationId'>;

/** A product of the range as returned by the API. */
export type ProductOrganisation = ReplyOf<'GET /api/productsorganisation'>['productOrganisations'][number];

/** The settings of a product in an organisation's range. Money in minor units, excluding tax; lists of ids ascending. */
export interface RangeState {
  name: string | null;
  organisationSku: string | null;
  overriddenPriceMinor: number | null;
  /** Percentage added to the catalogue price (negative for a discount), with two decimals. Null if there is an own price. */
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

interface FieldInfo {
  /** The key of the field in `field_versions`. */
  versionField: string;
  label: string;
}

const FIELDS: Readonly<Record<keyof RangeState, FieldInfo>> = {
  name: { versionField: 'name', label: 'Own name' },
  organisationSku: { versionField: 'organisation_sku', label: 'Own SKU' },
  overriddenPriceMinor: { versionField: 'overridden_price_minor', label: 'Own price' },
  pricePercent: { versionField: 'price_percent', label: 'Percentage on the catalogue price' },
  published: { versionField: 'published', label: 'Published' },
  featured: { versionField: 'featured', label: 'Featured' },
  displayOrder: { versionField: 'display_order', label: 'Position' },
  businessAreaIds: { versionField: 'businessAreaIds', label: 'Business areas' },
  jobRoleIds: { versionField: 'jobRoleIds', label: 'Job roles' },
  collectionIds: { versionField: 'collectionIds', label: 'Wardrobes' },
  customerRoleIds: { versionField: 'customerRoleIds', label: 'Roles' },
};

export const getRangeVersionField = (field: keyof RangeState) => FIELDS[field].versionField;
export const rangeFieldLabel = (versionField: string) =>
  Object.values(FIELDS).find((facts) => facts.versionField === versionField)?.label ?? 'Something';

/** Why a product cannot have a price. */
export const RANGE_VALUE_WORDING = {
  price_too_exact: () => 'Price must have at most two decimals.',
  percent_too_exact: () => 'Percent must have at most two decimals.',
  price_or_percent: () => 'Choose either a price or a percentage.',
};
const refuseValue = (field: string, kind: keyof typeof RANGE_VALUE_WORDING) =>
  refuseFields(RANGE_VALUE_WORDING, 422, { [field]: [{ kind }] });

/** Whole minor units of an amount with two decimals. Throws 422 for more. */
function toMinor(amount: number, field: string): number {
  const minor = Math.round(amount * 100);
  if (Math.abs(amount * 100 - minor) > 1e-6) throw refuseValue(field, 'price_too_exact');
  return minor;
}

/** A percentage as stored; 0 becomes null. Throws 422 for more than two decimals. */
function toPercent(percent: number | null, field: string): number | null {
  if (percent === null) return null;
  const rounded = Math.round(percent * 100) / 100;
  if (Math.abs(rounded - percent) > 1e-9) throw refuseValue(field, 'percent_too_exact');
  return rounded === 0 ? null : rounded;
}

/** The price in the request; an amount replaces a percentage and vice versa. Throws 422 if both are given. */
function readPrice({ overriddenPrice, pricePercent }: BodyOf<'PUT /api/productorganisation'>): Partial<RangeState> {
  const minor = overriddenPrice == null ? overriddenPrice : toMinor(overriddenPrice, 'overriddenPrice');
  const percent = pricePercent === undefined ? undefined : toPercent(pricePercent, 'pricePercent');
  if (minor != null && percent != null) throw refuseValue('pricePercent', 'price_or_percent');
  if (minor != null) return { overriddenPriceMinor: minor, pricePercent: null };
  if (percent != null) return { overriddenPriceMinor: null, pricePercent: percent };
  return { ...(minor === null && { overriddenPriceMinor: null }), ...(percent === null && { pricePercent: null }) };
}

const cleanText = (text: string | null) => text?.trim().replaceAll('\0', '') || null;
const unique = (ids: readonly number[]) => [...new Set(ids)].sort((a, b) => a - b);

/** The submitted settings of a product; absent fields stay absent, and so do prices that the organisation does not set. Throws 422. */
export function parseRangeState(
  input: Omit<BodyOf<'PUT /api/productorganisation'>, 'id'>,
  canSetPrices: boolean,
): Partial<RangeState> {
  const { name, organisationSku, published, featured, displayOrder } = input;
  return {
    ...(name !== undefined && { name: cleanText(name) }),
    ...(organisationSku !== undefined && { organisationSku: cleanText(organisationSku) }),
    ...(canSetPrices && readPrice({ id: 0, ...input })),
    ...(published !== undefined && { published }),
    ...(featured !== undefined && { featured }),
    ...(displayOrder !== undefined && { displayOrder }),
    ...Object.fromEntries(AUDIENCE_LISTS.flatMap((list) => (input[list] === undefined ? [] : [[list, unique(input[list])]]))),
  };
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** The fields in which two states differ. */
export const changedFields = (before: RangeState, after: RangeState) =>
  (Object.keys(FIELDS) as (keyof RangeState)[]).filter((field) => !isSame(before[field], after[field]));

/** The given fields of a state, for the audit log. */
export const toRangeAuditValues = (state: RangeState, fields: readonly (keyof RangeState)[]) =>
  Object.fromEntries(fields.map((field) => [field, state[field]]));

export type BulkChange = BodyOf<'POST /api/productsorganisation/bulk'>['change'];
type LimitChange = NonNullable<BulkChange['businessAreas']>;

/** The property of a bulk change for each list. */
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

const isEmptyLimitChange = ({ add = [], remove = [], clear = false }: LimitChange) => add.length + remove.length === 0 && !clear;

/** Throws 422 for a change that is empty or contradictory. */
export function assertValidBulkChange(change: BulkChange): void {
  const { price, remove } = change;
  const limits = AUDIENCE_LISTS.map((list) => [CHANGES[list], change[CHANGES[list]]] as const);
  const hasFieldChanges =
    change.published !== undefined ||
    change.featured !== undefined ||
    price !== undefined ||
    limits.some(([, limit]) => limit && !isEmptyLimitChange(limit));
  if (!hasFieldChanges && !remove) throw invalid('change', 'Choose what to change.');
  if (hasFieldChanges && remove) throw invalid('change', 'Products can be either changed or removed from the range.');
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

/** Why an edit leaves a product alone. */
export const RANGE_SKIP_WORDING = {
  price_too_high: () => 'The price would be more than eleven times the catalogue’s, or above 1,000,000.',
  opens_to_everyone: () => 'Removing the last restriction would make it visible to everyone.',
  product_changed_since: () => 'Someone has changed it since.',
  not_in_range: () => 'It is no longer in the range.',
  already_in_range: () => 'It is already in the range.',
  withdrawn: () => 'The supplier no longer sells it.',
  audience_deleted: () => 'The selected audience has been deleted.',
  other_price_on_these_days: () => 'Another price applies on these days. Cancel it first, or choose other days.',
  prices_of_supplier: () => 'Your supplier sets your organisation’s prices.',
};
/** One of them, as it is stored. */
export type RangeSkipReason = ReasonOf<typeof RANGE_SKIP_WORDING>;

const MAX_PRICE_MINOR = 100_000_000;
const MAX_PERCENT = 1000;
const PERCENT_UNITS = 10_000;

/** Raises or lowers a price by a percentage with at most two decimals, rounded half up. Minor units. */
export const adjustByPercent = (minor: number, percent: number): number =>
  Math.floor((minor * Math.round((100 + percent) * 100) + PERCENT_UNITS / 2) / PERCENT_UNITS);

/** Whether `adjustByPercent` rounds. */
export const isRoundedByPercent = (minor: number, percent: number): boolean =>
  (minor * Math.round((100 + percent) * 100)) % PERCENT_UNITS !== 0;

/** An organisation's own price of a product in minor units, or percentage on the catalogue's; neither: the catalogue's price. */
export type OwnPrice = Pick<RangeState, 'overriddenPriceMinor' | 'pricePercent'>;

/** The organisation's own price or percentage of a product. */
export const getOwnPrice = ({ overriddenPriceMinor, pricePercent }: RangeState): OwnPrice => ({
  overriddenPriceMinor,
  pricePercent,
});

/** Whether two states have the same price and percentage. */
export const hasSamePrice = (one: RangeState, other: RangeState) => isSame(getOwnPrice(one), getOwnPrice(other));

/** Combines two percentages: 10% on top of 10% is 21%. */
const compound = (percent: number, more: number) => Math.round((100 + percent) * (100 + more) - 10_000) / 100;

/** The own price or percentage after a change; percentages are added to what is paid now. Or why it cannot be. */
export function applyPriceChange(
  { overriddenPriceMinor, pricePercent }: OwnPrice,
  price: BulkChange['price'],
): OwnPrice | { skip: RangeSkipReason } {
  if (price === undefined) return { overriddenPriceMinor, pricePercent };
  if (price.catalogue) return { overriddenPriceMinor: null, pricePercent: null };
  if (price.amount !== undefined) return { overriddenPriceMinor: Math.round(price.amount * 100), pricePercent: null };
  const { percent = 0 } = price;
  if (overriddenPriceMinor === null) {
    const sum = compound(pricePercent ?? 0, percent);
    return sum > MAX_PERCENT
      ? { skip: { kind: 'price_too_high' } }
      : { overriddenPriceMinor: null, pricePercent: sum === 0 ? null : sum };
  }
  const changed = adjustByPercent(overriddenPriceMinor, percent);
  return changed > MAX_PRICE_MINOR ? { skip: { kind: 'price_too_high' } } : { overriddenPriceMinor: changed, pricePercent: null };
}

function applyLimitChange(ids: readonly number[], change: LimitChange | undefined): number[] | { skip: RangeSkipReason } {
  if (!change) return [...ids];
  if (change.clear) return [];
  const remaining = ids.filter((id) => !change.remove?.includes(id));
  const after = unique([...remaining, ...(change.add ?? [])]);
  // An empty list means everyone, which must be requested explicitly.
  return after.length === 0 && ids.length > 0 ? { skip: { kind: 'opens_to_everyone' } } : after;
}

const isSkip = (value: unknown): value is { skip: RangeSkipReason } =>
  typeof value === 'object' && value !== null && 'skip' in value;

/**
 * Applies a bulk change to one product: the complete new state, or the reason why the product is skipped. Prices are only changed
 * where the organisation keeps its own.
 */
export function applyBulkChange(
  row: RangeRow,
  change: BulkChange,
  keepsOwnPrices: boolean,
): RangeState | { skip: RangeSkipReason } {
  if (change.price && !keepsOwnPrices) return { skip: { kind: 'prices_of_supplier' } };
  const price = applyPriceChange(row.state, change.price);
  if (isSkip(price)) return price;
  const after: RangeState = {
    ...row.state,
    ...price,
    published: change.published ?? row.state.published,
    featured: change.featured ?? row.state.featured,
  };
  for (const list of AUDIENCE_LISTS) {
    const ids = applyLimitChange(row.state[list], change[CHANGES[list]]);
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

/** Why someone can no longer change the range in bulk. */
export const RANGE_ACCESS_WORDING = {
  no_range_administrator: () => 'The person who started this is no longer an administrator of the range.',
};
/** Why someone cannot change the range in bulk: all groups share it, so it belongs to administrators of the whole organisation. */
export const findRangeAccessBlocker = (caller: Scope): ReasonOf<typeof RANGE_ACCESS_WORDING> | undefined =>
  isOrganisationAdmin(caller) ? undefined : { kind: 'no_range_administrator' };

const ACTION_LABELS = { changed: 'Changed', added: 'Added', removed: 'Removed from the range:' } as const;

/** A bulk edit of the range in a few words: "Changed 12 products". */
export const describeRangeBulkEdit = (action: keyof typeof ACTION_LABELS, total: number): string =>
  `${ACTION_LABELS[action]} ${total.toLocaleString('en-GB')} ${total === 1 ? 'product' : 'products'}`;
