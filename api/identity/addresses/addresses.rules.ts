import { HttpError } from '#api/platform/http/errors.ts';
import type { BodyOf } from '#contract/index.ts';

export type AddressInput = BodyOf<'POST /api/createcustomeraddress'>;

/** An address as it is kept. */
export interface AddressValues {
  firstName: string;
  lastName: string;
  email: string | null;
  company: string | null;
  countryId: number;
  stateProvinceId: number | null;
  county: string | null;
  city: string;
  address1: string;
  address2: string | null;
  zipPostalCode: string;
  phoneNumber: string | null;
  faxNumber: string | null;
  isDefault: boolean;
}

/** What has to be known of the country of an address; null when there is no such country, or nothing goes there. */
export interface AddressCountry {
  stateIds: readonly number[];
}

const TEXTS = {
  firstName: ['First name', 100, true],
  lastName: ['Last name', 100, true],
  email: ['Email', 254, false],
  company: ['Company', 200, false],
  county: ['County', 100, false],
  city: ['City', 100, true],
  address1: ['Address', 200, true],
  address2: ['Second address line', 200, false],
  zipPostalCode: ['Postcode', 20, true],
  phoneNumber: ['Phone number', 40, false],
  faxNumber: ['Fax number', 40, false],
} as const satisfies Partial<Record<keyof AddressValues, readonly [label: string, maxLength: number, required: boolean]>>;

/**
 * A sent address over what it replaces, texts trimmed and empty ones null. Throws 422 with a sentence for every field that
 * is missing, too long or not possible, keyed `address.…`.
 */
export function completeAddress(
  sent: AddressInput,
  before: AddressValues | undefined,
  country: AddressCountry | undefined,
): AddressValues {
  const errors: Record<string, string[]> = {};
  const refuse = (field: keyof AddressValues, sentence: string) => {
    errors[`address.${field}`] = [sentence];
  };
  const values: Record<string, unknown> = { ...before };
  for (const [name, [label, maxLength, required]] of Object.entries(TEXTS)) {
    const field = name as keyof typeof TEXTS;
    const text = (sent[field] === undefined ? (before?.[field] ?? '') : (sent[field] ?? '')).trim();
    if (text === '' && required) refuse(field, `${label} is required.`);
    else if (text.length > maxLength) refuse(field, `${label} must not be longer than ${maxLength} characters.`);
    values[field] = text === '' ? null : text;
  }
  if (values.email !== null && !/^[^\s@]+@[^\s@]+$/.test(String(values.email))) refuse('email', 'Email is not an email address.');

  const countryId = getAddressCountryId(sent, before);
  if (!countryId) refuse('countryId', 'Country is required.');
  else if (!country) refuse('countryId', 'Nothing can be sent to this country.');
  // Another country begins without a state.
  const sameCountry = countryId === before?.countryId;
  const stateId = sent.stateProvinceId === undefined ? (sameCountry ? before?.stateProvinceId : null) : sent.stateProvinceId;
  if (country && country.stateIds.length > 0 && !stateId) refuse('stateProvinceId', 'State is required.');
  else if (country && stateId && !country.stateIds.includes(stateId))
    refuse('stateProvinceId', 'State does not belong to the country.');
  if (Object.keys(errors).length > 0) throw new HttpError(422, errors);
  return {
    ...(values as unknown as AddressValues),
    countryId,
    stateProvinceId: stateId || null,
    isDefault: sent.isDefault ?? before?.isDefault ?? false,
  };
}

/** The country that an address will be in; 0 for none. */
export const getAddressCountryId = (sent: AddressInput, before: Pick<AddressValues, 'countryId'> | undefined): number =>
  (sent.countryId === undefined ? before?.countryId : sent.countryId) ?? 0;
