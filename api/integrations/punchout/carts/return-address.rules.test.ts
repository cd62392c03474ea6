import { describe, expect, it } from 'vitest';
import { checkReturnAddress, type ReturnAddressSettings } from './return-address.rules.ts';

const STRICT: ReturnAddressSettings = { permitsHttp: false, permitsSapevent: false, returnOrigins: ['https://buyer.example'] };
const check = (address: string | undefined, changed: Partial<ReturnAddressSettings> = {}) =>
  checkReturnAddress(address, { ...STRICT, ...changed });
const OPEN = { permitsHttp: true, permitsSapevent: true, returnOrigins: [] };

describe('O5: a return address', () => {
  it.each([
    'javascript:alert(1)',
    'JavaScript://buyer.example/%0aalert(1)',
    ' java\tscript:alert(1)',
    'data:text/html,<form>',
    'vbscript:x',
    'blob:https://buyer.example/1',
    'file:///etc/passwd',
    'ftp://buyer.example/',
    'mailto:a@buyer.example',
  ])('%s is refused, whatever the connection permits', (address) => {
    expect(check(address, OPEN)).toMatchObject({ isAccepted: false, reason: expect.stringContaining('https://') });
  });

  it.each([
    undefined,
    '',
    '  ',
    '/in',
    '//buyer.example/in',
    'buyer.example/in',
    'https://',
    `https://buyer.example/${'x'.repeat(4000)}`,
    `https://${'x'.repeat(300)}.example/`,
  ])('%s is no address', (address) => {
    expect(check(address, OPEN).isAccepted).toBe(false);
  });

  it.each([
    'https://evil.example/in',
    'https://buyer.example.evil.example/',
    'https://buyer.example:8443/in',
    'https://evil.example\\@buyer.example/',
    'https://sub.buyer.example/',
  ])('%s has an origin that is not the connection’s', (address) => {
    expect(check(address)).toMatchObject({ isAccepted: false, reason: expect.stringContaining('Ask the supplier') });
  });

  it('with a user name or password is refused', () => {
    expect(check('https://buyer.example@buyer.example/').isAccepted).toBe(false);
    expect(check('https://user:word@buyer.example/').isAccepted).toBe(false);
  });

  it('of SAPEVENT or http is accepted where the connection permits it', () => {
    expect(check('SAPEVENT:OCI?x=1').isAccepted).toBe(false);
    expect(check('SAPEVENT:OCI?x=1', { permitsSapevent: true })).toEqual({
      isAccepted: true,
      origin: 'sapevent:',
      isLearnt: false,
    });
    expect(check('http://buyer.example/').isAccepted).toBe(false);
    expect(check('http://buyer.example/', { permitsHttp: true }).isAccepted).toBe(false);
    expect(check('http://buyer.example/', { permitsHttp: true, returnOrigins: ['http://buyer.example'] }).isAccepted).toBe(true);
  });

  it('of the connection is accepted, and the first one is learnt', () => {
    expect(check(' https://BUYER.example:443/in?a=1#b ')).toEqual({
      isAccepted: true,
      origin: 'https://buyer.example',
      isLearnt: false,
    });
    expect(check('https://new.example/', { returnOrigins: [] })).toEqual({
      isAccepted: true,
      origin: 'https://new.example',
      isLearnt: true,
    });
  });
});
