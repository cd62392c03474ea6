import { parseUrl } from '#web/ui/browser/parse-url.ts';

// Links are data: only paths of the portal and https addresses are followed, no scripts, whatever was saved.

/** Whether a link is a path of the portal. */
export const isPortalPath = (link: string): boolean => /^\/(?![/\\])/.test(link);

/** Whether a link is an https address. */
export const isSecureAddress = (link: string): boolean => /^https:\/\//i.test(link) && parseUrl(link) !== undefined;
