import { toMajorUnits } from '#api/catalogue/pricing/pricing.rules.ts';
import type { ReplyOf } from '#contract/index.ts';
import { toUtcString } from '../../order-states/order-states.rules.ts';
import type { LevelDetailRow, LevelRow } from './levels.queries.ts';
import { describeStockMovement } from './movement-reasons.rules.ts';
import type { MovementRow } from './movements.queries.ts';

/** A row of the list of stock on the wire. */
export const toLevel = ({ priceMinor, ...level }: LevelRow): ReplyOf<'GET /api/operator/stock'>['stock'][number] => ({
  ...level,
  available: level.onHand - level.reserved,
  price: toMajorUnits(priceMinor),
  value: toMajorUnits(Math.max(level.onHand, 0) * priceMinor),
});

/** Why the operator cannot change the stock of a garment; null when they can. */
export const explainStockRefusal = ({ isSharedBeyond }: Pick<LevelDetailRow, 'isSharedBeyond'>): string | null =>
  isSharedBeyond
    ? 'Clients of brands that you do not work for buy this garment too. An operator of all these brands can change its stock.'
    : null;

/** The stock of a garment with its orders and deliveries on the wire. */
export const toLevelDetail = (row: LevelDetailRow): ReplyOf<'GET /api/operator/stock/:combinationId'> => ({
  currencyCode: row.currencyCode,
  stock: {
    ...toLevel(row),
    version: row.version,
    countedOnUtc: row.countedAt === null ? null : toUtcString(row.countedAt),
    refusal: explainStockRefusal(row),
    reservations: row.reservations,
    otherReserved: row.otherReserved,
    otherOrganisations: row.otherOrganisations,
    deliveries: row.deliveries,
  },
});

/** A movement on the wire. */
export const toMovement = ({
  createdAt,
  cause,
  note,
  receiptReference,
  countName,
  ...movement
}: MovementRow): ReplyOf<'GET /api/operator/stock/:combinationId/movements'>['movements'][number] => ({
  ...movement,
  createdOnUtc: toUtcString(createdAt),
  reason: describeStockMovement({ cause, note, receiptReference, countName }),
});
