import type { ReasonOf } from '#api/platform/reasons.ts';

/**
 * The emails with which administrators ask people for something: to set a password, to order, or to opt out. They share a queue and
 * its limits.
 */
export type InvitationKind = 'invitation' | 'reminder' | 'opt-out-link';

/** Limits of invitations and opt-out links. A repeated request within the minimum interval counts as the same one. */
export const MAX_INVITATIONS_PER_PERSON_PER_DAY = 5;
export const MIN_REINVITE_INTERVAL_MINUTES = 10;
/** For each kind, in 24 hours. */
export const MAX_INVITATIONS_PER_ORGANISATION_PER_DAY = 500;

/** Why a person is not sent an email of a kind. */
export type SkipReason =
  | 'AlreadyActive'
  | 'NoPassword'
  | 'SwitchedOff'
  | 'Left'
  | 'OptedOut'
  | 'OptOutNotAllowed'
  | 'NoWardrobe'
  | 'Complete'
  | 'OrderingClosed'
  | 'Waiting'
  | 'JustSent'
  | 'SentToday'
  | 'OftenToday'
  | 'OrganisationLimit';

interface KindLabel {
  /** With its article, at the start of a sentence. */
  one: string;
  many: string;
}

const KIND_LABELS: Record<InvitationKind, KindLabel> = {
  invitation: { one: 'An invitation', many: 'invitations' },
  reminder: { one: 'A reminder', many: 'reminders' },
  'opt-out-link': { one: 'An opt-out link', many: 'opt-out links' },
};

/** The reasons in the order in which summaries list them, each as a sentence about the email of a kind. */
const SKIP_REASON_LABELS: Record<SkipReason, (kind: KindLabel) => string> = {
  AlreadyActive: () => 'Already has a password.',
  NoPassword: () => 'Has not set a password yet. Send an invitation instead.',
  SwitchedOff: () => 'The account is closed.',
  Left: () => 'Has left.',
  OptedOut: () => 'Has opted out of a uniform.',
  OptOutNotAllowed: () => 'Your organisation does not let people opt out.',
  NoWardrobe: () => 'Has no wardrobe to order from.',
  Complete: () => 'Has ordered the whole uniform.',
  OrderingClosed: () => 'Cannot order now: the ordering window is closed.',
  Waiting: ({ one }) => `${one} is already on its way.`,
  JustSent: ({ one }) => `${one} was sent less than ${MIN_REINVITE_INTERVAL_MINUTES} minutes ago.`,
  SentToday: () => 'Has already been reminded today.',
  OftenToday: ({ many }) => `${MAX_INVITATIONS_PER_PERSON_PER_DAY} ${many} were sent in the last 24 hours. Try again tomorrow.`,
  OrganisationLimit: ({ many }) =>
    `Your organisation has sent ${MAX_INVITATIONS_PER_ORGANISATION_PER_DAY} ${many} in the last 24 hours. Try again tomorrow.`,
};

/** A reason as a sentence. */
export const describeSkipReason = (kind: InvitationKind, reason: SkipReason): string =>
  SKIP_REASON_LABELS[reason](KIND_LABELS[kind]);

/** Why a bulk edit does not send someone an email. */
export const INVITATION_WORDING = {
  not_invited: ({ mail, why }: { mail: InvitationKind; why: SkipReason }) => describeSkipReason(mail, why),
};
/** It, as it is stored. */
export type InvitationReason = ReasonOf<typeof INVITATION_WORDING>;

/** What decides whether a person is sent an email of a kind. */
export interface Invitee {
  id: number;
  name: string;
  hasPassword: boolean;
  isActive: boolean;
  hasLeft: boolean;
  hasOptedOut: boolean;
  organisationAllowsOptOut: boolean;
  hasWardrobe: boolean;
  /** The uniform of the current season is complete. */
  isComplete: boolean;
  /** Today is outside the ordering windows of all their wardrobes. */
  isOrderingClosed: boolean;
  /** An email of the kind is queued. */
  isPending: boolean;
  /** Time of day, in the organisation's time zone, of the latest email of the kind; null before the first. */
  lastRequestedAt: string | null;
  wasJustRequested: boolean;
  /** The latest email of the kind was requested on this day of the organisation. */
  wasRequestedToday: boolean;
  /** Emails of the kind in the last 24 hours. */
  requestsToday: number;
}

/** Why the kind of email does not concern the person, whenever it is sent; undefined where it does. */
function getPersonReason(kind: InvitationKind, invitee: Invitee): SkipReason | undefined {
  if (kind === 'opt-out-link' && !invitee.organisationAllowsOptOut) return 'OptOutNotAllowed';
  if (kind === 'invitation' && invitee.hasPassword) return 'AlreadyActive';
  if (!invitee.isActive) return 'SwitchedOff';
  if (kind === 'invitation') return undefined;
  if (invitee.hasOptedOut) return 'OptedOut';
  if (kind === 'reminder' && !invitee.hasPassword) return 'NoPassword';
  if (invitee.hasLeft) return 'Left';
  return kind === 'reminder' ? getOrderingReason(invitee) : undefined;
}

function getOrderingReason({ hasWardrobe, isComplete, isOrderingClosed }: Invitee): SkipReason | undefined {
  if (!hasWardrobe) return 'NoWardrobe';
  if (isComplete) return 'Complete';
  return isOrderingClosed ? 'OrderingClosed' : undefined;
}

/** Why a person is not sent an email of the kind now; undefined where they are. */
export function getSkipReason(kind: InvitationKind, invitee: Invitee): SkipReason | undefined {
  const personReason = getPersonReason(kind, invitee);
  if (personReason) return personReason;
  if (invitee.isPending) return 'Waiting';
  if (kind === 'reminder') return invitee.wasRequestedToday ? 'SentToday' : undefined;
  if (invitee.wasJustRequested) return 'JustSent';
  return invitee.requestsToday >= MAX_INVITATIONS_PER_PERSON_PER_DAY ? 'OftenToday' : undefined;
}

/** The result for one person; the reason is null when the email is sent. */
export interface InvitationResult {
  id: number;
  name: string;
  reason: SkipReason | null;
  /** When the latest email of the kind was requested, as in `Invitee`. */
  lastRequestedAt: string | null;
}

/** Decides about people in their order; `sentToday` is how many emails of the kind the organisation has sent in the last 24 hours. */
export function decideInvitations(kind: InvitationKind, invitees: readonly Invitee[], sentToday: number): InvitationResult[] {
  let remaining = MAX_INVITATIONS_PER_ORGANISATION_PER_DAY - sentToday;
  return invitees.map((invitee) => {
    const { id, name, lastRequestedAt } = invitee;
    const reason = getSkipReason(kind, invitee);
    if (reason) return { id, name, reason, lastRequestedAt };
    remaining -= 1;
    return { id, name, reason: remaining < 0 ? 'OrganisationLimit' : null, lastRequestedAt };
  });
}

/**
 * What a request for one person is told when nothing was sent: an error of the request, a refusal until later, or that a repeated
 * request has been sent already and when.
 */
export function describeUnsent(
  kind: InvitationKind,
  reason: SkipReason,
  lastRequestedAt: string | null,
): { kind: 'error' | 'refused' | 'repeated'; message: string } {
  const { one } = KIND_LABELS[kind];
  if (reason === 'OftenToday' || reason === 'OrganisationLimit')
    return { kind: 'refused', message: describeSkipReason(kind, reason) };
  if (reason !== 'Waiting' && reason !== 'JustSent' && reason !== 'SentToday')
    return { kind: 'error', message: describeSkipReason(kind, reason) };
  return {
    kind: 'repeated',
    message: `${one} was already sent at ${lastRequestedAt}. No second one was sent.`,
  };
}

const MAX_NAMED_PEOPLE = 20;

/** Summarises results for administrators: how many emails are queued, and who was skipped for each reason. */
export function summariseInvitations(kind: InvitationKind, results: readonly InvitationResult[]) {
  const reasons = Object.keys(SKIP_REASON_LABELS) as SkipReason[];
  const skipped = reasons.flatMap((reason) => {
    const people = results.filter((person) => person.reason === reason);
    if (people.length === 0) return [];
    return [
      {
        reason,
        msg: describeSkipReason(kind, reason),
        count: people.length,
        people: people.slice(0, MAX_NAMED_PEOPLE).map(({ id, name }) => ({ id, name })),
      },
    ];
  });
  return { queued: results.filter(({ reason }) => reason === null).length, skipped };
}
