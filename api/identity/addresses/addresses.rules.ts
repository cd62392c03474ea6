import { HttpError } from '#api/platform/http/errors.ts';
import type { BodyOf } from '#contract/index.ts';

export type AddressInput = BodyOf<'POST /api/createcustomeraddress'>;

/** An address as it is stored. */
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
  /** Empty in countries without postcodes. */
  zipPostalCode: string;
  phoneNumber: string | null;
  faxNumber: string | null;
  isDefault: boolean;
}

/** What the validation needs to know about an address's country; null when the country is unknown or not delivered to. */
export interface AddressCountry {
  stateIds: readonly number[];
  /** False where post is addressed without a postcode. */
  hasPostcodes: boolean;
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
 * Merges the address that a client sent into the one that it replaces; texts are trimmed and empty texts become null. Throws
 * 422 with a sentence for each field that is missing, too long or invalid, keyed `address.…`.
 */
export function completeAddress(
  input: AddressInput,
  before: AddressValues | undefined,
  country: AddressCountry | undefined,
): AddressValues {
  const errors: Record<string, string[]> = {};
  const addError = (field: keyof AddressValues, sentence: string) => {
    errors[`address.${field}`] = [sentence];
  };
  const values: Record<string, unknown> = { ...before };
  for (const [name, [label, maxLength, required]] of Object.entries(TEXTS)) {
    const field = name as keyof typeof TEXTS;
    const text = (input[field] === undefined ? (before?.[field] ?? '') : (input[field] ?? '')).trim();
    if (text === '' && required && !(field === 'zipPostalCode' && country?.hasPostcodes === false))
      addError(field, `${label} is required.`);
    else if (text.length > maxLength) addError(field, `${label} must not be longer than ${maxLength} characters.`);
    values[field] = text === '' ? null : text;
  }
  if (values.email !== null && !/^[^\s@]+@[^\s@]+$/.test(String(values.email)))
    addError('email', 'Email is not a valid email address.');

  const countryId = getAddressCountryId(input, before);
  if (!countryId) addError('countryId', 'Country is required.');
  else if (!country) addError('countryId', 'We do not deliver to this country.');
  // A change of country resets the state.
  const sameCountry = countryId === before?.countryId;
  const stateId = input.stateProvinceId === undefined ? (sameCountry ? before?.stateProvinceId : null) : input.stateProvinceId;
  if (country && country.stateIds.length > 0 && !stateId) addError('stateProvinceId', 'State is required.');
  else if (country && stateId && !country.stateIds.includes(stateId))
    addError('stateProvinceId', 'State does not belong to the country.');
  if (Object.keys(errors).length > 0) throw new HttpError(422, errors);
  return {
    ...(values as unknown as AddressValues),
    zipPostalCode: (values.zipPostalCode as string | null) ?? '',
    countryId,
    stateProvinceId: stateId || null,
    isDefault: input.isDefault ?? before?.isDefault ?? false,
  };
}

/** The id of the country that the address will be in; 0 for none. */
export const getAddressCountryId = (input: AddressInput, before: Pick<AddressValues, 'countryId'> | undefined): number =>
  (input.countryId === undefined ? before?.countryId : input.countryId) ?? 0;
