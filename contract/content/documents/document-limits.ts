/** Bytes of the file of a document. Apart from the schemas, which pages do not load. */
export const MAX_DOCUMENT_BYTES = 50 * 1024 * 1024;
/** Products that a document names. */
export const MAX_DOCUMENT_PRODUCTS = 500;
/** How many days before a document expires the supplier is told. */
export const EXPIRY_WARNING_DAYS = 30;
