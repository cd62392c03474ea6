import { NOTICES_KEY, readSessionItem, writeSessionItem } from '../session/session.ts';

/** The ids of important notices that were shown since the log-in, in any tab. The end of the session forgets them. */
export const readSeenNotices = (): number[] => (readSessionItem(NOTICES_KEY) ?? '').split(' ').map(Number);

/** Notes that an important notice was shown. */
export const markNoticeSeen = (id: number): void => writeSessionItem(NOTICES_KEY, [...readSeenNotices(), id].join(' '));
