/** How the system takes what it is sent: as it should, or in one of the ways in which real ones fail. */
export const RECEIVING_MODES = ['ok', 'down', 'error', 'slow', 'html', 'refuse'] as const;
export type ReceivingMode = (typeof RECEIVING_MODES)[number];

/** How documents are received. */
export interface Receiving {
  mode: ReceivingMode;
  /** The HTTP status with `error` (500) and `refuse` (404). */
  status: number | undefined;
  /** How long an answer takes with `slow`. */
  delayMs: number;
  /** After so many documents the mode is `ok` again; undefined: until it is changed. */
  times: number | undefined;
  /** How many requests have come, however they were answered. */
  count: number;
}

export const createReceiving = (): Receiving => ({ mode: 'ok', status: undefined, delayMs: 5000, times: undefined, count: 0 });

/** Counts a request and says how it is taken. */
export function takeMode(receiving: Receiving): ReceivingMode {
  receiving.count += 1;
  const { mode, times } = receiving;
  if (mode === 'ok' || times === undefined) return mode;
  receiving.times = times - 1;
  if (receiving.times <= 0) Object.assign(receiving, { mode: 'ok', times: undefined } satisfies Partial<Receiving>);
  return mode;
}
