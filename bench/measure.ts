import autocannon from 'autocannon';

/** A load to generate: single requests by autocannon (`paths` or `requests`), or rounds of several steps by concurrent visitors (`runRound`). */
export interface Probe {
  origin: string;
  connections: number;
  paths?: readonly string[];
  headers?: Record<string, string>;
  /** Requests other than GET, for example posted forms. */
  requests?: readonly { method: 'GET' | 'POST'; path: string; headers?: Record<string, string>; body?: string }[];
  /** Runs one round of one visitor, and returns the number of requests sent. Throws if a request was refused. */
  runRound?: (visitor: number, round: number) => Promise<number>;
}

export interface Measurement {
  /** Completed rounds or requests. */
  done: number;
  /** HTTP requests sent. */
  requests: number;
  perSecond: number;
  p50: number;
  p99: number;
  errors: number;
}

const run = (probe: Probe, seconds: number) => (probe.runRound ? runVisitors(probe, seconds) : runAutocannon(probe, seconds));

/** Runs the probe for a quarter of the time, so that code is compiled, caches are filled and statements prepared. */
export const warmUp = (probe: Probe, seconds: number): Promise<Measurement> => run(probe, Math.max(seconds / 4, 1));

/** Runs the probe for the given number of seconds. Latencies are in milliseconds. */
export const measureProbe = (probe: Probe, seconds: number): Promise<Measurement> => run(probe, seconds);

const ROUNDS = 5;

/** Returns the median rate of each probe. The probes alternate, so that the machine's load affects all of them alike. */
export async function interleave(probes: readonly Probe[], seconds: number): Promise<number[]> {
  const rates = probes.map((): number[] => []);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [index, probe] of probes.entries()) {
      const { perSecond } = await run(probe, Math.max(seconds / ROUNDS, 1));
      rates[index]?.push(perSecond);
    }
  }
  return rates.map((measured) => measured.toSorted((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? 0);
}

async function runAutocannon(
  { origin, connections, paths = [], headers = {}, requests }: Probe,
  seconds: number,
): Promise<Measurement> {
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

async function runVisitors({ connections, runRound }: Probe, seconds: number): Promise<Measurement> {
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
