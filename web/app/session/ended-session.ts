import { onSessionEvent } from './session.ts';

/** The title of the page on which the session ended by itself; empty if the page had none of its own. Undefined after logging out, and once logged in again. */
let endedOn: string | undefined;

onSessionEvent((event) => {
  if (event !== 'expired') endedOn = undefined;
});

/** Remembers on which page the session ended, for the log-in page, which says so. */
export function noteEndedSession(pageTitle: string): void {
  endedOn = pageTitle;
}

export const getEndedSession = (): string | undefined => endedOn;
