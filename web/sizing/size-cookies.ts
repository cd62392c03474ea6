import type { BodyFields } from '#body/body-fields.ts';

/**
 * The cookies of the sizing page. Units are a preference and always saved; measurements only after consent. Their path
 * excludes the API, so they are sent only with page requests.
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

const isSecure = () => globalThis.location?.protocol === 'https:';

/** Over HTTPS, the prefix makes browsers refuse these cookies from unencrypted pages. */
const prefix = () => (isSecure() ? '__Secure-' : '');

const attributes = (seconds: number) => `; Path=/index; Max-Age=${seconds}; SameSite=Strict${isSecure() ? '; Secure' : ''}`;

function write(name: string, value: string | number | null | undefined): void {
  const isThere = value !== null && value !== undefined && value !== '';
  // biome-ignore lint/suspicious/noDocumentCookie: not every browser that we serve has the Cookie Store API
  document.cookie = `${prefix()}${name}=${isThere ? encodeURIComponent(value) : ''}${attributes(isThere ? DAYS * 24 * 3600 : 0)}`;
}

/** Saves the preferred units, and with `body` all other fields as well. */
export function saveSizeCookies(fields: BodyFields, what: 'units' | 'body'): void {
  for (const name of what === 'units' ? UNITS : FIELDS) write(name, fields[name]);
}

/** Deletes the measurements; the units are kept. */
export function deleteSizeCookies(): void {
  for (const name of FIELDS) if (!UNITS.some((unit) => unit === name)) write(name, null);
}

/** Reads the fields from the cookies; fields without a cookie are absent. */
export function readSizeCookies(cookies: string = document.cookie): BodyFields {
  const pairs = cookies.split('; ').map((pair) => {
    const at = pair.indexOf('=');
    return [pair.slice(0, at), pair.slice(at + 1)] as const;
  });
  const fields: Record<string, string | number> = {};
  for (const name of FIELDS) {
    const value = pairs.find(([known]) => known === prefix() + name)?.[1];
    if (!value) continue;
    if (name === 'ukbracup') fields[name] = decodeURIComponent(value);
    else if (Number.isFinite(Number(value))) fields[name] = Number(value);
  }
  return fields;
}
