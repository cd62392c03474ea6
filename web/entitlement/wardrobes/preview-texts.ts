import type { ReplyOf } from '#contract/index.ts';
import { formatMoney, plural } from '#web/ui/format/format.ts';

export type DraftPreview = ReplyOf<'GET /api/organisation/wardrobes/:id/draft/preview'>['preview'];
export type Effect = DraftPreview['gain'];
export type EffectName = 'gain' | 'lose' | 'over';

/** An amount in whole pounds where pence would say nothing: "£7,340", "£19.95". */
function formatAmount(amount: number, currencyCode: string, round: (amount: number) => number): string {
  if (amount < 100) return formatMoney(amount, currencyCode);
  return formatMoney(round(amount), currencyCode).replace(/\.00$/, '');
}

/** "£7,340 to £8,100 at today’s prices"; empty where nothing has a price. */
function formatCost({ amountLow, amountHigh }: Effect, currencyCode: string): string {
  if (amountHigh === 0) return '';
  const [low, high] = [formatAmount(amountLow, currencyCode, Math.floor), formatAmount(amountHigh, currencyCode, Math.ceil)];
  return `${amountLow === amountHigh ? formatAmount(amountLow, currencyCode, Math.round) : `${low} to ${high}`} at today’s prices`;
}

/** "368 pieces", "40 points" or both; empty for budgets in money. */
const formatUnits = ({ pieces, points }: Effect) =>
  [pieces > 0 && plural(pieces, 'piece'), points > 0 && plural(points, 'point')].filter(Boolean).join(' and ');

/** "184 people gain 368 pieces, £7,340 to £8,100 at today’s prices"; empty when it is no one. */
export function describeEffect(name: EffectName, effect: Effect, currencyCode: string): string {
  if (effect.people === 0) return '';
  if (name === 'over') return plural(effect.people, 'person is over', 'people are over');
  const [one, many] = name === 'gain' ? ['person gains', 'people gain'] : ['person loses', 'people lose'];
  const what = [formatUnits(effect), formatCost(effect, currencyCode)].filter(Boolean).join(', ');
  return `${plural(effect.people, one, many)} ${what}`.trim();
}

/** What publishing would mean, in one line. */
export function describePreview(preview: DraftPreview, currencyCode: string): string {
  if (preview.people === 0) return 'No one has this wardrobe yet';
  const effects = (['gain', 'lose', 'over'] as const).map((name) => describeEffect(name, preview[name], currencyCode));
  return effects.filter(Boolean).join(' · ') || 'No one gains or loses anything';
}
