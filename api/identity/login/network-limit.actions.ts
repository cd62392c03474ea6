import type { Db } from '#api/platform/db/database.ts';
import { countAttempt, type RateLimit, refundAttempt, toSitePrefix } from '#api/platform/http/rate-limit.ts';
import { type LoginThrottle, tooManyAttempts } from './login-throttle.ts';

/** Failed logins per network and minute: enough for the mistakes of an office, too few for automated guessing. */
const PER_NETWORK: RateLimit = { name: 'login-network', max: 30, windowSeconds: 60 };
/** Failed logins per IPv6 site and minute: a customer of a provider often has 65,536 networks, and one attempt from each is still guessing. */
const PER_SITE: RateLimit = { name: 'login-site', max: 120, windowSeconds: 60 };

/** Whose failures are counted together: a wave of attempts on customers must not keep operators out, nor the reverse. */
type Audience = 'customers' | 'operators';

/**
 * Runs a login that counts against the limits of its network; the attempt is counted first and refunded when the login succeeds, or
 * when `isRefundable` accepts the error that it throws. Throws 429 when the network has had too many failures.
 */
export async function withNetworkLimit<T>(
  { db, throttle }: { db: Db; throttle: LoginThrottle },
  { audience, network }: { audience: Audience; network: string },
  attemptLogin: () => Promise<T>,
  isRefundable: (error: unknown) => boolean = () => false,
): Promise<T> {
  const site = toSitePrefix(network);
  const counted = [{ limit: PER_NETWORK, subject: `${audience} ${network}` }];
  if (site) counted.push({ limit: PER_SITE, subject: `${audience} ${site}` });

  /** Runs the login within the limits from this one on. */
  const runWithin = async (index: number): Promise<T> => {
    const each = counted[index];
    if (!each) return attemptLogin();
    return throttle.trackNetwork(each.subject, async (getOthers) => {
      // Concurrent logins of the network are counted already, but not decided yet; more may start while this one is counted.
      const before = getOthers();
      const limit = {
        ...each.limit,
        get max() {
          return each.limit.max + Math.max(before, getOthers());
        },
      };
      const count = () => countAttempt(db, [{ limit, subject: each.subject }]);
      const wait = await throttle.cachedLimit(`network ${each.subject}`, count);
      if (wait > 0) throw tooManyAttempts(wait);
      return runWithin(index + 1);
    });
  };

  const refund = async () => {
    for (const { limit, subject } of counted) await refundAttempt(db, limit, subject);
  };
  try {
    const result = await runWithin(0);
    await refund();
    return result;
  } catch (error) {
    if (isRefundable(error)) await refund();
    throw error;
  }
}
