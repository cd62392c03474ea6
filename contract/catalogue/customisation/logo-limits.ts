/** Limits of the upload of logos. Apart from the schemas, which pages do not load. */
export const MAX_PNG_LOGO_BYTES = 10_000_000;
/** Bytes of a logo as SVG. */
export const MAX_SVG_LOGO_BYTES = 2_000_000;
/** Bytes of a file for production. */
export const MAX_PRODUCTION_FILE_BYTES = 25_000_000;
/** Files for production beside one logo. */
export const MAX_PRODUCTION_FILES = 20;
/** Characters of the name of a logo. */
export const MAX_LOGO_NAME = 100;
/** Logos that an organisation has at a time, without archived ones. */
export const MAX_LOGOS = 200;
