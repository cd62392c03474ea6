import { describeAdjustmentCause } from '#api/entitlement/adjustment-causes.rules.ts';
import type { StoredReason } from '#api/platform/reasons.ts';
import type { MOVEMENT_KINDS } from '#contract/ordering/statement.ts';

/** A ledger entry with what happened. Amounts in the unit of the account. */
export interface Movement {
  id: number;
  createdAt: string;
  kind: (typeof MOVEMENT_KINDS)[number];
  amount: number;
  balance: number;
  productName: string | null;
  attributeDescription: string | null;
  /** Pieces of the order line that moved. */
  quantity: number | null;
  /** Null for an order that the viewer may not open. */
  orderId: number | null;
  by: string | null;
  /** In the words of the person who adjusted. */
  reason: string | null;
  /** Why the portal adjusted; null for other movements. */
  cause: StoredReason | null;
  /** The other account of a line that counts in another account since the allocation changed, or the other cut where it was corrected; null for other movements. */
  movedLabel: string | null;
  reversesId: number | null;
  isReversed: boolean;
}

/** Why an account was adjusted, as a text; null where no reason was given. */
export const getMovementReason = ({ reason, cause }: Pick<Movement, 'reason' | 'cause'>): string | null =>
  cause === null ? reason : describeAdjustmentCause(cause);

const LINE_VERBS = { reserve: 'Reserved', release: 'No longer reserved', use: 'Sent', return: 'Returned' } as const;

/** What happened, for the statement: `Reserved: 3 × Ashdown tailored jacket, 14 Regular`. */
export function describeMovement(
  movement: Omit<Movement, 'id' | 'createdAt' | 'balance' | 'orderId' | 'isReversed'>,
  { seasonName }: { seasonName: string | null },
): string {
  const { kind, amount, productName, attributeDescription, quantity, by, movedLabel, reversesId } = movement;
  if (kind === 'grant') return seasonName === null ? 'Granted' : `Granted for ${seasonName}`;
  if (kind === 'expire') return 'No longer granted';
  if (kind === 'adjust') {
    const author = by === null ? '' : ` by ${by}`;
    if (reversesId !== null) return `Adjustment undone${author}`;
    const reason = getMovementReason(movement);
    return `${amount > 0 ? 'Added' : 'Removed'}${author}${reason === null ? '' : `: “${reason}”`}`;
  }
  const garment = [productName, attributeDescription].filter((name) => name !== null && name !== '').join(', ');
  const what =
    movedLabel === null
      ? LINE_VERBS[kind]
      : `Moved ${amount > 0 ? 'to' : 'from'} ${movedLabel} because ${movement.cause?.kind === 'cut_corrected' ? 'the cut was corrected' : 'the allocation changed'}`;
  return `${what}: ${quantity !== null && quantity > 1 ? `${quantity} × ` : ''}${garment}`;
}
