import { setImmediate } from 'node:timers/promises';
import type { Tx } from '#api/platform/db/database.ts';
import { invalid } from '#api/platform/http/errors.ts';
import { assertAsSeen, createFingerprint } from '#api/platform/http/fingerprint.ts';
import { describeReason } from '#api/platform/reasons.ts';
import type { SheetFileReader } from '#api/platform/sheet-file/sheet-file-reader.ts';
import type { SheetLimits } from '#api/platform/sheet-file/sheet-lines.ts';
import { SHEET_ROW_WORDING, type SheetRowReason } from '#api/platform/sheet-file/sheet-row-reasons.rules.ts';
import type { ReplyOf } from '#contract/index.ts';
import { MAX_COST_CENTRE_ROWS, MAX_COST_CENTRES } from '#contract/ordering/cost-centres.ts';
import {
  type CostCentreColumns,
  type CostCentrePlan,
  type CostCentreRow,
  findCostCentreColumns,
  parseCostCentreRow,
  planCostCentres,
} from './cost-centre-rows.rules.ts';
import { toRecordedCostCentre } from './cost-centres.actions.ts';
import {
  clearDefaultCostCentre,
  listAllCostCentres,
  lockCostCentres,
  readCostCentreOrganisation,
  saveCostCentres,
} from './cost-centres.queries.ts';
import type { OrganisationKeeper } from './keepers.actions.ts';

type Reply = ReplyOf<'POST /api/costcentres/file/preview'>;

/** What a file of cost centres may contain at most. */
export const COST_CENTRE_SHEET: SheetLimits = {
  rows: MAX_COST_CENTRE_ROWS,
  columns: 40,
  characters: 4_000_000,
  unpackedBytes: 50_000_000,
};
/** Changes and refused rows that a preview shows. */
const MAX_SHOWN = 200;

/** A file as it was read: its columns and rows. */
export interface CostCentreFile {
  columns: CostCentreColumns;
  batches: string[];
}

/** Reads an accepted file. Throws 422 `file` where it is no list of cost centres. */
export async function readCostCentreFile(
  reader: Pick<SheetFileReader, 'read'>,
  fileName: string,
  bytes: unknown,
): Promise<CostCentreFile> {
  if (!Buffer.isBuffer(bytes) || bytes.length === 0) throw invalid('file', 'The file is empty.');
  const { columns, batches } = await reader.read(bytes, fileName, undefined, { hiddenRows: 'import' });
  const found = findCostCentreColumns(columns.map(({ header }) => header));
  if (found.code === undefined)
    throw invalid('file', 'The file has no column “Code”. Its first line must have the headings of the columns.');
  return { columns: found, batches };
}

/** Compares a file with the cost centres of the organisation, which are locked. */
export async function planCostCentreFile(
  tx: Tx,
  { organisationId }: OrganisationKeeper,
  { columns, batches }: CostCentreFile,
): Promise<CostCentrePlan> {
  const { groups } = await readCostCentreOrganisation(tx, organisationId);
  const rows: CostCentreRow[] = [];
  for (const batch of batches) {
    const read = JSON.parse(batch) as { line: number; cells: string[]; problem: SheetRowReason | null }[];
    for (const { line, cells, problem } of read) {
      const said = problem === null ? undefined : describeReason(SHEET_ROW_WORDING, problem);
      const row = parseCostCentreRow({ line, cells, problem: said }, columns, groups);
      if (row) rows.push(row);
    }
    // Other requests are answered in between.
    await setImmediate();
  }
  await lockCostCentres(tx, organisationId);
  return planCostCentres(rows, await listAllCostCentres(tx, organisationId), MAX_COST_CENTRES);
}

const toFacts = ({ planned }: CostCentrePlan) => ({
  changes: planned.map(({ before, after }) => [before?.id ?? null, toRecordedCostCentre(after)]),
});

/** What a file changes, for people to check. */
export const toCostCentrePreview = (plan: CostCentrePlan): Reply => ({
  costCentrePreview: {
    rows: plan.rows,
    added: plan.planned.filter(({ before }) => !before).length,
    changed: plan.planned.filter(({ before }) => before).length,
    unchanged: plan.unchanged,
    refused: plan.refused.length,
    leftAlone: plan.leftAlone,
    changes: plan.planned.slice(0, MAX_SHOWN).map(({ line, before, after, changes }) => ({
      ...{ line, code: after.code, name: after.name, isNew: before === undefined, changes },
    })),
    refusals: plan.refused.slice(0, MAX_SHOWN),
    fingerprint: createFingerprint(toFacts(plan)),
  },
});

/** Adds and changes what a file says. Throws 409 `costCentre` with the code `changed` when that is no longer what was shown. */
export async function saveCostCentreFile(
  tx: Tx,
  keeper: OrganisationKeeper,
  plan: CostCentrePlan,
  fingerprint: string | null | undefined,
): Promise<Reply> {
  assertAsSeen(fingerprint, toFacts(plan), { key: 'costCentre', subject: 'What this file changes', wording: {} });
  const { planned } = plan;
  if (planned.length > 0) {
    await saveCostCentres(
      tx,
      keeper.organisationId,
      planned.map(({ before, after }) => ({ ...after, id: before?.id ?? null })),
    );
    const closed = planned.flatMap(({ before, after }) => (before && !after.active ? [before.id] : []));
    if (closed.length > 0) await clearDefaultCostCentre(tx, keeper.organisationId, closed);
    await keeper.record(tx, {
      action: 'costCentre.imported',
      before: { costCentres: planned.flatMap(({ before }) => (before ? [toRecordedCostCentre(before)] : [])) },
      after: { costCentres: planned.map(({ after }) => toRecordedCostCentre(after)) },
    });
  }
  return toCostCentrePreview(plan);
}
