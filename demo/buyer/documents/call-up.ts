import type { SupplierConnection } from '../connection.ts';

/** What a call-up of OCI asks for besides shopping. */
export type CallUpFunction =
  | { name: 'DETAIL'; productId: string }
  | { name: 'VALIDATE'; productId: string; quantity: string }
  | { name: 'BACKGROUND_SEARCH'; searchText: string }
  | { name: 'SOURCING' };

/** A form by which the user's browser goes to the shop. */
export interface CallUpForm {
  action: string;
  fields: readonly (readonly [name: string, value: string])[];
}

function listFunctionFields(asked: CallUpFunction | undefined): (readonly [string, string])[] {
  if (!asked) return [];
  const fields: (readonly [string, string])[] = [['FUNCTION', asked.name]];
  if ('productId' in asked) fields.push(['PRODUCTID', asked.productId]);
  if ('quantity' in asked) fields.push(['QUANTITY', asked.quantity]);
  if ('searchText' in asked) fields.push(['SEARCHSTRING', asked.searchText]);
  return fields;
}

/** The call-up of SAP SRM. The hook has parameters, which come back as fields of the form. */
export const writeCallUp = (
  { ociUrl, oci }: SupplierConnection,
  { hookUrl, charset, asked }: { hookUrl: string; charset: string; asked?: CallUpFunction | undefined },
): CallUpForm => ({
  action: ociUrl,
  fields: [
    ['USERNAME', oci.userName],
    ['PASSWORD', oci.password],
    ...listFunctionFields(asked),
    ['~OkCode', 'ADDI'],
    ['~CALLER', 'CTLG'],
    ['OCI_VERSION', '4.0'],
    ['http_content_charset', charset],
    ['returntarget', '_self'],
    ['HOOK_URL', hookUrl],
  ],
});
