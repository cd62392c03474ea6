/** Limits of invitations. A repeated invitation within the minimum interval counts as the same one. */
export const MAX_INVITATIONS_PER_PERSON_PER_DAY = 5;
export const MAX_INVITATIONS_PER_ORGANISATION_PER_DAY = 500;
export const MIN_REINVITE_INTERVAL_MINUTES = 10;

/** Why a person is not invited. */
export type SkipReason = 'AlreadyActive' | 'SwitchedOff' | 'Waiting' | 'JustInvited' | 'OftenToday' | 'OrganisationLimit';

/** The reasons as display texts. */
export const SKIP_REASON_LABELS: Record<SkipReason, string> = {
  AlreadyActive: 'Already has a password.',
  SwitchedOff: 'The account is switched off.',
  Waiting: 'An invitation is already on its way.',
  JustInvited: `Invited less than ${MIN_REINVITE_INTERVAL_MINUTES} minutes ago.`,
  OftenToday: `Invited ${MAX_INVITATIONS_PER_PERSON_PER_DAY} times in the last 24 hours. Try again tomorrow.`,
  OrganisationLimit: `Your organisation has sent ${MAX_INVITATIONS_PER_ORGANISATION_PER_DAY} invitations in the last 24 hours. Try again tomorrow.`,
};

/** The result for one person; the reason is null when the person is invited. */
export interface InvitationResult {
  id: number;
  name: string;
  reason: SkipReason | null;
}

const MAX_NAMED_PEOPLE = 20;

/** Summarises results for administrators: how many invitations are queued, and who was skipped for each reason. */
export function summariseInvitations(results: readonly InvitationResult[]) {
  const reasons = Object.keys(SKIP_REASON_LABELS) as SkipReason[];
  const skipped = reasons.flatMap((reason) => {
    const people = results.filter((person) => person.reason === reason);
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
  return { queued: results.filter(({ reason }) => reason === null).length, skipped };
}
