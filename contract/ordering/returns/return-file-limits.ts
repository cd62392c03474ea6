/** Files that one request for a return may have, and that one upload may contain. Apart from the schemas, which pages do not load. */
export const MAX_RETURN_FILES = 10;
/** Bytes of one such file. */
export const MAX_RETURN_FILE_BYTES = 10_000_000;
