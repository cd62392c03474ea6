/** What the token of a registration link is sealed for: its own row, so that no other one can carry it. */
export const getTokenPurpose = (tokenHash: Buffer): string => `registration-link:${tokenHash.toString('base64url')}`;
