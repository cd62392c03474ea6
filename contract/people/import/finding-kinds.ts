/**
 * What an import finds out about whom a row is about, and writes only where someone confirms it: a new employee number for a known email
 * address and name, a new email address or surname for a known number, another first name and surname for a known number or address, and an
 * address that went from a leaver to a successor.
 */
export const IMPORT_FINDINGS = ['newNumber', 'newEmail', 'newSurname', 'newName', 'successor'] as const;

/** One of `IMPORT_FINDINGS`. */
export type ImportFinding = (typeof IMPORT_FINDINGS)[number];
