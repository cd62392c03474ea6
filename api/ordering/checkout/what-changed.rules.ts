import { createHash } from 'node:crypto';
import { createCustomisationKey } from '#api/catalogue/customisation/design.rules.ts';
import { formatMoney } from '#api/catalogue/pricing/format-money.rules.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import { type ApprovalReason, describeApprovalReason } from '../approval/approval-reasons.rules.ts';
import type { PricedLine } from '../cart/cart.rules.ts';
import { listCharges } from '../cart/charges.rules.ts';
import { nameLine } from '../order-states/line-names.rules.ts';
import type { OrderTotals } from './checkout.rules.ts';

/** A line as the summary showed it, to describe later what has changed. */
export interface ShownLine {
  lineId: number;
  name: string;
  quantity: number;
  unitMinor: number;
  /** At a quoted price. */
  isQuoted?: true;
  /** Its designs, as `createCustomisationKey` has them; left out without any, and of summaries from before there were designs. */
  customisationKey?: string;
  /** What setting up each of them costs, by its key. */
  setUps?: Record<string, { name: string; chargeMinor: number }>;
}

/** The lines as a summary shows them. */
export const toShownLines = (lines: readonly PricedLine[]): ShownLine[] =>
  lines.map((line) => ({
    lineId: line.id,
    name: nameLine(line),
    quantity: line.quantity,
    unitMinor: line.unitMinor,
    ...(line.quote?.leads ? { isQuoted: true } : {}),
    ...(line.designs.length === 0
      ? {}
      : {
          customisationKey: createCustomisationKey(line.designs),
          setUps: Object.fromEntries(
            listCharges([line]).map(({ designKey, name, chargeMinor }) => [designKey, { name, chargeMinor }]),
          ),
        }),
  }));

/**
 * Identifies everything about an order that affects its price, and whether it needs approval: equal fingerprints charge the same for the same goods,
 * and ask the same.
 */
export function createOrderFingerprint(lines: readonly PricedLine[], totals: OrderTotals, requiresApproval: boolean): string {
  const goods = lines.map(({ id, combinationId, quantity, unitMinor, coverage, designs }) => [
    id,
    combinationId,
    quantity,
    unitMinor,
    coverage.covered,
    ...(designs.length === 0 ? [] : [createCustomisationKey(designs)]),
  ]);
  const charges = totals.charges.map(({ designKey, name, chargeMinor }) => [designKey ?? name, chargeMinor]);
  return createHash('sha256')
    .update(
      JSON.stringify([
        goods,
        totals.totalMinor,
        totals.shippingMinor,
        ...(charges.length === 0 ? [] : [charges]),
        ...(totals.card ? [totals.card.payer, totals.card.amountMinor] : []),
        ...(requiresApproval ? ['approval'] : []),
      ]),
    )
    .digest('base64url');
}

const REVIEW_AGAIN = 'Nothing has been ordered yet. Please review the summary again.';

/** Says that an order needs approval, which the last summary did not say, or no longer needs it. */
export const describeChangedApproval = (
  reasons: readonly ApprovalReason[],
  { currencyCode, pricesVisible }: Pick<Scope, 'currencyCode' | 'pricesVisible'>,
): string[] => [
  reasons.length === 0
    ? 'This order no longer needs approval.'
    : `This order now needs approval: ${reasons.map((reason) => describeApprovalReason(reason, pricesVisible ? currencyCode : null)).join('. ')}.`,
  REVIEW_AGAIN,
];

/** Describes what setting up the designs of lines costs that have the same designs as in the last summary, where that has changed. */
function describeChangedSetUps(
  shown: readonly ShownLine[],
  lines: readonly ShownLine[],
  { currencyCode, pricesVisible }: Pick<Scope, 'currencyCode' | 'pricesVisible'>,
): string[] {
  const sentences = new Map<string, string>();
  for (const after of lines) {
    const before = shown.find(({ lineId }) => lineId === after.lineId);
    if (before?.customisationKey !== after.customisationKey) continue;
    const [was, is] = [before?.setUps ?? {}, after.setUps ?? {}];
    for (const [key, { name }] of Object.entries({ ...was, ...is })) {
      const [from, to] = [was[key]?.chargeMinor ?? 0, is[key]?.chargeMinor ?? 0];
      if (from === to) continue;
      const what = name.replace(/^Set-up: /, '');
      const [priceBefore, priceAfter] = [from, to].map((minor) => formatMoney(minor, currencyCode));
      sentences.set(
        key,
        pricesVisible
          ? `The set-up of ${what} has changed from ${priceBefore} to ${priceAfter} excluding tax.`
          : `The price of the set-up of ${what} has changed.`,
      );
    }
  }
  return [...sentences.values()];
}

/**
 * Describes, one sentence each, how the order differs from the last summary that the person saw. Without `pricesVisible`, the
 * sentences contain no amounts but what the person pays (`own`, in minor units including tax). `answers` says the same of the answers to questions.
 */
export function describeChanges(
  shown: readonly ShownLine[],
  lines: readonly PricedLine[],
  { currencyCode, pricesVisible }: Pick<Scope, 'currencyCode' | 'pricesVisible'>,
  {
    own = { shownMinor: 0, minor: 0 },
    answers = [],
  }: { own?: { shownMinor: number; minor: number }; answers?: readonly string[] } = {},
): string[] {
  const now = new Map(toShownLines(lines).map((line) => [line.lineId, line]));
  const changes: string[] = [];
  for (const before of shown) {
    const after = now.get(before.lineId);
    now.delete(before.lineId);
    if (!after) changes.push(`${before.name} is no longer in the cart.`);
    else {
      if (after.unitMinor !== before.unitMinor) {
        const prices = [before.unitMinor, after.unitMinor].map((minor) => formatMoney(minor, currencyCode));
        const hasEnded = before.isQuoted && !after.isQuoted;
        if (hasEnded) changes.push(`The quoted price of ${after.name} has ended.`);
        changes.push(
          pricesVisible
            ? `The price of ${after.name} has changed from ${prices[0]} to ${prices[1]} excluding tax.`
            : `The price of ${after.name} has changed.`,
        );
      }
      if (after.quantity !== before.quantity)
        changes.push(`The quantity of ${after.name} has changed from ${before.quantity} to ${after.quantity}.`);
      if (after.name !== before.name) changes.push(`${before.name} has become ${after.name}.`);
      if (after.customisationKey !== before.customisationKey) changes.push(`The logo or text on ${after.name} has changed.`);
    }
  }
  for (const added of now.values()) changes.push(`${added.name} has been added to the cart.`);
  changes.push(...describeChangedSetUps(shown, toShownLines(lines), { currencyCode, pricesVisible }));
  if (own.minor !== own.shownMinor) {
    const [before, after] = [own.shownMinor, own.minor].map((minor) => formatMoney(minor, currencyCode));
    changes.push(`You would now pay ${after} yourself instead of ${before}.`);
  }
  changes.push(...answers);
  if (changes.length === 0) changes.push('The delivery cost, the tax or what your entitlement covers has changed.');
  return [...changes, REVIEW_AGAIN];
}
