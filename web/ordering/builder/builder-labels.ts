import { formatAmount } from '#web/entitlement/reasoning.ts';
import { createDateFormat, formatNumber, plural } from '#web/ui/format/format.ts';
import { type Builder, type BuilderStep, type GroupStep, isIncomplete, type Progress, type Totals } from './builder-model.ts';

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

/** "5 of 5 chosen"; "2 chosen, at least 3" and "2 chosen" where no number limits it. */
export function formatProgress({ owed, chosen, needed }: Progress): string {
  if (owed !== null) return `${formatNumber(chosen)} of ${formatNumber(owed)} chosen`;
  if (needed > 0) return `${formatNumber(chosen)} chosen, ${formatNumber(needed)} more needed`;
  return chosen === 0 ? 'None chosen' : `${formatNumber(chosen)} chosen`;
}

/** The line below a step's title in the overview. */
export function describeStep(step: BuilderStep): string {
  if (step.kind === 'choice') return step.isAnswered ? 'Nothing to choose' : describeOptions(step.superGroup.options);
  const group = step.title === step.group.name ? '' : `${step.group.name} · `;
  const { owed, ordered, chosen, beyond } = step.progress;
  const more = beyond > 0 ? ` · ${formatNumber(beyond)} beyond your entitlement` : '';
  if (ordered > 0 && ordered === chosen && !isIncomplete(step))
    return `${group}${owed === null ? formatNumber(ordered) : `${formatNumber(ordered)} of ${formatNumber(owed)}`} ordered${more}`;
  return `${group}${formatProgress(step.progress)}${ordered > 0 ? ` · ${formatNumber(ordered)} ordered` : ''}${more}`;
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
