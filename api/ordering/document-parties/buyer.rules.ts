/** Who a document is for. The address has no names of people. */
export interface Buyer {
  name: string;
  address: string[];
  vatNumber: string | null;
}

/** What an organisation says about itself as a buyer; an empty address where it has none for invoices. */
export interface BuyingOrganisation {
  buyerName: string;
  buyerVatNumber: string | null;
  buyerAddress: string[];
}

/** The lines of an address of an order. */
export type PostalLines = Readonly<
  Record<'company' | 'address1' | 'address2' | 'city' | 'county' | 'zipPostalCode' | 'countryName', string | null>
>;

/** The buyer: the organisation's own address for invoices, else that of the order, without the name of a person. */
export const toBuyer = (parties: BuyingOrganisation, orderAddress: PostalLines | null): Buyer => ({
  name: parties.buyerName,
  vatNumber: parties.buyerVatNumber,
  address:
    parties.buyerAddress.length > 0 || !orderAddress
      ? parties.buyerAddress
      : [
          orderAddress.company,
          orderAddress.address1,
          orderAddress.address2,
          orderAddress.city,
          orderAddress.county,
          orderAddress.zipPostalCode,
          orderAddress.countryName,
        ].filter((line): line is string => Boolean(line)),
});
