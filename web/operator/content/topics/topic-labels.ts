import { TOPIC_LOCATIONS, type TopicLocation } from '#contract/content/topic-locations.ts';
import type { ReplyOf } from '#contract/index.ts';
import type { Tone } from '#web/ui/content/status-badge.tsx';

/** A topic with everything that its page shows. */
export type KeptTopic = ReplyOf<'GET /api/operator/topics/:id'>['topic'];
/** A topic as the list has it, without its text. */
export type ListedTopic = ReplyOf<'GET /api/operator/topics'>['topics'][number];

const LABELS: Readonly<Record<TopicLocation, string>> = {
  home: 'Home',
  login: 'Login page',
  importantnotice: 'Important notice',
  cart: 'Cart',
  checkout: 'Checkout',
  orderconfirmation: 'Order confirmation',
  footer: 'Footer',
  help: 'Help',
};
/** What it is called to be at no place. */
export const NO_LOCATION = 'Information menu only';

/** What a place is called; null for none. */
export const describeLocation = (location: string | null): string =>
  location === null ? NO_LOCATION : (LABELS[location as TopicLocation] ?? location);

/** The places, in the order in which people come to them. */
export const LOCATION_OPTIONS = TOPIC_LOCATIONS.map((id) => ({ id, label: LABELS[id] }));

/** The place of a topic, as the contract names it; null for none. */
export const toLocation = (text: string): TopicLocation | null => TOPIC_LOCATIONS.find((id) => id === text) ?? null;

/** What a topic is called where it has no title. */
export const nameTopic = ({ title, systemName }: Pick<ListedTopic, 'title' | 'systemName'>): string => title || systemName;

type State = 'draft' | 'coming' | 'shown' | 'over';

const STATES: Readonly<Record<State, { label: string; tone: Tone }>> = {
  draft: { label: 'Draft', tone: 'neutral' },
  coming: { label: 'Scheduled', tone: 'info' },
  shown: { label: 'Published', tone: 'success' },
  over: { label: 'Ended', tone: 'warning' },
};

/** The state of a topic on a day, as a badge has it. Clients in other time zones begin and end the day earlier or later. */
export function getTopicState(
  { isPublished, fromDate, untilDate }: Pick<ListedTopic, 'isPublished' | 'fromDate' | 'untilDate'>,
  today: string,
): { label: string; tone: Tone } {
  if (!isPublished) return STATES.draft;
  if (untilDate !== null && untilDate < today) return STATES.over;
  return fromDate !== null && fromDate > today ? STATES.coming : STATES.shown;
}
