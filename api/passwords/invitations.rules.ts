/** How often people may be invited, and how long one invitation counts as the same. */
export const PER_PERSON_A_DAY = 5;
export const PER_ORGANISATION_A_DAY = 500;
export const SAME_WITHIN_MINUTES = 10;

/** Why somebody gets no invitation. */
export type SkipReason = 'AlreadyActive' | 'SwitchedOff' | 'Waiting' | 'JustInvited' | 'OftenToday' | 'OrganisationLimit';

/** In words that are fit to show. */
export const SKIPPED: Record<SkipReason, string> = {
  AlreadyActive: 'Already has a password.',
  SwitchedOff: 'The account is switched off.',
  Waiting: 'An invitation is already on its way.',
  JustInvited: `Was invited less than ${SAME_WITHIN_MINUTES} minutes ago.`,
  OftenToday: `Was invited ${PER_PERSON_A_DAY} times in the last 24 hours. Please try again tomorrow.`,
  OrganisationLimit: `Your organisation has sent ${PER_ORGANISATION_A_DAY} invitations in the last 24 hours. Please try again tomorrow.`,
};

/** One person who was asked for, and why they get nothing; null where they do. */
export interface Asked {
  id: number;
  name: string;
  reason: SkipReason | null;
}

const MOST_NAMED = 20;

/** What an administrator is told: how many invitations are on their way, and by reason who was left out. */
export function tellQueued(asked: readonly Asked[]) {
  const reasons = Object.keys(SKIPPED) as SkipReason[];
  const skipped = reasons.flatMap((reason) => {
    const people = asked.filter((person) => person.reason === reason);
    if (people.length === 0) return [];
    return [
      {
        reason,
        msg: SKIPPED[reason],
        count: people.length,
        people: people.slice(0, MOST_NAMED).map(({ id, name }) => ({ id, name })),
      },
    ];
  });
  return { queued: asked.filter(({ reason }) => reason === null).length, skipped };
}
