import { formatAmount } from '#web/entitlement/reasoning.ts';
import { createDateFormat, formatNumber, plural } from '#web/ui/format/format.ts';
import { type Builder, type BuilderStep, type GroupStep, isAllOrdered, type Progress, type Totals } from './builder-model.ts';

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

/**
 * What was ordered, what is chosen and what is left, each named: "2 of 4 ordered", "2 ordered, 1 chosen, 1 left", "2 ordered, 1 chosen" where nothing is
 * left, and "2 chosen, 1 more needed" where no number limits it.
 */
export function describeProgress(progress: Progress, canChoose = true): string {
  const { owed, ordered, inCart, left, needed } = progress;
  if (!canChoose) return describeClosedProgress(progress);
  if (owed !== null && inCart === 0)
    return `${formatNumber(ordered)} of ${formatNumber(owed)} ${ordered > 0 ? 'ordered' : 'chosen'}`;
  const parts = [
    ordered > 0 && `${formatNumber(ordered)} ordered`,
    inCart > 0 && `${formatNumber(inCart)} chosen`,
    left !== null && left > 0 && `${formatNumber(left)} left`,
    owed === null && needed > 0 && `${formatNumber(needed)} more needed`,
  ].filter((part) => part !== false);
  return ordered === 0 && inCart === 0 ? ['None chosen', ...parts].join(', ') : parts.join(', ');
}

/** The same while nothing can be ordered: "2 of 4 ordered", "2 ordered, 1 chosen", "0 of 4 ordered". */
function describeClosedProgress({ owed, ordered, inCart }: Progress): string {
  if (inCart === 0)
    return owed === null ? `${formatNumber(ordered)} ordered` : `${formatNumber(ordered)} of ${formatNumber(owed)} ordered`;
  return [ordered > 0 && `${formatNumber(ordered)} ordered`, `${formatNumber(inCart)} chosen`].filter(Boolean).join(', ');
}

/** The line below a step's title in the overview. */
export function describeStep(step: BuilderStep, canChoose = true): string {
  if (step.kind === 'choice')
    return step.isAnswered ? 'Nothing to choose' : canChoose ? describeOptions(step.superGroup.options) : 'Nothing chosen';
  const group = step.title === step.group.name ? '' : `${step.group.name} · `;
  const { beyond } = step.progress;
  const more = beyond > 0 ? ` · ${formatNumber(beyond)} beyond your entitlement` : '';
  return group + describeProgress(step.progress, canChoose) + more;
}

const options = new Intl.ListFormat('en-GB', { type: 'disjunction' });
const describeOptions = (list: readonly { name: string }[]) =>
  `Choose ${options.format(list.map(({ name }) => toMidSentence(name)))}`;

/** The one figure of the overview, and what it counts. */
export function formatHeadline(
  { unit, needed, owed, chosen, inCart, ordered, budget }: Totals,
  currencyCode: string,
): { figure: string; text: string } {
  if (budget && unit !== 'none' && unit !== 'pieces') {
    const figure = formatAmount(Math.max(0, budget.left), unit, currencyCode);
    const chosen = budget.chosen > 0 ? `, ${formatAmount(budget.chosen, unit, currencyCode)} chosen` : '';
    return { figure, text: `left of ${formatAmount(budget.total, unit, currencyCode)}${chosen}` };
  }
  if (needed > 0) return { figure: `${formatNumber(needed)} of ${plural(owed, 'piece')}`, text: 'left to choose' };
  if (ordered > 0 && inCart > 0)
    return { figure: capital(plural(inCart, 'piece')), text: `chosen, ${formatNumber(ordered)} ordered` };
  return { figure: capital(plural(chosen, 'piece')), text: chosen > 0 && inCart === 0 ? 'ordered' : 'chosen' };
}

/**
 * What an order of `pieces` contains: "8 of 8 pieces chosen", or "2 pieces chosen, 3 already ordered" where earlier orders took some. With
 * pieces of other wardrobes in it, or beyond the entitlement, only their number. What is left of a budget is named apart.
 */
export function describeOrder({ unit, owed, needed, ordered, budget }: Totals, pieces: number, currencyCode: string): string {
  const left =
    budget && (unit === 'points' || unit === 'money')
      ? ` ${formatAmount(Math.max(0, budget.left), unit, currencyCode)} of ${formatAmount(budget.total, unit, currencyCode)} left.`
      : '';
  if (ordered > 0) return `${plural(pieces, 'piece')} chosen, ${formatNumber(ordered)} already ordered.${left}`;
  const isWithin = unit === 'pieces' && pieces === owed - needed;
  return isWithin ? `${formatNumber(pieces)} of ${plural(owed, 'piece')} chosen.` : `${plural(pieces, 'piece')} chosen.${left}`;
}

/** The headline while nothing can be ordered: "Complete", "3 pieces ordered", "2 pieces chosen, 3 ordered". */
export function formatClosedHeadline(totals: Totals): { figure: string; text: string } {
  const { inCart, ordered } = totals;
  if (inCart === 0)
    return isAllOrdered(totals)
      ? { figure: 'Complete', text: `${plural(ordered, 'piece')} ordered` }
      : { figure: capital(plural(ordered, 'piece')), text: 'ordered' };
  return {
    figure: capital(plural(inCart, 'piece')),
    text: ordered > 0 ? `chosen, ${formatNumber(ordered)} ordered` : 'chosen, not ordered',
  };
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

/**
 * What the balance of a group will be once `quantity` more pieces are added, chosen and left apart: "3 chosen" and "0 left", "£33.50 chosen" and
 * "£57.70 left"; without a limit nothing is left.
 */
export function formatBalance(
  { progress }: Pick<GroupStep, 'progress'>,
  { unit, budget }: Pick<Totals, 'unit' | 'budget'>,
  quantity: number,
  cost: number | null,
  currencyCode: string,
): { chosen: string | null; left: string | null } {
  if (budget && (unit === 'points' || unit === 'money')) {
    const added = cost === null ? 0 : cost * quantity;
    const amount = (size: number) => formatAmount(Math.max(0, Math.round(size * 100) / 100), unit, currencyCode);
    const chosen = budget.chosen + added;
    return { chosen: chosen > 0 ? `${amount(chosen)} chosen` : null, left: `${amount(budget.left - added)} left` };
  }
  return {
    chosen: [
      progress.ordered > 0 && `${formatNumber(progress.ordered)} ordered`,
      `${formatNumber(progress.inCart + quantity)} chosen`,
    ]
      .filter(Boolean)
      .join(', '),
    left: progress.left === null ? null : `${formatNumber(Math.max(0, progress.left - quantity))} left`,
  };
}
