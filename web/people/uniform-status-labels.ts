import type { ReplyOf } from '#contract/index.ts';
import type { Tone } from '#web/ui/content/status-badge.tsx';

export type UniformStatus = Pick<
  ReplyOf<'GET /api/customers'>['customers'][number],
  'active' | 'startDateUtc' | 'endDateUtc' | 'orderingStatusId' | 'orderingBodiMeStatusId' | 'orderingProgress'
>;

const DAY = 86_400_000;
const count = (days: number) => (days === 1 ? '1 day' : `${days} days`);

/** How long ago a person started, or how soon they will; undefined if they started more than 70 days ago. */
function describeStart(startDateUtc: string | null, now: number): string | undefined {
  if (startDateUtc === null) return undefined;
  const days = Math.floor(now / DAY) - Math.floor(new Date(startDateUtc).getTime() / DAY);
  if (days > 70) return undefined;
  if (days === 0) return 'starts today';
  if (days < 0) return days < -70 ? 'has not started' : `starts in ${count(-days)}`;
  return `started ${count(days)} ago`;
}

function describeMissingOrder({ orderingStatusId, orderingProgress }: UniformStatus): string | undefined {
  if (orderingStatusId === 10)
    return orderingProgress && orderingProgress.ordered > 0 ? 'nothing of the uniform ordered yet' : 'no order this season';
  if (orderingStatusId !== 20 || !orderingProgress) return undefined;
  const { owed, counted, openChoices } = orderingProgress;
  const missing = owed - counted;
  const words = [
    ...(missing > 0
      ? [`${missing === owed ? 'all' : `${missing} of`} ${owed} ${owed === 1 ? 'piece' : 'pieces'} still to order`]
      : []),
    ...(openChoices > 0 ? [openChoices === 1 ? 'a choice still open' : `${openChoices} choices still open`] : []),
  ];
  return words.join(', ') || undefined;
}

/** The pieces that a person ordered beside those that count, such as pieces outside the wardrobe; undefined if there are none. */
export function describeOtherPieces({ orderingProgress }: Pick<UniformStatus, 'orderingProgress'>): string | undefined {
  if (!orderingProgress) return undefined;
  const { owed, counted, ordered } = orderingProgress;
  const others = ordered - counted;
  if (owed === 0 || others <= 0) return undefined;
  return `+ ${others} other ${others === 1 ? 'piece' : 'pieces'}`;
}

/** What is still missing for a person's uniform, in one sentence; undefined if nothing is. */
export function describeMissing(person: UniformStatus, now = Date.now()): string | undefined {
  if (!person.active || person.orderingStatusId === null || person.orderingStatusId === 40) return undefined;
  const order = describeMissingOrder(person);
  const measure = person.orderingBodiMeStatusId === 10 ? 'not measured' : undefined;
  if (!order && !measure) return undefined;
  const words = [describeStart(person.startDateUtc, now), order, measure].filter(Boolean).join(', ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export const uniformStatusBadges: Record<number, { name: string; tone: Tone }> = {
  10: { name: 'Not started', tone: 'warning' },
  20: { name: 'Partly ordered', tone: 'info' },
  30: { name: 'Complete', tone: 'success' },
  40: { name: 'Opted out', tone: 'neutral' },
};

export const measurementStatusLabels: Record<number, string> = { 10: 'Not measured', 20: 'Measured', 30: 'Special measurements' };
