/** The encryption purpose of a link's token. It contains the token's hash, so that no other row can hold the ciphertext. */
export const getTokenPurpose = (tokenHash: Buffer): string => `registration-link:${tokenHash.toString('base64url')}`;
