import type { AddressInput } from '#api/identity/addresses/addresses.rules.ts';
import type { SentAddress } from '../cxml/shared-elements.rules.ts';

const MAX_NAME_LENGTH = 100;
const MAX_LINE_LENGTH = 200;

/**
 * An address of a buyer's system as one of ours. The first of those to whom it is delivered is the person, the name of the place the company; where no one is
 * named, the place is. Streets beyond the second go with it.
 */
export function toAddressInput(sent: SentAddress, countryId: number): AddressInput {
  const [person, ...others] = sent.deliverTo;
  const { firstName, lastName } = splitName(person ?? sent.name ?? '');
  const [street = '', ...more] = [...sent.streets, ...others];
  return {
    firstName,
    lastName,
    email: sent.email ?? null,
    company: sent.name?.slice(0, MAX_LINE_LENGTH) ?? null,
    countryId,
    stateProvinceId: null,
    county: sent.state?.slice(0, MAX_NAME_LENGTH) ?? null,
    city: sent.city ?? '',
    address1: street,
    address2: more.join(', ').slice(0, MAX_LINE_LENGTH) || null,
    zipPostalCode: sent.postcode ?? '',
    phoneNumber: sent.phone?.slice(0, 40) ?? null,
    faxNumber: null,
  };
}

/** A name in two parts, of which ours has both: a name of one word is repeated in none, and stands as the last. */
function splitName(name: string): { firstName: string; lastName: string } {
  const words = name.trim().split(/\s+/);
  const last = words.pop() ?? '';
  return {
    firstName: words.join(' ').slice(0, MAX_NAME_LENGTH) || '–',
    lastName: last.slice(0, MAX_NAME_LENGTH) || '–',
  };
}
