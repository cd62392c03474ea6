/** Bytes of a logo, before it is re-encoded. Apart from the schemas, which pages do not load. */
export const MAX_LOGO_BYTES = 2_000_000;
