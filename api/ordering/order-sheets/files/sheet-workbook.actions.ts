import { recordAuditEvent } from '#api/platform/audit/audit.queries.ts';
import { type Db, runInTransaction } from '#api/platform/db/database.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import { formatDatedFileName, readInBatches, type Sheet, type WorkbookFile } from '#api/platform/workbook/workbook.ts';
import { listKeptSizes } from '../../kept-sizes/kept-sizes.queries.ts';
import type { SizeChoice } from '../rows/choose-combination.rules.ts';
import { toSizeChoice } from '../rows/known-size.rules.ts';
import { keyOfPair } from '../rows/sheet-garments.queries.ts';
import { INFORMATION_HEADINGS, SHEET_HEADINGS } from './sheet-columns.rules.ts';
import { listWorkbookGarments, listWorkbookPeople, type WorkbookGarment } from './sheet-workbook.queries.ts';

/**
 * A workbook with a row for each of one's people and garment of their wardrobes, whose columns are those of a sheet, with an empty quantity. It is read from
 * the database as fast as the receiver takes it, and recorded in the audit log.
 */
export async function createSheetWorkbook(
  db: Db,
  scope: Scope,
  { groupId, today, now, requestId }: { groupId: number | undefined; today: string; now: Date; requestId: string },
): Promise<WorkbookFile> {
  const people = await listWorkbookPeople(db, scope, groupId);
  await runInTransaction(db, (tx) =>
    recordAuditEvent(
      tx,
      { caller: scope, effective: scope },
      {
        action: 'orderSheets.exported',
        after: { people: people.length, ...(groupId === undefined ? {} : { groupId }) },
        requestId,
      },
    ),
  );
  const empty = () => null;
  const sheet: Sheet<SizedGarment> = {
    name: 'Order sheet',
    columns: [
      { header: SHEET_HEADINGS.wearer, width: 28, value: ({ wearer }) => wearer },
      { header: SHEET_HEADINGS.garment, width: 36, value: ({ garment }) => garment },
      { header: SHEET_HEADINGS.colour, width: 16, value: ({ colour }) => colour },
      { header: SHEET_HEADINGS.size, width: 12, value: ({ size }) => size },
      { header: SHEET_HEADINGS.fit, width: 12, value: ({ fit }) => fit },
      { header: SHEET_HEADINGS.quantity, width: 10, value: empty },
      { header: SHEET_HEADINGS.reason, width: 28, value: empty },
      { header: SHEET_HEADINGS.nameOnGarment, width: 20, value: empty },
      { header: INFORMATION_HEADINGS.left, width: 8, value: ({ left }) => left },
      { header: INFORMATION_HEADINGS.group, width: 24, value: ({ group }) => group },
    ],
    rows: readInBatches(people, (ids) => listSizedGarments(db, scope, ids, { today, now })),
  };
  return { name: formatDatedFileName('order-sheet'), sheets: [sheet] };
}

/** A garment of someone, with the size that they have kept, unless they said that it does not fit. */
type SizedGarment = WorkbookGarment & SizeChoice;

async function listSizedGarments(
  db: Db,
  scope: Scope,
  wearerIds: readonly number[],
  { today, now }: { today: string; now: Date },
): Promise<SizedGarment[]> {
  const [garments, keptSizes] = await Promise.all([
    listWorkbookGarments(db, scope, wearerIds, today),
    listKeptSizes(db, scope, { wearerIds, now }),
  ]);
  const kept = new Map(keptSizes.map((size) => [keyOfPair(size), size]));
  return garments.map((garment) => {
    const size = kept.get(keyOfPair(garment));
    const isDoubtful = size?.fit === 'tooSmall' || size?.fit === 'tooBig';
    return { ...garment, ...(size && !isDoubtful ? toSizeChoice(size) : { size: null, fit: null }) };
  });
}
