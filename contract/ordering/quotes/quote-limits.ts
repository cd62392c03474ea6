/** Limits of quotes. Apart from the schemas, which pages do not load. */
export const MAX_QUOTE_ITEMS = 200;
/** Lines of an answer: those of the request, and what the supplier adds. */
export const MAX_ANSWER_ITEMS = 400;
/** Files of one upload, of one request and of one message. */
export const MAX_QUOTE_FILES = 10;
/** Bytes of one such file. */
export const MAX_QUOTE_FILE_BYTES = 10_000_000;
/** Characters of the title. */
export const MAX_QUOTE_TITLE = 200;
/** Characters of a description, a message, notes and terms. */
export const MAX_QUOTE_TEXT = 4000;
/** Characters of a comment on a line, and of its answer. */
export const MAX_QUOTE_COMMENT = 1000;
/** Pieces of a line. */
export const MAX_QUOTE_QUANTITY = 100_000;
/** For how many days prices lead when the supplier says nothing else. */
export const QUOTE_VALID_DAYS = 30;
