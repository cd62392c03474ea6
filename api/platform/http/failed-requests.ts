/** Counts of requests that failed in ways that answers alone do not show. They are of this process, and kept whether or not its metrics are served. */

/** Why a request was ended before it had its answer: its time was up, the client had gone, or PostgreSQL cancelled a statement that took too long. */
export const CUT_OFF_REASONS = ['deadline', 'client', 'statement'] as const;

export type CutOffReason = (typeof CUT_OFF_REASONS)[number];

let lockTimeouts = 0;
const cutOff: Record<CutOffReason, number> = { deadline: 0, client: 0, statement: 0 };

/** A request gave up waiting for rows that another transaction has locked. */
export function countLockTimeout(): void {
  lockTimeouts += 1;
}

/** The connection of a request ended before its response. */
export function countRequestCutOff(reason: CutOffReason): void {
  cutOff[reason] += 1;
}

/** All counts since the start of this process. */
export const readFailedRequests = (): { lockTimeouts: number; cutOff: Readonly<Record<CutOffReason, number>> } => ({
  lockTimeouts,
  cutOff: { ...cutOff },
});
