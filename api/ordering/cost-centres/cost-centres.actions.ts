import { toMinorUnits } from '#api/catalogue/pricing/minor-units.ts';
import { toMajorUnits } from '#api/catalogue/pricing/pricing.rules.ts';
import type { Db, Tx } from '#api/platform/db/database.ts';
import { conflict, invalid, notFound } from '#api/platform/http/errors.ts';
import { createStaleError } from '#api/platform/http/optimistic-concurrency.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import type { BodyOf, ReplyOf } from '#contract/index.ts';
import { MAX_COST_CENTRES } from '#contract/ordering/cost-centres.ts';
import type { CostCentreFields } from './cost-centre-rows.rules.ts';
import {
  type CostCentreQuery,
  clearDefaultCostCentre,
  findCodeOwner,
  findCostCentre,
  findSeasonName,
  listCostCentres,
  listPurchases,
  lockCostCentres,
  readCostCentreOrganisation,
  type StoredCostCentre,
  saveCostCentres,
} from './cost-centres.queries.ts';
import type { OrganisationKeeper } from './keepers.actions.ts';

type Reply = ReplyOf<'GET /api/costcentres/:id'>;
type WireCostCentre = Reply['costCentre'];
type Input = Omit<BodyOf<'PUT /api/costcentres/:id'>, 'version'>;

const toAmount = (minor: number | null) => (minor === null ? null : toMajorUnits(minor));

const toWire = ({ seasonLimitMinor, seasonMinor, people, ...centre }: StoredCostCentre): WireCostCentre => ({
  ...centre,
  seasonLimit: toAmount(seasonLimitMinor),
  seasonValue: toMajorUnits(seasonMinor),
  peopleCount: people,
});

/** A page of the cost centres of an organisation. */
export async function getCostCentres(
  db: Db,
  { organisationId }: OrganisationKeeper,
  query: CostCentreQuery,
): Promise<ReplyOf<'GET /api/costcentres'>> {
  const [{ rows, count }, { currencyCode, groups, seasonName }] = await Promise.all([
    listCostCentres(db, organisationId, query),
    readCostCentreOrganisation(db, organisationId),
  ]);
  return { costCentres: rows.map(toWire), totalCount: count, currencyCode, groups, currentSeasonName: seasonName };
}

/** A cost centre. Throws 404 for one of another organisation. */
export async function getCostCentre(db: Db | Tx, { organisationId }: OrganisationKeeper, id: number): Promise<Reply> {
  const found = await findCostCentre(db, organisationId, id);
  if (!found) throw notFound('costCentre');
  return { costCentre: toWire(found) };
}

const LABELS: Readonly<Record<string, string>> = {
  code: 'Code',
  name: 'Name',
  groups: 'Groups',
  active: 'Active',
  validFrom: 'Valid from',
  validUntil: 'Valid until',
  seasonLimit: 'Amount per season',
};

/** What the audit log says of a cost centre. */
export const toRecordedCostCentre = ({ groups, seasonLimitMinor, ...fields }: CostCentreFields) => ({
  code: fields.code,
  name: fields.name,
  groups: groups.map(({ name }) => name),
  active: fields.active,
  validFrom: fields.validFrom,
  validUntil: fields.validUntil,
  seasonLimit: toAmount(seasonLimitMinor),
});

/** The cost centre with what the input names. Throws 404 for a group of another organisation, and 422. */
async function applyInput(
  tx: Tx,
  { organisationId }: OrganisationKeeper,
  centre: CostCentreFields,
  input: Input,
): Promise<CostCentreFields> {
  let { groups } = centre;
  if (input.groupIds) {
    const wanted = new Set(input.groupIds);
    groups = (await readCostCentreOrganisation(tx, organisationId)).groups.filter(({ id }) => wanted.has(id));
    if (groups.length < wanted.size) throw notFound('organisationGroup');
  }
  const after: CostCentreFields = {
    code: input.code?.trim() ?? centre.code,
    name: input.name?.trim() ?? centre.name,
    groups,
    active: input.active ?? centre.active,
    validFrom: input.validFrom === undefined ? centre.validFrom : input.validFrom,
    validUntil: input.validUntil === undefined ? centre.validUntil : input.validUntil,
    seasonLimitMinor:
      input.seasonLimit === undefined
        ? centre.seasonLimitMinor
        : input.seasonLimit === null
          ? null
          : toMinorUnits(input.seasonLimit, 'seasonLimit'),
  };
  if (after.validFrom && after.validUntil && after.validUntil < after.validFrom)
    throw invalid('validUntil', 'The last day is before the first. Please change one of them.');
  return after;
}

/** Adds a cost centre. Throws 404, 409 and 422. */
export async function addCostCentre(tx: Tx, keeper: OrganisationKeeper, input: BodyOf<'POST /api/costcentres'>): Promise<Reply> {
  const { organisationId } = keeper;
  await lockCostCentres(tx, organisationId);
  const empty = { code: '', name: '', groups: [], active: true, validFrom: null, validUntil: null, seasonLimitMinor: null };
  const after = await applyInput(tx, keeper, empty, input);
  const { count, ownerId } = await findCodeOwner(tx, organisationId, after.code);
  if (ownerId !== null) throw conflict('code', 'There is already a cost centre with this code. Please enter another one.');
  if (count >= MAX_COST_CENTRES)
    throw conflict('costCentre', `An organisation can have at most ${MAX_COST_CENTRES} cost centres.`);
  const [id] = await saveCostCentres(tx, organisationId, [{ ...after, id: null }]);
  await keeper.record(tx, { action: 'costCentre.added', subjectId: String(id), after: toRecordedCostCentre(after) });
  return getCostCentre(tx, keeper, id as number);
}

/** Changes a cost centre; what the input does not name stays. Throws 404, 409 and 422. */
export async function changeCostCentre(
  tx: Tx,
  keeper: OrganisationKeeper,
  id: number,
  { version, ...input }: BodyOf<'PUT /api/costcentres/:id'>,
): Promise<Reply> {
  const { organisationId } = keeper;
  await lockCostCentres(tx, organisationId);
  const before = await findCostCentre(tx, organisationId, id);
  if (!before) throw notFound('costCentre');
  const after = await applyInput(tx, keeper, before, input);
  const recorded = { before: toRecordedCostCentre(before), after: toRecordedCostCentre(after) };
  const changed = (Object.keys(recorded.after) as (keyof typeof recorded.after)[]).filter(
    (field) => JSON.stringify(recorded.before[field]) !== JSON.stringify(recorded.after[field]),
  );
  // A change that was made already, by a request whose reply was lost, is no conflict.
  if (changed.length === 0) return { costCentre: toWire(before) };
  if (version != null && version !== before.version)
    throw createStaleError('costCentre', changed, (field) => LABELS[field] ?? field, recorded.before);
  const { ownerId } = await findCodeOwner(tx, organisationId, after.code);
  if (ownerId !== null && ownerId !== id)
    throw conflict('code', 'There is already a cost centre with this code. Please enter another one.');
  await saveCostCentres(tx, organisationId, [{ ...after, id }]);
  if (!after.active) await clearDefaultCostCentre(tx, organisationId, [id]);
  await keeper.record(tx, { action: 'costCentre.changed', subjectId: String(id), ...recorded });
  return getCostCentre(tx, keeper, id);
}

/** Withdraws a cost centre. Throws 404. */
export const withdrawCostCentre = (tx: Tx, keeper: OrganisationKeeper, id: number): Promise<Reply> =>
  changeCostCentre(tx, keeper, id, { active: false });

/** What was ordered by cost centre in a season, in the scope of an administrator. Throws 404 for a season of another organisation. */
export async function getPurchases(
  db: Db,
  caller: Scope,
  seasonId: number | undefined,
): Promise<ReplyOf<'GET /api/costcentres/purchases'>> {
  const { currencyCode, ...current } = await readCostCentreOrganisation(db, caller.organisationId);
  const id = seasonId || current.seasonId;
  if (id === null) return { purchases: [], currencyCode, seasonName: null };
  const seasonName = await findSeasonName(db, caller.organisationId, id);
  if (seasonName === undefined) throw notFound('season');
  const rows = await listPurchases(db, caller, id);
  return {
    purchases: rows.map(({ valueMinor, seasonLimitMinor, ...row }) => ({
      ...row,
      value: toMajorUnits(valueMinor),
      seasonLimit: toAmount(seasonLimitMinor),
    })),
    currencyCode,
    seasonName,
  };
}
