import type { ReplyOf } from '#contract/index.ts';
import { apiQuery } from '#web/app/api.ts';

/** An announcement as people read it. */
export type NewsItem = ReplyOf<'GET /api/organisations/twitter'>['tweets'][number];

/** The announcements for the person, the newest first. */
export const newsQuery = { ...apiQuery('GET /api/organisations/twitter'), staleTime: 60_000 };
