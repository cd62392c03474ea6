import { recordOperatorAuditEvent } from '#api/platform/audit/audit.queries.ts';
import type { Tx } from '#api/platform/db/database.ts';
import { HttpError } from '#api/platform/http/errors.ts';
import type { OperatorScope } from '#api/platform/http/operator-scope.ts';
import { hashRequest } from '#api/platform/idempotency/run-once.ts';
import type { BodyOf } from '#contract/index.ts';
import { describeScan } from '#contract/scanned-codes.ts';
import { sumDemand } from './reservations.queries.ts';
import { skuKey } from './stock.queries.ts';
import { findCodes, insertReceipt, listReceived, type ReceivedGarment, receivePieces } from './stock-receipts.queries.ts';

type Receipt = BodyOf<'POST /api/operator/stock/receipts'>;

interface ReceiptOutcome {
  /** False when the delivery had been recorded before. */
  success: boolean;
  msg: string;
  items: ReceivedGarment[];
}

/**
 * Records pieces that have arrived, within the caller's transaction. The same reference with the same pieces changes nothing. Throws 409 for the same
 * reference with other pieces, and 422 for codes that name no garment or several.
 */
export async function receiveStock(tx: Tx, operator: OperatorScope, input: Receipt, requestId: string): Promise<ReceiptOutcome> {
  const reference = input.reference.trim();
  const found = await findCodes(
    tx,
    operator,
    input.items.map(({ code }) => code),
  );
  const errors: Record<string, string[]> = {};
  const lines = input.items.flatMap(({ code, quantity }, index) => {
    const [match, ...others] = found.filter((each) => each.code === skuKey(code));
    if (match && others.length === 0) return [{ combinationId: match.combinationId, quantity }];
    errors[`items[${index}].code`] = [
      match
        ? `Several garments have the code ${describeScan(code)}. Please enter the SKU.`
        : `No garment has the code ${describeScan(code)}.`,
    ];
    return [];
  });
  if (lines.length < input.items.length) throw new HttpError(422, errors);
  const pieces = sumDemand(lines);
  const receipt = await insertReceipt(tx, operator, { reference, requestHash: hashRequest(pieces) });
  if (!receipt.isSame)
    throw new HttpError(409, { reference: [`The delivery ${reference} has been recorded already, with other pieces.`] });
  if (receipt.isNew) {
    await receivePieces(tx, operator, receipt.id, pieces);
    await recordOperatorAuditEvent(
      tx,
      operator,
      { organisationId: null, brandId: null },
      {
        action: 'stock.received',
        subjectId: String(receipt.id),
        after: { reference, pieces: pieces.map((each) => ({ ...each })) },
        requestId,
      },
    );
  }
  return {
    success: receipt.isNew,
    msg: receipt.isNew
      ? 'The stock has been updated.'
      : `The delivery ${reference} has been recorded already; nothing was changed.`,
    items: await listReceived(tx, receipt.id),
  };
}
