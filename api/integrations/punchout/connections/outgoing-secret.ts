/** The encryption purpose of the secret of documents that the portal sends for a connection, so that no other row can hold the ciphertext. */
export const getOutgoingSecretPurpose = (connectionId: number): string => `punchout-outgoing-secret:${connectionId}`;
