import { describeReason, type ReasonOf } from '#api/platform/reasons.ts';

const WORDING = {
  damaged: () => 'Damaged',
  lost: () => 'Lost',
  found: () => 'Found',
  sample: () => 'Used as a sample',
  miscounted: () => 'Earlier count was wrong',
  other: () => 'Correction',
  stock_count: ({ countId, countName }: { countId: number; countName?: string | null }) => `Count of ${countName ?? countId}`,
  level_sent: () => 'Sent by another system',
  catalogue_import: ({ file }: { file: string }) => `Import of ${file}`,
};

/** Why stock was corrected, or by what it was counted, as it is stored with the movement. */
export type MovementCause = ReasonOf<typeof WORDING>;

/** What the reason of a movement is worded from. */
export interface MovementReason {
  cause: MovementCause | null;
  /** What the operator wrote, or the number of the message of another system. */
  note: string | null;
  /** Number of the delivery note of pieces that were received. */
  receiptReference: string | null;
  /** Name of the count. */
  countName: string | null;
}

/** The reason of a movement in words; null where its kind says enough. */
export function describeStockMovement({ cause, note, receiptReference, countName }: MovementReason): string | null {
  if (receiptReference !== null) return `Delivery note ${receiptReference}`;
  return [cause && describeReason(WORDING, { ...cause, countName }), note].filter(Boolean).join(': ') || null;
}
