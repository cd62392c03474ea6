import { getSecretPurpose } from '#api/identity/login/confirm-identity.actions.ts';
import type { Vault } from '#api/platform/encryption/vault.ts';
import { brandRows } from './brands.ts';
import { demoOperator } from './demo-logins.ts';
import type { Row } from './insert.ts';

export const OPERATOR_ID = 1;

/** The supplier's operator, who has set up an authenticator app and works for all brands. */
export function operatorRows(passwordHash: string, vault: Vault): [table: string, rows: Row[]][] {
  const { email, name, totpSecret } = demoOperator;
  const sealed = vault.seal(getSecretPurpose({ operatorId: OPERATOR_ID }), totpSecret);
  return [
    ['operator', [{ id: OPERATOR_ID, email, name, password_hash: passwordHash }]],
    ['operator_brand', brandRows.map(({ id }) => ({ operator_id: OPERATOR_ID, brand_id: id }))],
    ['operator_second_factor', [{ operator_id: OPERATOR_ID, sealed_secret: `\\x${sealed.toString('hex')}` }]],
  ];
}
