import { formatAmount } from '#web/entitlement/reasoning.ts';
import { createDateFormat, formatNumber, plural } from '#web/ui/format/format.ts';
import type { Builder, BuilderStep, GroupStep, Progress, Totals } from './builder-model.ts';

/**
 * A name inside a sentence: "Shirts" becomes "shirts". Names of products keep their capital ("Marlow Poplin Blouse"), and so do
 * abbreviations ("PPE", "T-shirts"). A capital further on marks a product whose name is not in `productNames`.
 */
export function toMidSentence(name: string, productNames: readonly string[] = []): string {
  const isTerm = /^\p{Lu}\p{Ll}/u.test(name) && !/[^\p{L}]\p{Lu}/u.test(name) && !productNames.includes(name);
  return isTerm ? name.charAt(0).toLowerCase() + name.slice(1) : name;
}

/** What a step is called inside a sentence: the name of its group, or of its either/or. */
export const getStepName = (step: BuilderStep) =>
  step.kind === 'group'
    ? toMidSentence(
        step.group.name,
        step.products.map(({ product }) => product.name),
      )
    : toMidSentence(step.superGroup.name);

/** The action that leads to a step: "Choose your trousers", "Choose trousers or skirt". */
export const formatStepAction = (step: BuilderStep) =>
  step.kind === 'group' ? `Choose your ${getStepName(step)}` : `Choose ${getStepName(step)}`;

function formatProgress({ owed, chosen, needed }: Progress, verb: 'chosen' | 'ordered'): string {
  if (owed !== null) return `${formatNumber(chosen)} of ${formatNumber(owed)} ${verb}`;
  if (needed > 0) return `${formatNumber(chosen)} ${verb}, ${formatNumber(needed)} more needed`;
  return chosen === 0 ? `None ${verb}` : `${formatNumber(chosen)} ${verb}`;
}

/** "0 of 5 chosen", "2 of 5 ordered" and "4 of 5 chosen · 2 of them ordered"; "2 chosen, 1 more needed" where no number limits it. */
export function describeProgress(progress: Progress): string {
  const { ordered, chosen } = progress;
  if (ordered > 0 && ordered === chosen) return formatProgress(progress, 'ordered');
  const part = ordered > 0 ? ` · ${formatNumber(ordered)} of them ordered` : '';
  return formatProgress(progress, 'chosen') + part;
}

/** The line below a step's title in the overview. */
export function describeStep(step: BuilderStep): string {
  if (step.kind === 'choice') return step.isAnswered ? 'Nothing to choose' : describeOptions(step.superGroup.options);
  const group = step.title === step.group.name ? '' : `${step.group.name} · `;
  const { beyond } = step.progress;
  const more = beyond > 0 ? ` · ${formatNumber(beyond)} beyond your entitlement` : '';
  return group + describeProgress(step.progress) + more;
}

const options = new Intl.ListFormat('en-GB', { type: 'disjunction' });
const describeOptions = (list: readonly { name: string }[]) =>
  `Choose ${options.format(list.map(({ name }) => toMidSentence(name)))}`;

/** The one figure of the overview, and what it counts. */
export function formatHeadline(
  { unit, needed, owed, chosen, inCart, budget }: Totals,
  currencyCode: string,
): { figure: string; text: string } {
  if (budget && unit !== 'none' && unit !== 'pieces') {
    const figure = formatAmount(Math.max(0, budget.left), unit, currencyCode);
    return { figure, text: `left of ${formatAmount(budget.total, unit, currencyCode)}` };
  }
  if (needed > 0) return { figure: `${formatNumber(needed)} of ${plural(owed, 'piece')}`, text: 'left to choose' };
  return { figure: capital(plural(chosen, 'piece')), text: chosen > 0 && inCart === 0 ? 'ordered' : 'chosen' };
}

/**
 * What an order of `pieces` contains: "8 of 8 pieces chosen", or "2 pieces chosen, 3 already ordered" where earlier orders took some. With
 * pieces of other wardrobes in it, or beyond the entitlement, only their number.
 */
export function describeOrder({ unit, owed, needed, ordered }: Totals, pieces: number): string {
  if (ordered > 0) return `${plural(pieces, 'piece')} chosen, ${formatNumber(ordered)} already ordered.`;
  const isWithin = unit === 'pieces' && pieces === owed - needed;
  return isWithin ? `${formatNumber(pieces)} of ${plural(owed, 'piece')} chosen.` : `${plural(pieces, 'piece')} chosen.`;
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** How much of the wardrobe is done, for the progress bar; undefined without a number. */
export function getShare({ unit, needed, owed, budget }: Totals): { done: number; total: number } | undefined {
  if (budget && unit !== 'pieces') return { done: Math.min(budget.total, budget.total - budget.left), total: budget.total };
  return owed > 0 ? { done: owed - needed, total: owed } : undefined;
}

const closingDays = createDateFormat({ weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' });
const DAY_MS = 86_400_000;
const startOfDay = (date: Date) => Date.UTC(date.getFullYear(), date.getMonth(), date.getDate());

/** The last day of the ordering window: "Closes Mon 30 Nov" and "8 days left"; undefined without one, or when it has passed. */
export function describeClosing(
  season: Builder['season'],
  now = new Date(),
): { day: string; left: string; isSoon: boolean } | undefined {
  if (!season?.orderingClosesUtc) return undefined;
  const closes = new Date(season.orderingClosesUtc);
  const days = Math.round((closes.getTime() - startOfDay(now)) / DAY_MS);
  if (days < 0) return undefined;
  return {
    day: closingDays(closes),
    left: days === 0 ? 'Last day' : `${plural(days, 'day')} left`,
    isSoon: days <= 14,
  };
}

/** What the balance of a group will be once `quantity` more pieces are added: "3 of 3", "12 points", "2". */
export function formatBalance(
  { progress }: Pick<GroupStep, 'progress'>,
  { unit, budget }: Pick<Totals, 'unit' | 'budget'>,
  quantity: number,
  cost: number | null,
  currencyCode: string,
): { figure: string; text: string } {
  if (budget && unit !== 'pieces' && unit !== 'none' && cost !== null)
    return { figure: formatAmount(budget.left - cost * quantity, unit, currencyCode), text: 'left' };
  const chosen = formatNumber(progress.chosen + quantity);
  return progress.owed === null
    ? { figure: chosen, text: 'chosen' }
    : { figure: `${chosen} of ${formatNumber(progress.owed)}`, text: '' };
}
