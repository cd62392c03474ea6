import { toMajorUnits } from '#api/catalogue/pricing/pricing.rules.ts';
import { sumCorrections } from '#api/entitlement/cut-correction.rules.ts';
import { previewEntitlement, type WearerChange } from '#api/entitlement/entitlement.actions.ts';
import { readPreviewNames } from '#api/entitlement/entitlement-preview.queries.ts';
import { type Excess, type Owed, type PreviewRow, summarisePreviews } from '#api/entitlement/entitlement-preview.rules.ts';
import type { Tx } from '#api/platform/db/database.ts';
import { forbidden, notFound } from '#api/platform/http/errors.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import type { BodyOf, ReplyOf } from '#contract/index.ts';
import { readCorrections } from './cut-correction.actions.ts';
import { checkOrganisationMemberships } from './memberships.queries.ts';
import { canSee, writableFields } from './person-fields.rules.ts';
import { readChangeReferences, readPeople } from './person-updates.queries.ts';
import { affectsEntitlement, type LockedPerson, type PlannedChange, planPersonChange } from './planned-change.rules.ts';

export type EntitlementPreview = ReplyOf<'POST /api/customers/:id/entitlementpreview'>['preview'];

/** How many changes and excesses a preview lists. */
const MAX_CHANGES = 50;
const MAX_EXCESSES = 100;

/** A planned change of a person, read without a lock. */
export interface PreviewedPerson {
  person: LockedPerson;
  planned: PlannedChange;
}

/** What decides what a person is owed, as far as a planned change changes it. */
function toWearerChange({ columns, memberships }: PlannedChange): WearerChange {
  const { allocation_type_id, wardrobe_opt_out_at } = columns;
  const { organisationCollections, organisationSeasons } = memberships;
  return {
    ...(allocation_type_id === undefined ? {} : { allocationTypeId: allocation_type_id }),
    ...(wardrobe_opt_out_at === undefined ? {} : { hasOptedOut: wardrobe_opt_out_at !== null }),
    ...(organisationCollections ? { collectionIds: organisationCollections } : {}),
    ...(organisationSeasons ? { seasonIds: organisationSeasons } : {}),
  };
}

/** What planned changes would make of people's entitlement, in the form of the contract. Writes nothing. */
export async function previewPlannedChanges(
  tx: Tx,
  scope: Scope,
  changed: readonly PreviewedPerson[],
  moveOrdered = false,
): Promise<Pick<EntitlementPreview, 'affected' | 'changes' | 'corrections' | 'moreChanges' | 'excesses' | 'moreExcesses'>> {
  const affecting = changed.filter(({ planned }) => affectsEntitlement(planned));
  const { previews, corrections } = await previewEntitlement(
    tx,
    scope,
    new Map(affecting.map(({ person, planned }) => [person.actor.customerId, toWearerChange(planned)])),
    await readCorrections(tx, scope, affecting, moveOrdered),
  );
  const all = summarisePreviews(previews);
  const excesses = previews.flatMap((preview) => preview.excesses);
  const changes = all.slice(0, MAX_CHANGES);
  const summedCorrections = sumCorrections(corrections);
  const correctedIds = summedCorrections.flatMap(({ fromId, toId }) => [fromId, toId]);
  const names = await readPreviewNames(tx, scope, previews, correctedIds);
  const people = new Map(affecting.map(({ person: { actor } }) => [actor.customerId, `${actor.firstName} ${actor.lastName}`]));
  const collectionName = (id: number) => names.collections.get(id) ?? '';
  return {
    affected: new Set(previews.map(({ customerId }) => customerId)).size,
    changes: changes.map(({ collectionId, seasonId, people: count, rows }) => ({
      organisationCollectionId: collectionId,
      collectionName: collectionName(collectionId),
      seasonName: seasonId === null ? null : (names.seasons.get(seasonId) ?? null),
      people: count,
      rows: rows.map(toRow),
    })),
    moreChanges: all.length - changes.length,
    corrections: summedCorrections.map(({ fromId, toId, stayingLabels, ...figures }) => ({
      fromName: collectionName(fromId),
      toName: collectionName(toId),
      ...figures,
      stayingGroups: stayingLabels,
    })),
    excesses: excesses.slice(0, MAX_EXCESSES).map((excess) => ({
      ...toExcess(excess),
      customerName: people.get(excess.customerId) ?? '',
      collectionName: collectionName(excess.collectionId),
    })),
    moreExcesses: Math.max(excesses.length - MAX_EXCESSES, 0),
  };
}

const toAmount = (amount: number, unit: PreviewRow['unit']) => (unit === 'money' ? toMajorUnits(amount) : amount);

const toOwed = (owed: Owed | null, unit: PreviewRow['unit']) =>
  owed && { amount: owed.amount === null ? null : toAmount(owed.amount, unit) };

const toRow = ({ kind, unit, label, before, after, reserved, used }: PreviewRow) => ({
  kind,
  unit,
  label,
  before: toOwed(before, unit),
  after: toOwed(after, unit),
  reserved: toAmount(reserved, unit),
  used: toAmount(used, unit),
});

const toExcess = ({ customerId, label, unit, taken, owed }: Excess) => ({
  customerId,
  label,
  unit,
  taken: toAmount(taken, unit),
  owed: toAmount(owed, unit),
});

/** What a change of a person would make of what they are owed. Throws 403, 404 and 422 as the change would. */
export async function previewPersonChange(
  tx: Tx,
  caller: Scope,
  customerId: number,
  input: BodyOf<'POST /api/customers/:id/entitlementpreview'>,
): Promise<EntitlementPreview> {
  const [person] = await readPeople(tx, caller, [customerId]);
  if (!person) throw notFound('customer');
  const writable = writableFields(caller, person.actor);
  if (!writable)
    throw canSee(caller, person.actor) ? forbidden('You may not change this person’s account.') : notFound('customer');
  await checkOrganisationMemberships(tx, caller, input);
  const planned = planPersonChange(caller, person, input, writable, await readChangeReferences(tx, caller));
  const preview = await previewPlannedChanges(tx, caller, [{ person, planned }], input.moveOrdered);
  return { people: 1, previewed: 1, ...preview, refusals: [] };
}
