import type { BodyFields } from '#body/body-fields.ts';

/**
 * The cookies of the measuring screen. Units are a preference and always kept; what somebody measures only after they agreed. They go with no
 * call, only with the screens' own addresses.
 */

const DAYS = 30;
const UNITS = ['heightUnits', 'weightUnits'] as const;
const FIELDS = [
  ...UNITS,
  'gender',
  'height',
  'heightFeet',
  'weight',
  'weightStones',
  'ukjeans',
  'ukshirt',
  'ukbra',
  'ukbracup',
] as const satisfies readonly (keyof BodyFields)[];

const attributes = (seconds: number) =>
  `; Path=/index; Max-Age=${seconds}; SameSite=Strict${globalThis.location?.protocol === 'https:' ? '; Secure' : ''}`;

function write(name: string, value: string | number | null | undefined): void {
  const isThere = value !== null && value !== undefined && value !== '';
  // biome-ignore lint/suspicious/noDocumentCookie: not every browser that we serve has the Cookie Store API
  document.cookie = `${name}=${isThere ? encodeURIComponent(value) : ''}${attributes(isThere ? DAYS * 24 * 3600 : 0)}`;
}

/** Keeps the units somebody thinks in, and with `body` everything else that was said as well. */
export function saveSizeCookies(fields: BodyFields, what: 'units' | 'body'): void {
  for (const name of what === 'units' ? UNITS : FIELDS) write(name, fields[name]);
}

/** Forgets what was measured; the units stay. */
export function deleteSizeCookies(): void {
  for (const name of FIELDS) if (!UNITS.some((unit) => unit === name)) write(name, null);
}

/** What the cookies say; fields that no cookie has are missing. */
export function readSizeCookies(cookies: string = document.cookie): BodyFields {
  const pairs = cookies.split('; ').map((pair) => {
    const at = pair.indexOf('=');
    return [pair.slice(0, at), pair.slice(at + 1)] as const;
  });
  const said: Record<string, string | number> = {};
  for (const name of FIELDS) {
    const value = pairs.find(([known]) => known === name)?.[1];
    if (!value) continue;
    if (name === 'ukbracup') said[name] = decodeURIComponent(value);
    else if (Number.isFinite(Number(value))) said[name] = Number(value);
  }
  return said;
}
