import { describe, expect, it } from 'vitest';
import { isFromTestAccount, listPresentedSecrets } from './identities.rules.ts';

const BUYER = { domain: 'NetworkID', identity: 'AN01' };
const HUB = { domain: 'NetworkID', identity: 'AN99' };
const from = (...sent: { domain: string; identity: string }[]) => sent;
const sender = (identity: string, secret: string | undefined, domain = 'NetworkID') => ({ domain, identity, secret });

describe('the secrets with which a document proves itself', () => {
  const direct = { buyerIdentities: [BUYER], senderIdentities: [] };
  const throughHub = { buyerIdentities: [BUYER], senderIdentities: [HUB] };
  const known = from({ domain: 'networkid', identity: 'AN01' });

  it.each([
    ['of the buyer that sends itself', direct, known, [sender('AN01', 's')], ['s']],
    ['of any of several identities', direct, from({ domain: 'DUNS', identity: '1' }, BUYER), [sender('AN01', 's')], ['s']],
    ['of the test account', direct, from({ ...BUYER, identity: 'AN01-t' }), [sender('AN01-T', 's')], ['s']],
    ['of the network that sends for it', throughHub, known, [sender('AN99', 's')], ['s']],
    ['of a network where the buyer is not checked', { ...throughHub, buyerIdentities: [] }, from(), [sender('AN99', 's')], ['s']],
    ['of several, those that are known', direct, known, [sender('X', 'x'), sender('AN01', 's')], ['s']],
    [
      'none of another buyer behind the same network',
      throughHub,
      from({ ...BUYER, identity: 'AN02' }),
      [sender('AN99', 's')],
      [],
    ],
    ['none of a buyer that passes over its network', throughHub, known, [sender('AN01', 's')], []],
    ['none of another sender', direct, known, [sender('AN02', 's')], []],
    ['none of another domain', direct, known, [sender('AN01', 's', 'DUNS')], []],
    ['none of an identity in another case', direct, from({ ...BUYER, identity: 'an01' }), [sender('AN01', 's')], []],
    ['none where none was sent', direct, known, [sender('AN01', undefined)], []],
  ])('%s', (_name, connection, sentFrom, sentSender, secrets) => {
    expect(listPresentedSecrets(connection, { from: sentFrom, sender: sentSender })).toEqual(secrets);
  });

  it('a document of the test account is a test, unless the connection knows that account by its own name', () => {
    const test = { from: from({ ...BUYER, identity: 'AN01-T' }) };
    expect(isFromTestAccount(direct, test)).toBe(true);
    expect(isFromTestAccount(direct, { from: from(BUYER) })).toBe(false);
    expect(isFromTestAccount({ buyerIdentities: [{ ...BUYER, identity: 'AN01-T' }] }, test)).toBe(false);
    expect(isFromTestAccount(direct, { from: from({ ...BUYER, identity: 'AN02-T' }) })).toBe(false);
  });
});
