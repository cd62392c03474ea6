import { toKeptContent, toOwnContent } from '../publications/content.mapper.ts';
import type { KeptContent } from '../publications/content.queries.ts';
import type { AnnouncementValues } from './announcements.queries.ts';

/** Where all announcements are, for those that lead nowhere else. */
const NEWS_PAGE = '/index/news';

/** An announcement in the form of the feed. */
export const toTweet = ({ id, text, url, shownAt }: AnnouncementValues & { id: number; shownAt: Date }) => ({
  id: String(id),
  text,
  createdOnUtc: shownAt.toISOString(),
  url: url ?? NEWS_PAGE,
});

/** For an operator. */
export const toAnnouncement = (kept: KeptContent<AnnouncementValues>) => ({ ...kept.values, ...toKeptContent(kept) });

/** For an administrator who keeps it. */
export const toOwnAnnouncement = (kept: KeptContent<AnnouncementValues>) => ({ ...kept.values, ...toOwnContent(kept) });
