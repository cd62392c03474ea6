/** Characters of an announcement. This file has no schemas, so that pages can load it. */
export const MAX_ANNOUNCEMENT = 500;
/** The most announcements that a reader gets, the newest first. */
export const MAX_ANNOUNCEMENTS_SHOWN = 50;
