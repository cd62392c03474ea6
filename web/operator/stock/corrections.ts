import type { ReplyOf } from '#contract/index.ts';
import { formatNumber } from '#web/ui/format/format.ts';

/** What was typed as a correction: "-2", "+3" or "3"; undefined for anything else. */
export function readCorrection(text: string): number | undefined {
  const typed = text.trim().replace('−', '-');
  return /^[+-]?\d{1,7}$/.test(typed) && Number(typed) !== 0 && Math.abs(Number(typed)) <= 1_000_000 ? Number(typed) : undefined;
}

/** Why so many pieces cannot be added or removed; undefined where they can. */
export function findCorrectionProblem(
  {
    onHand,
    reserved,
    canOversell,
  }: Pick<ReplyOf<'GET /api/operator/stock/:combinationId'>['stock'], 'onHand' | 'reserved' | 'canOversell'>,
  text: string,
): string | undefined {
  const change = readCorrection(text);
  if (change === undefined) return 'Enter the pieces to add, or a negative number to remove, such as −2.';
  if (canOversell || change > 0 || onHand + change >= reserved) return undefined;
  const removable = Math.max(onHand - reserved, 0);
  return `${formatNumber(reserved)} of ${formatNumber(onHand)} are reserved for orders, so you can remove ${removable === 0 ? 'none' : `${formatNumber(removable)} at most`}.`;
}
