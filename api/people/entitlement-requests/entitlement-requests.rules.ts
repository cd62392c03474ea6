import type { StoredAccount } from '#api/entitlement/entitlement.rules.ts';
import { explainRefusal, type OrderingReach, type OrderingWindow } from '#api/entitlement/ordering-eligibility.rules.ts';
import type { Clock } from '#api/platform/clock.ts';
import { HttpError } from '#api/platform/http/errors.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import { getLocalDay } from '#api/platform/local-day.ts';

/** For how many days administrators can decide on a request. */
export const REQUEST_TTL_DAYS = 30;

export type RequestStatus = 'open' | 'granted' | 'declined' | 'withdrawn' | 'expired';
export type RequestAction = 'grant' | 'decline' | 'withdraw' | 'expire';

/** What each action makes of a request in each status. Actions that are not listed are refused. */
export const REQUEST_TRANSITIONS: Readonly<Record<RequestStatus, Readonly<Partial<Record<RequestAction, RequestStatus>>>>> = {
  open: { grant: 'granted', decline: 'declined', withdraw: 'withdrawn', expire: 'expired' },
  granted: {},
  declined: {},
  withdrawn: {},
  expired: {},
};

/** The statuses in which an action is possible, and the one that it leads to. */
export function getTransition(action: RequestAction): { from: RequestStatus[]; to: RequestStatus } {
  const possible = Object.entries(REQUEST_TRANSITIONS).filter(([, actions]) => actions[action] !== undefined);
  const [first] = possible;
  if (!first) throw new Error(`No request can be changed by "${action}".`);
  return { from: possible.map(([status]) => status as RequestStatus), to: first[1][action] as RequestStatus };
}

/** Why a request in this status can no longer be changed, as a sentence. */
export const explainClosed = (status: RequestStatus): string =>
  status === 'expired' || status === 'withdrawn'
    ? `This request ${status === 'expired' ? 'has expired' : 'has been withdrawn'}.`
    : `This request has already been ${status}.`;

/** Why administrators cannot decide on some requests. */
export const OWN_REQUEST = 'You can’t decide on your own request. Another administrator can.';
export const CANNOT_CHANGE = 'You can’t change this person, so another administrator has to decide.';

/** What a request for more time asks for, within a sentence. */
export const MORE_TIME = 'more time to order';

/** The last day for a decision on a request of this day; days such as `2026-03-29`. */
export function getExpiryDay(today: string): string {
  const day = new Date(`${today}T00:00:00Z`);
  day.setUTCDate(day.getUTCDate() + REQUEST_TTL_DAYS);
  return day.toISOString().slice(0, 10);
}

/** Why no one can ask who has no other administrator. */
export const NO_DECIDER = 'There is no other administrator who could decide on a request for more. Contact your supplier.';

/** What decides whether a wearer may ask for more of an account. Days such as `2026-03-29`. */
export interface AskingFacts {
  account: Pick<StoredAccount, 'status' | 'isLimited' | 'endsOn'>;
  /** The wearer's last day of work. */
  wearerEndsOn: string | null;
  hasOptedOut: boolean;
  /** When the account can be ordered from; null when its season sets no days. */
  window: OrderingWindow | null;
  reach: OrderingReach;
  /** Whether an administrator may change the wearer. */
  hasDecider: boolean;
}

/**
 * Why a wearer cannot ask for more of an account `today`, as a sentence; undefined when they can. They cannot while nothing could be
 * ordered from it, and when no one could decide.
 */
export function findAskingBlocker(
  { account, wearerEndsOn, hasOptedOut, window, reach, hasDecider }: AskingFacts,
  today: string,
): string | undefined {
  if (account.status === 'closed') return 'Your wardrobe no longer grants this.';
  if (account.endsOn !== null && account.endsOn < today) return 'This period has ended.';
  if (account.status === 'unchosen') return 'You have not chosen this option of your uniform.';
  if (!account.isLimited) return 'There is no limit, so you can order more without asking.';
  const refusal = explainRefusal(
    {
      ordererEndsOn: wearerEndsOn,
      wearer: { name: null, endsOn: wearerEndsOn, optedOut: hasOptedOut },
      isInWardrobe: true,
      windows: window ? [window] : [],
    },
    reach,
    today,
  );
  return refusal ?? (hasDecider ? undefined : NO_DECIDER);
}

/** What a request is about, as the audit log stores it: `Shirts, Restaurant and Bar, Winter 2026`. */
export const nameEntitlement = (request: {
  account: Pick<StoredAccount, 'label'>;
  collectionName: string;
  seasonName: string | null;
}): string => [request.account.label, request.collectionName, request.seasonName].filter((name) => name !== null).join(', ');

/** When a request is changed. */
export interface Moment {
  at: Date;
  /** The day in the organisation's time zone, such as `2026-03-29`. */
  today: string;
}

/** Now, in the time zone of the scope's organisation. */
export const getMoment = (clock: Clock, { timeZone }: Pick<Scope, 'timeZone'>): Moment => ({
  at: new Date(clock.now()),
  today: getLocalDay(clock.now(), timeZone),
});

/** Nothing was changed because of the state of a request. */
export const requestConflict = (message: string) => new HttpError(409, { entitlementRequest: [message] });
