import type { Tx } from '#api/platform/db/database.ts';
import { HttpError } from '#api/platform/http/errors.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import type { BodyOf, ReplyOf } from '#contract/index.ts';
import { planWardrobe } from '../../entitlement.actions.ts';
import { listReplacedAccounts } from '../../entitlement.rules.ts';
import type { WardrobeContents } from '../versions/contents.rules.ts';
import { countChoosers, countWearers, listExamples, listWearerClasses, readPriceRanges } from './draft-preview.queries.ts';
import {
  BUDGET,
  type ContentsEffect,
  type Effect,
  listChangedParts,
  listGroupPrices,
  type PartKey,
  sumEffects,
  toWardrobeFacts,
  type WearerClass,
} from './draft-preview.rules.ts';
import { listKeptContents } from './drafts.queries.ts';

export type DraftPreview = ReplyOf<'GET /api/organisation/wardrobes/:id/draft/preview'>['preview'];
type Seen = BodyOf<'POST /api/organisation/wardrobes/:id/draft/publish'>['seen'];

/** A wardrobe, what it contains now, and what it is to contain. */
export interface PreviewedWardrobe {
  id: number;
  name: string;
  version: number;
  live: WardrobeContents;
  contents: WardrobeContents;
  /** Products of both, by id. */
  products: ReadonlyMap<number, { name: string }>;
}

/** The parts in which the contents differ from any version by which wearers are owed something: all where it is of another season. */
async function listPartsToCompare(
  tx: Tx,
  scope: Scope,
  { id, version: inUse, live, contents }: PreviewedWardrobe,
  versions: readonly number[],
): Promise<Set<PartKey>> {
  const kept = versions.some((version) => version !== inUse) ? await listKeptContents(tx, scope, id) : [];
  const earlier = [live, ...kept.filter(({ version }) => versions.includes(version)).map((version) => version.contents)];
  const changes = earlier.map((before) => listChangedParts(before, contents));
  if (changes.every((changed) => changed !== null)) return new Set(changes.flatMap((changed) => [...changed]));
  return new Set([BUDGET, ...[...earlier, contents].flatMap(({ groups }) => groups.map((group) => group.id))]);
}

const listOptions = ({ superGroups }: WardrobeContents) => superGroups.flatMap(({ options }) => options);

/** The classes of wearers, each planned by one of them. */
async function planClasses(
  tx: Tx,
  scope: Scope,
  { id, name, contents, products }: PreviewedWardrobe,
  parts: ReadonlySet<PartKey>,
): Promise<{ classes: WearerClass[]; today: string }> {
  const names = new Map([...products].map(([productId, product]) => [productId, product.name]));
  const facts = toWardrobeFacts(id, name, contents, names);
  const optionIds = listOptions(contents).map((option) => option.id);
  const planBy = async (withLines: boolean) => {
    const classes = await listWearerClasses(tx, scope, id, { parts, optionIds, withLines });
    const { plans, today } = await planWardrobe(
      tx,
      scope,
      classes.map(({ customerIds: [representative = 0] }) => representative),
      facts,
    );
    const planOf = new Map(plans.map((plan) => [plan.customerId, plan]));
    const planned = classes.flatMap((wearers) => {
      const plan = planOf.get(wearers.customerIds[0] ?? 0);
      return plan ? [{ ...wearers, plan }] : [];
    });
    return { classes: planned, today };
  };
  const planned = await planBy(false);
  // Where lines move to accounts of their products, it also matters which products people have ordered.
  const moves = planned.classes.some(({ plan }) => listReplacedAccounts(plan.planned, plan.accounts, planned.today).length > 0);
  return moves ? planBy(true) : planned;
}

const toMajor = (minor: number) => minor / 100;

async function toWireEffect(
  tx: Tx,
  scope: Scope,
  { customerIds, pieces, points, lowMinor, highMinor }: Effect,
): Promise<DraftPreview['gain']> {
  return {
    people: customerIds.size,
    pieces,
    points,
    amountLow: toMajor(lowMinor),
    amountHigh: toMajor(highMinor),
    examples: await listExamples(tx, scope, [...customerIds]),
  };
}

/** The parts that change for someone, or are deleted, in the order of the draft. */
function listGroupRows(
  { live, contents, name }: Pick<PreviewedWardrobe, 'live' | 'contents' | 'name'>,
  parts: ContentsEffect['parts'],
): DraftPreview['groups'] {
  const none = { people: 0, orderedBy: 0, orderedPieces: 0 };
  const toRow = (
    id: number | null,
    label: string,
    numbers: { before: number | null; after: number | null; isRemoved: boolean },
  ) => {
    const { people, orderedBy, orderedPieces } = parts.get(id ?? BUDGET) ?? none;
    return { id, name: label, ...numbers, people, ordered: { people: orderedBy, pieces: orderedPieces } };
  };
  const earlier = new Map(live.groups.map((group) => [group.id, group]));
  const later = new Set(contents.groups.map(({ id }) => id));
  return [
    ...(parts.has(BUDGET) ? [toRow(null, name, { before: null, after: null, isRemoved: false })] : []),
    ...contents.groups
      .filter(({ id }) => parts.has(id))
      .map((group) =>
        toRow(group.id, group.name, {
          before: earlier.get(group.id)?.quantity ?? null,
          after: group.quantity,
          isRemoved: false,
        }),
      ),
    ...live.groups
      .filter(({ id }) => !later.has(id))
      .map((group) => toRow(group.id, group.name, { before: group.quantity, after: null, isRemoved: true })),
  ];
}

/** What it would mean for the wearers of a wardrobe if it contained something else. Writes nothing. */
export async function previewContents(
  tx: Tx,
  scope: Scope,
  wardrobe: PreviewedWardrobe,
): Promise<Omit<DraftPreview, 'revision' | 'version' | 'nextVersion' | 'changes'>> {
  const { id, live, contents, products } = wardrobe;
  const { people, versions } = await countWearers(tx, scope, id);
  const parts = await listPartsToCompare(tx, scope, wardrobe, versions);
  const { classes, today } =
    people === 0 || parts.size === 0 ? { classes: [], today: '' } : await planClasses(tx, scope, wardrobe, parts);
  const prices = listGroupPrices([live, contents], await readPriceRanges(tx, scope, [...products.keys()]));
  const effect = sumEffects(classes, { prices, today });
  const keptOptions = new Set(listOptions(contents).map((option) => option.id));
  const removedOptions = listOptions(live).filter((option) => !keptOptions.has(option.id));
  const choosers = await countChoosers(
    tx,
    scope,
    removedOptions.map((option) => option.id),
  );
  return {
    people,
    gain: await toWireEffect(tx, scope, effect.gain),
    lose: await toWireEffect(tx, scope, effect.lose),
    over: await toWireEffect(tx, scope, effect.over),
    groups: listGroupRows(wardrobe, effect.parts),
    removedChoices: removedOptions.map((option) => ({ name: option.name, people: choosers.get(option.id) ?? 0 })),
  };
}

const count = (n: number) => `${n.toLocaleString('en-GB')} ${n === 1 ? 'person' : 'people'}`;
const verb = (n: number, one: string, many: string) => `${count(n)} ${n === 1 ? one : many}`;

/** Throws 409 with the figures of now when they are not those that were seen, or the version in use is another one. */
export function assertPreviewAsSeen(
  seen: Seen,
  { version, gain, lose, over }: Pick<DraftPreview, 'version' | 'gain' | 'lose' | 'over'>,
): void {
  const isSame = seen.version === version && seen.gain === gain.people && seen.lose === lose.people && seen.over === over.people;
  if (isSame) return;
  throw new HttpError(
    409,
    {
      preview: [
        seen.version === version
          ? 'Who is affected has changed since it was shown.'
          : `Version ${version} of the wardrobe is in use now, so what the draft changes is something else.`,
        `${verb(gain.people, 'gains', 'gain')}, ${verb(lose.people, 'loses', 'lose')}, ${verb(over.people, 'is', 'are')} over. Nothing was published. Please check it again.`,
      ],
    },
    {},
    'outcome_changed',
  );
}
