import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { toNetworkPrefix, toSitePrefix } from './rate-limit.ts';

describe('the network of an address', () => {
  test.each([
    ['203.0.113.7', '203.0.113'],
    ['::ffff:203.0.113.7', '203.0.113'],
    ['::FFFF:203.0.113.7', '203.0.113'],
    ['::ffff:cb00:7107', '203.0.113'],
    ['0:0:0:0:0:ffff:203.0.113.7', '203.0.113'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:0DB8:0001:0002::', '2001:db8:1:2'],
    ['2001:db8::1', '2001:db8:0:0'],
    ['2001:db8::1:2:3:4', '2001:db8:0:0'],
    ['2001:db8::3:4:5:6', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
    ['::', '0:0:0:0'],
    ['1::', '1:0:0:0'],
    ['fe80::1%eth0', 'fe80:0:0:0'],
    ['64:ff9b::203.0.113.7', '64:ff9b:0:0'],
    ['unknown', 'unknown'],
    ['', ''],
  ])('%s is in %s', (address, network) => {
    expect(toNetworkPrefix(address)).toBe(network);
  });

  it('is the same for every notation, and for every address in it', () => {
    const group = fc.oneof(fc.constant(0), fc.nat(0xffff));
    fc.assert(
      fc.property(fc.array(group, { minLength: 8, maxLength: 8 }), group, (groups, other) => {
        fc.pre(groups[0] !== 0);
        const full = groups.map((value) => value.toString(16).padStart(4, '0')).join(':');
        const short = new URL(`http://[${full}]`).hostname.slice(1, -1);
        const neighbour = [...groups.slice(0, 7), other].map((value) => value.toString(16)).join(':');
        const network = groups.slice(0, 4).map((value) => value.toString(16));

        expect([full, short, neighbour].map(toNetworkPrefix)).toEqual(new Array(3).fill(network.join(':')));
      }),
    );
  });
});

test('the site of an IPv6 network is its /48; an IPv4 network has none', () => {
  expect(['2001:db8:1:2:3:4:5:6', '2001:db8::1', '203.0.113.7'].map(toNetworkPrefix).map(toSitePrefix)).toEqual([
    '2001:db8:1',
    '2001:db8:0',
    undefined,
  ]);
});
