import type { COMPARED } from '#contract/ordering/card-payments/operator-card-payments.ts';
import type { ProviderMovement } from '../providers/payment-provider.ts';

/** A payment or refund of a day as we know it. Money in minor units. */
export interface OwnMovement {
  kind: 'payment' | 'refund';
  reference: string;
  paymentId: number;
  orderId: number;
  amountMinor: number;
  currencyCode: string;
  /** Otherwise it was moved on another day, and the provider lists it on this one. */
  isOfDay: boolean;
}

/** A movement on both sides. Money in minor units; null on the side that does not have it. */
export interface ComparedMovement {
  kind: 'payment' | 'refund';
  reference: string;
  paymentId: number | null;
  orderId: number | null;
  hereMinor: number | null;
  thereMinor: number | null;
  currencyCode: string;
  result: (typeof COMPARED)[number];
}

const keyOf = ({ kind, reference }: { kind: string; reference: string }) => `${kind} ${reference}`;
const ORDER: readonly ComparedMovement['result'][] = ['amount', 'onlyThere', 'onlyHere', 'same'];

/** Compares the movements of a day by their numbers at the provider. Differences come first. A currency that differs counts as another amount. */
export function compareMovements(
  ours: readonly OwnMovement[],
  theirs: readonly Omit<ProviderMovement, 'occurredAt'>[],
): ComparedMovement[] {
  const own = new Map(ours.map((movement) => [keyOf(movement), movement]));
  const listed = theirs.map((there): ComparedMovement => {
    const here = own.get(keyOf(there));
    const isSame = here?.amountMinor === there.amountMinor && here.currencyCode === there.currencyCode.toUpperCase();
    return {
      kind: there.kind,
      reference: there.reference,
      paymentId: here?.paymentId ?? null,
      orderId: here?.orderId ?? null,
      hereMinor: here?.amountMinor ?? null,
      thereMinor: there.amountMinor,
      currencyCode: there.currencyCode.toUpperCase(),
      result: here === undefined ? 'onlyThere' : isSame ? 'same' : 'amount',
    };
  });
  const known = new Set(theirs.map(keyOf));
  const unlisted = ours
    .filter((movement) => movement.isOfDay && !known.has(keyOf(movement)))
    .map(
      ({ amountMinor, isOfDay: _, ...movement }): ComparedMovement => ({
        ...movement,
        hereMinor: amountMinor,
        thereMinor: null,
        result: 'onlyHere',
      }),
    );
  return [...listed, ...unlisted].toSorted((one, other) => ORDER.indexOf(one.result) - ORDER.indexOf(other.result));
}

/** Payments less refunds of one side. */
export const sumMovements = (movements: readonly ComparedMovement[], side: 'hereMinor' | 'thereMinor'): number =>
  movements.reduce((sum, movement) => sum + (movement.kind === 'refund' ? -1 : 1) * (movement[side] ?? 0), 0);
