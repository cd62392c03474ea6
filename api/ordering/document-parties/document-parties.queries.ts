import { sql } from 'kysely';
import type { Db } from '#api/platform/db/database.ts';
import type { BuyingOrganisation } from './buyer.rules.ts';

/** The seller's legal facts, as a document states them. */
export interface Seller {
  name: string;
  address: string[];
  companyNumber: string | null;
  vatNumber: string;
  bankName: string | null;
  bankIban: string | null;
  bankBic: string | null;
  paymentTermDays: number;
  documentPrefix: string;
}

/** What a document needs of an organisation and its brand. */
export interface InvoiceParties extends BuyingOrganisation {
  brandId: number;
  /** IANA name. */
  timeZone: string;
  /** Null: the brand has no legal facts yet, and nothing can be invoiced. */
  seller: Seller | null;
}

/** The organisation's address for invoices, line by line, as JSON. */
const organisationAddress = sql`(
  select to_json(array_remove(array[nullif(a.company, o.name), a.address1, nullif(a.address2, ''), a.city, nullif(a.county, ''), nullif(a.zip_postal_code, ''), n.name], null))
  from address a join country n on n.id = a.country_id
  where a.organisation_id = o.id and a.customer_id is null and a.resort_id is null and a.for_billing and a.deleted_at is null
  order by a.is_default desc, a.id limit 1)`;

/** Reads an organisation and its brand as the parties of a document. */
export async function readInvoiceParties(db: Db, organisationId: number): Promise<InvoiceParties> {
  const { rows } = await sql<InvoiceParties>`
    select o.brand_id as "brandId", o.time_zone as "timeZone", o.name as "buyerName", o.vat_number as "buyerVatNumber",
      coalesce(${organisationAddress}, '[]') as "buyerAddress",
      case when b.legal_name is not null then json_build_object('name', b.legal_name, 'address', b.legal_address, 'companyNumber', b.company_number,
        'vatNumber', b.vat_number, 'bankName', b.bank_name, 'bankIban', b.bank_iban, 'bankBic', b.bank_bic, 'paymentTermDays', coalesce(o.payment_term_days, b.payment_term_days),
        'documentPrefix', b.document_prefix) end as seller
    from organisation o join brand b on b.id = o.brand_id where o.id = ${organisationId}`.execute(db);
  return rows[0] as InvoiceParties;
}
