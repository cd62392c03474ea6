import type { TopicLocation } from '#contract/content/topics.ts';
import type { ReplyOf } from '#contract/index.ts';
import { apiQuery } from '../api.ts';

export type Topic = ReplyOf<'GET /api/topics/:id'>['topics'][number];

/** The supplier's texts at a place of the portal. They change seldom. */
export const topicsQuery = (location: TopicLocation) => ({
  ...apiQuery('GET /api/topics/portallocation/:location', { params: { location } }),
  staleTime: 5 * 60_000,
});

/** The pages of the information menu, without their texts. */
export const informationQuery = { ...apiQuery('GET /api/topics/getinformationmenutopics'), staleTime: 5 * 60_000 };
