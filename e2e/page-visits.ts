import { DESKTOP_WIDTH, PHONE_WIDTH, TABLET_WIDTH } from './portal.ts';

/** What the stories of every page share: each page is opened at one width; `STORIES=all` opens it at every width, at tablet width too for `PICTURES`. */

const WIDTHS = [PHONE_WIDTH, ...(process.env.PICTURES ? [TABLET_WIDTH] : []), DESKTOP_WIDTH];
export const isComplete = process.env.STORIES === 'all';

/** An address with the width of the window at which it is opened. */
export type PageVisit = [address: string, width: number];

/** The visits of an address at an index: at all widths, or at one of them in turn. */
export const visitsOf = (address: string, index: number): PageVisit[] =>
  (isComplete ? WIDTHS : [WIDTHS[index % WIDTHS.length] as number]).map((width) => [address, width]);

/** The narrowest first, so that the window is seldom resized. */
export const byWidth = ([, width]: PageVisit, [, other]: PageVisit): number => width - other;
