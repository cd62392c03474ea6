import type { FastifyRequest } from 'fastify';
import { type Clock, systemClock } from '../clock.ts';
import type { Db } from '../db/database.ts';
import { HttpError } from './errors.ts';

/** A brand's public settings. */
export interface Brand {
  id: number;
  name: string;
  companyName: string;
  canonicalOrigin: string;
  termsUrl: string | null;
  privacyUrl: string | null;
  captchaEnabled: boolean;
  captchaPublicKey: string | null;
  helpEmail: string | null;
  helpPhone: string | null;
  helpText: string | null;
}

/** Finds the brand of a host. Cached for a minute, since brands change a few times a year; a host that is not among them is looked up again after a second. */
export interface Hosts {
  /** The brand of a host name; the default brand for an unregistered host. */
  getBrandOrDefault(host: string): Promise<Brand>;
  /** The brand of the request's own host. Throws 421 for an unregistered host. */
  getBrandForRequest(request: FastifyRequest): Promise<Brand>;
  getBrandById(id: number): Promise<Brand>;
  /**
   * Whether the pages of a host, as the Host header names it, are served over HTTPS according to its brand's canonical origin.
   * False until the brands have been read.
   */
  isCanonicallyHttps(host: string | undefined): boolean;
}

/** The brand of an installation without brands; no one can log in there. */
const NO_BRAND: Brand = {
  id: 0,
  name: 'sundial',
  companyName: 'Livery',
  canonicalOrigin: '',
  termsUrl: null,
  privacyUrl: null,
  captchaEnabled: false,
  captchaPublicKey: null,
  helpEmail: null,
  helpPhone: null,
  helpText: null,
};

const CACHE_TTL_MS = 60_000;
/** A host that is unknown may have been added a moment ago. Requests for hosts that do not exist must not cost a statement each. */
const UNKNOWN_HOST_TTL_MS = 1000;

/** A host in lower case without its port, or '' for an invalid one. */
export function hostName(header: string | undefined): string {
  const host = (header ?? '').trim().toLowerCase();
  const match = /^(\[[0-9a-f:.]+\]|[a-z0-9.-]+?)\.?(?::\d{1,5})?$/.exec(host);
  return match?.[1] ?? '';
}

/** A lookup of the brands in the database. While the database is unavailable it returns the last result. */
export function createHosts(db: Db, clock: Clock = systemClock): Hosts {
  let cached: Promise<{ byHost: Map<string, Brand>; byId: Map<number, Brand>; fallback: Brand }> | undefined;
  let readAt = 0;
  let canonicalHosts = new Set<string>();

  const read = async () => {
    const rows = await db
      .selectFrom('brand')
      .leftJoin('brand_host', 'brand_host.brand_id', 'brand.id')
      .select([
        'brand.id',
        'name',
        'company_name',
        'canonical_origin',
        'terms_url',
        'privacy_url',
        'captcha_enabled',
        'captcha_public_key',
        'help_email',
        'help_phone',
        'help_text',
        'is_default',
        'host',
      ])
      .orderBy('brand.id')
      .execute();
    const byHost = new Map<string, Brand>();
    const byId = new Map<number, Brand>();
    let fallback: Brand | undefined;
    for (const row of rows) {
      const brand = byId.get(row.id) ?? {
        id: row.id,
        name: row.name,
        companyName: row.company_name,
        canonicalOrigin: row.canonical_origin,
        termsUrl: row.terms_url,
        privacyUrl: row.privacy_url,
        captchaEnabled: row.captcha_enabled,
        captchaPublicKey: row.captcha_public_key,
        helpEmail: row.help_email,
        helpPhone: row.help_phone,
        helpText: row.help_text,
      };
      byId.set(row.id, brand);
      if (row.host) byHost.set(row.host, brand);
      if (row.is_default) fallback = brand;
    }
    const canonicalOrigins = [...byId.values()].map(({ canonicalOrigin }) => canonicalOrigin);
    canonicalHosts = new Set(
      canonicalOrigins.filter((origin) => origin.startsWith('https://')).map((origin) => new URL(origin).host),
    );
    return { byHost, byId, fallback: fallback ?? NO_BRAND };
  };

  const current = (maxAgeMs = CACHE_TTL_MS) => {
    if (!cached || clock.now() - readAt > maxAgeMs) {
      readAt = clock.now();
      const previous = cached;
      cached = read().catch((error: unknown) => {
        // While the database is unavailable the last result is better than none: brands hardly ever change.
        cached = previous;
        if (!previous) throw error;
        return previous;
      });
    }
    return cached;
  };

  /** The brand of a host name, and that of all others. */
  const find = async (host: string) => {
    const known = (await current()).byHost.get(host);
    const { byHost, fallback } = await current(known ? CACHE_TTL_MS : UNKNOWN_HOST_TTL_MS);
    return { found: byHost.get(host), fallback };
  };

  return {
    getBrandOrDefault: async (host) => {
      const { found, fallback } = await find(hostName(host));
      return found ?? fallback;
    },
    getBrandForRequest: async (request) => {
      // With two Host headers, this server and a proxy in front of it might each use a different one.
      const hosts = request.raw.rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length;
      const brand = hosts > 1 ? undefined : (await find(hostName(request.headers.host))).found;
      if (!brand) throw new HttpError(421, { host: ['This address does not belong to a portal.'] });
      return brand;
    },
    getBrandById: async (id) => {
      const brand = (await current()).byId.get(id) ?? (await current(UNKNOWN_HOST_TTL_MS)).byId.get(id);
      if (!brand) throw new Error(`There is no brand ${id}.`);
      return brand;
    },
    isCanonicallyHttps: (host) => canonicalHosts.has((host ?? '').toLowerCase()),
  };
}
