import { randomBytes } from 'node:crypto';
import type { Vault } from '#api/platform/encryption/vault.ts';

/** The purpose that an endpoint's secrets are sealed for, so that they cannot be opened from another row. */
const getSealPurpose = (endpointId: number) => `webhook:${endpointId}`;

/** A new secret for signing requests to an endpoint, as text and encrypted. */
export function issueSecret(vault: Vault, endpointId: number): { secret: string; sealed: Buffer } {
  const secret = `whsec_${randomBytes(32).toString('base64url')}`;
  return { secret, sealed: vault.seal(getSealPurpose(endpointId), secret) };
}

/** The secret of an endpoint that was sealed. */
export const openSecret = (vault: Vault, endpointId: number, sealed: Buffer): string =>
  vault.open(getSealPurpose(endpointId), sealed);
