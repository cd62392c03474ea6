/** How often people may be invited, and how long one invitation counts as the same. */
export const MAX_INVITATIONS_PER_PERSON_PER_DAY = 5;
export const MAX_INVITATIONS_PER_ORGANISATION_PER_DAY = 500;
export const MIN_REINVITE_INTERVAL_MINUTES = 10;

/** Why somebody gets no invitation. */
export type SkipReason = 'AlreadyActive' | 'SwitchedOff' | 'Waiting' | 'JustInvited' | 'OftenToday' | 'OrganisationLimit';

/** In words that are fit to show. */
export const SKIP_REASON_LABELS: Record<SkipReason, string> = {
  AlreadyActive: 'Already has a password.',
  SwitchedOff: 'The account is switched off.',
  Waiting: 'An invitation is already on its way.',
  JustInvited: `Was invited less than ${MIN_REINVITE_INTERVAL_MINUTES} minutes ago.`,
  OftenToday: `Was invited ${MAX_INVITATIONS_PER_PERSON_PER_DAY} times in the last 24 hours. Please try again tomorrow.`,
  OrganisationLimit: `Your organisation has sent ${MAX_INVITATIONS_PER_ORGANISATION_PER_DAY} invitations in the last 24 hours. Please try again tomorrow.`,
};

/** One person who was asked for, and why they get nothing; null where they do. */
export interface InvitationResult {
  id: number;
  name: string;
  reason: SkipReason | null;
}

const MAX_NAMED_PEOPLE = 20;

/** What an administrator is told: how many invitations are on their way, and by reason who was left out. */
export function summariseInvitations(asked: readonly InvitationResult[]) {
  const reasons = Object.keys(SKIP_REASON_LABELS) as SkipReason[];
  const skipped = reasons.flatMap((reason) => {
    const people = asked.filter((person) => person.reason === reason);
    if (people.length === 0) return [];
    return [
      {
        reason,
        msg: SKIP_REASON_LABELS[reason],
        count: people.length,
        people: people.slice(0, MAX_NAMED_PEOPLE).map(({ id, name }) => ({ id, name })),
      },
    ];
  });
  return { queued: asked.filter(({ reason }) => reason === null).length, skipped };
}
