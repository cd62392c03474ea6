import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { signBody } from './signature.rules.ts';

/** HMAC-SHA256 as RFC 2104 defines it, from SHA-256 alone. */
function hmac(secret: string, text: string): string {
  const sha256 = (...parts: Buffer[]) => createHash('sha256').update(Buffer.concat(parts)).digest();
  const key = Buffer.alloc(64);
  Buffer.from(secret).copy(key);
  const inner = sha256(key.map((byte) => byte ^ 0x36) as Buffer, Buffer.from(text));
  return sha256(key.map((byte) => byte ^ 0x5c) as Buffer, inner).toString('hex');
}

it('signs the time and the body', () => {
  const body = '{"id":"1","type":"order.placed","text":"Zoë"}';

  expect(signBody(['whsec_new'], 1_795_000_000, body)).toBe(`t=1795000000,v1=${hmac('whsec_new', `1795000000.${body}`)}`);
});

it('signs with both secrets while one replaces the other', () => {
  expect(signBody(['new', 'old'], 7, '{}')).toBe(`t=7,v1=${hmac('new', '7.{}')},v1=${hmac('old', '7.{}')}`);
});

it('gives the value that RFC 4231 does for its second test case', () => {
  expect(hmac('Jefe', 'what do ya want for nothing?')).toBe('5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843');
});
