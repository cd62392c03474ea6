import { setTimeout as delay } from 'node:timers/promises';
import type { ErrorReportTarget } from './dsn.ts';
import { createEvent, type ErrorReport } from './error-event.ts';

interface SenderOptions {
  target: ErrorReportTarget;
  release: string;
  environment: string;
  log: { warn(details: object, message: string): void };
  /** Replaces how long a report may take, and how long `close` waits, in milliseconds. */
  timeouts?: { send: number; close: number };
}

/** Sends error reports in the background. */
export interface ReportSender {
  /** Never throws and never waits. Reports above the limits are dropped: the log has every error. */
  send(report: ErrorReport): void;
  /** Waits for the reports that are being sent, for two seconds at most. */
  close(): Promise<void>;
}

const MINUTE_MS = 60_000;
/** One fault can fail every request; a few reports of it are enough. Browsers have limits of their own, since anyone can send their reports. */
const PER_MINUTE = { server: 30, browser: 10 };
const TIMEOUTS = { send: 5000, close: 2000 };

/** How long a service asks to be left alone, in milliseconds. */
function readPause({ status, headers }: Response): number {
  const seconds = Number(headers.get('retry-after') ?? (status === 429 ? 60 : 0));
  return Number.isFinite(seconds) ? Math.min(Math.max(seconds, 0), 3600) * 1000 : MINUTE_MS;
}

/** Creates a sender that posts error reports to the service, a limited number each minute. It never throws: a failure is logged, and the report is dropped. */
export function createReportSender({ target, release, environment, log, timeouts = TIMEOUTS }: SenderOptions): ReportSender {
  const sending = new Set<Promise<void>>();
  const counts = { server: 0, browser: 0 };
  let minuteEndsAt = 0;
  let pausedUntil = 0;
  let complainedAt = Number.NEGATIVE_INFINITY;

  const isPermitted = (source: 'server' | 'browser') => {
    const now = performance.now();
    if (now < pausedUntil) return false;
    if (now >= minuteEndsAt) {
      minuteEndsAt = now + MINUTE_MS;
      Object.assign(counts, { server: 0, browser: 0 });
    }
    counts[source] += 1;
    return counts[source] <= PER_MINUTE[source];
  };

  const complain = (reason: string) => {
    if (performance.now() - complainedAt < MINUTE_MS) return;
    complainedAt = performance.now();
    log.warn({ reason }, 'error reports cannot be sent');
  };

  const post = async (report: ErrorReport): Promise<void> => {
    const event = createEvent(report, { release, environment });
    const payload = JSON.stringify(event);
    const header = JSON.stringify({ event_id: event.event_id, sent_at: new Date().toISOString() });
    const item = JSON.stringify({ type: 'event', content_type: 'application/json', length: Buffer.byteLength(payload) });
    const response = await fetch(target.url, {
      method: 'POST',
      redirect: 'error',
      headers: {
        'content-type': 'application/x-sentry-envelope',
        'x-sentry-auth': `Sentry sentry_version=7, sentry_client=livery/1, sentry_key=${target.publicKey}`,
      },
      body: `${header}\n${item}\n${payload}\n`,
      signal: AbortSignal.timeout(timeouts.send),
    });
    await response.body?.cancel();
    pausedUntil = performance.now() + readPause(response);
    if (!response.ok) complain(`the service responded with ${response.status}`);
  };

  return {
    send: (report) => {
      if (!isPermitted(report.isBrowser ? 'browser' : 'server')) return;
      const done: Promise<void> = post(report)
        .catch((error: Error) => complain((error.cause as Error | undefined)?.message || error.message))
        .finally(() => sending.delete(done));
      sending.add(done);
    },
    close: async () => {
      if (sending.size > 0) await Promise.race([Promise.all(sending), delay(timeouts.close, undefined, { ref: false })]);
    },
  };
}
