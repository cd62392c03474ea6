import autocannon from 'autocannon';

/** Something to be asked again and again: by autocannon (`paths`), or by people who go through several steps (`visitors`). */
export interface Probe {
  origin: string;
  connections: number;
  paths?: readonly string[];
  headers?: Record<string, string>;
  /** One request each: a form to post, for instance. */
  requests?: readonly { method: 'GET' | 'POST'; path: string; headers?: Record<string, string>; body?: string }[];
  /** One round of one visitor; throws when something was refused. Returns the number of requests it sent. */
  runRound?: (visitor: number, round: number) => Promise<number>;
}

export interface Measurement {
  /** Rounds or requests done. */
  done: number;
  /** HTTP requests sent. */
  requests: number;
  perSecond: number;
  p50: number;
  p99: number;
  errors: number;
}

const run = (what: Probe, seconds: number) => (what.runRound ? visitors(what, seconds) : cannon(what, seconds));

/** The same for a quarter of the time, unmeasured: compiled code, filled caches, prepared statements. */
export const warmUp = (what: Probe, seconds: number): Promise<Measurement> => run(what, Math.max(seconds / 4, 1));

/** Asks for so many seconds. Times in milliseconds. */
export const measureProbe = (what: Probe, seconds: number): Promise<Measurement> => run(what, seconds);

const TURNS = 5;

/** The median rates of several probes that take turns, so that the machine's mood is the same for all. */
export async function interleave(probes: readonly Probe[], seconds: number): Promise<number[]> {
  const rates = probes.map((): number[] => []);
  for (let turn = 0; turn < TURNS; turn += 1) {
    for (const [index, what] of probes.entries()) {
      const { perSecond } = await run(what, Math.max(seconds / TURNS, 1));
      rates[index]?.push(perSecond);
    }
  }
  return rates.map((measured) => measured.toSorted((a, b) => a - b)[Math.floor(TURNS / 2)] ?? 0);
}

async function cannon({ origin, connections, paths = [], headers = {}, requests }: Probe, seconds: number): Promise<Measurement> {
  const result = await autocannon({
    url: origin,
    connections,
    duration: seconds,
    headers: { host: 'localhost', ...headers },
    requests: [...(requests ?? paths.map((path) => ({ method: 'GET' as const, path })))],
  });
  const { requests: sent, latency, non2xx, errors, duration } = result;
  return {
    done: sent.total,
    requests: sent.total,
    perSecond: sent.total / duration,
    p50: latency.p50,
    p99: latency.p99,
    errors: non2xx + errors,
  };
}

async function visitors({ connections, runRound }: Probe, seconds: number): Promise<Measurement> {
  const times: number[] = [];
  let requests = 0;
  let errors = 0;
  const started = performance.now();
  const end = started + seconds * 1000;
  await Promise.all(
    Array.from({ length: connections }, async (_, visitor) => {
      for (let round = 0; performance.now() < end; round += 1) {
        const began = performance.now();
        try {
          const sent = (await runRound?.(visitor, round)) ?? 0;
          requests += sent;
          times.push(performance.now() - began);
        } catch (error) {
          errors += 1;
          if (errors === 1) console.error(error);
        }
      }
    }),
  );
  const elapsed = (performance.now() - started) / 1000;
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.min(Math.floor(times.length * share), times.length - 1)] ?? 0;
  return { done: times.length, requests, perSecond: times.length / elapsed, p50: at(0.5), p99: at(0.99), errors };
}
