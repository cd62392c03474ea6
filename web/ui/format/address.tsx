import css from './address.module.css';

/** The displayed fields of an address, of any kind. */
export interface PostalAddress {
  firstName: string;
  lastName: string;
  company: string | null;
  address1: string;
  address2: string | null;
  city: string;
  county: string | null;
  stateProvinceName: string | null;
  zipPostalCode: string;
  countryName: string;
  phoneNumber?: string | null;
}

/** The lines of an address as on a parcel label; empty and repeated lines are omitted. */
export function addressLines(address: PostalAddress): string[] {
  const lines = [
    [address.firstName, address.lastName].filter(Boolean).join(' '),
    address.company,
    address.address1,
    address.address2,
    address.city,
    address.county,
    [address.stateProvinceName, address.zipPostalCode].filter(Boolean).join(' '),
    address.countryName,
  ];
  return [...new Set(lines.map((line) => line?.trim()).filter((line): line is string => Boolean(line)))];
}

/** An address in one line: "Ana Nowak, Lakeside Lodge, Keswick, CA12 5DJ". */
export const formatShortAddress = ({ firstName, lastName, company, address1, city, zipPostalCode }: PostalAddress) =>
  [...new Set([[firstName, lastName].filter(Boolean).join(' '), company, address1, city, zipPostalCode].filter(Boolean))].join(
    ', ',
  );

/** An address over several lines, with the phone number. */
export const AddressText = ({ address }: { address: PostalAddress }) => (
  <address className={css.address}>
    {addressLines(address).map((line) => (
      <span key={line}>{line}</span>
    ))}
    {address.phoneNumber && <span>{address.phoneNumber}</span>}
  </address>
);
