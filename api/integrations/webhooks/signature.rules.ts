import { createHmac } from 'node:crypto';

/**
 * The value of `Livery-Signature`: `t=<seconds since 1970>,v1=<hex>`, with one `v1` for each secret. Each is HMAC-SHA256 with the secret over
 * `<t>.<body>`.
 */
export function signBody(secrets: readonly string[], seconds: number, body: string): string {
  const signatures = secrets.map((secret) => createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex'));
  return [`t=${seconds}`, ...signatures.map((signature) => `v1=${signature}`)].join(',');
}
