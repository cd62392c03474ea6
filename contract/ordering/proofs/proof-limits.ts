/** Bytes of the picture of a proof, before it is re-encoded. Apart from the schemas, which pages do not load. */
export const MAX_PROOF_BYTES = 10_000_000;
/** The smallest and the largest width and height of a proof, in millimetres. */
export const PROOF_MM = { min: 1, max: 2000 };
/** The most colours of a proof. */
export const MAX_PROOF_COLOURS = 20;
/** The longest name of a colour, in characters. */
export const MAX_COLOUR_LENGTH = 60;
/** The longest comment of a client. */
export const MAX_PROOF_COMMENT = 1000;
