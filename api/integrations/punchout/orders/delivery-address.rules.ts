import type { ReplyOf } from '#contract/index.ts';
import type { SentAddress } from '../cxml/shared-elements.rules.ts';

type Address = ReplyOf<'GET /api/shippingaddresses'>['addresses'][number];

const cut = (text: string | undefined, most: number): string => (text ?? '').trim().slice(0, most);
const orNull = (text: string): string | null => text || null;

/** The first word of a name, and the others. */
function splitName(name: string): { firstName: string; lastName: string } {
  const space = name.indexOf(' ');
  return space === -1
    ? { firstName: '', lastName: name }
    : { firstName: name.slice(0, space), lastName: name.slice(space + 1).trim() };
}

/** Whether an address says enough to deliver to. */
export const isComplete = ({ streets, city, countryCode }: SentAddress): boolean =>
  streets.length > 0 && city !== undefined && countryCode !== undefined;

/** An address that a buyer's system sent, for one order alone. It belongs to no one's list, so its id is 0. */
export function toOneTimeAddress(
  sent: SentAddress,
  { country, contactName, createdAt }: { country: { id: number; name: string }; contactName: string; createdAt: Date },
): Address {
  const [name, ...otherNames] = sent.deliverTo;
  const [street, ...otherStreets] = sent.streets;
  return {
    id: 0,
    ...splitName(cut(name ?? contactName, 100)),
    email: orNull(cut(sent.email, 200)),
    company: orNull(cut([sent.name, ...otherNames].filter(Boolean).join(', '), 200)),
    countryId: country.id,
    countryName: country.name,
    stateProvinceId: null,
    stateProvinceName: null,
    county: orNull(cut(sent.state, 100)),
    city: cut(sent.city, 100),
    address1: cut(street, 200),
    address2: orNull(cut(otherStreets.join(', '), 200)),
    zipPostalCode: cut(sent.postcode, 20),
    phoneNumber: orNull(cut(sent.phone, 50)),
    faxNumber: null,
    isDefault: false,
    isReadOnly: true,
    source: 'punchout',
    createdOnUtc: createdAt.toISOString(),
  };
}

/** An address in one line, as findings name it. */
export const describeAddress = (sent: SentAddress): string =>
  [sent.id && `(${sent.id})`, sent.name, ...sent.deliverTo, ...sent.streets, sent.postcode, sent.city, sent.countryCode]
    .filter(Boolean)
    .join(', ')
    .slice(0, 300);

/** Whether two addresses of a document are the same: by their names in the buyer's system, otherwise by what they say. */
export const isSameAddress = (one: SentAddress, other: SentAddress): boolean =>
  one.id !== undefined && other.id !== undefined ? one.id === other.id : describeAddress(one) === describeAddress(other);
