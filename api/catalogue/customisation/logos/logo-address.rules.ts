/** Where the pictures of logos are served. */
const PICTURES = '/api/customisationlogos/pictures/';

/** The address of the picture of a logo, by the `storage_key` of its file. Anyone who knows it sees the picture; it cannot be guessed. */
export const formatLogoAddress = (storageKey: string): string => PICTURES + storageKey;
