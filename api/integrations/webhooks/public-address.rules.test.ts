import { expect, it } from 'vitest';
import { isPermittedAddress } from './public-address.rules.ts';

const isPublic = (address: string) => isPermittedAddress(address, { allowsPrivate: false });
const isOwn = (address: string) => isPermittedAddress(address, { allowsPrivate: true });

it.each(['8.8.8.8', '93.184.216.34', '172.15.0.1', '172.32.0.1', '2606:4700::1111', '2a00:1450:4009::200e', '::ffff:8.8.8.8'])(
  '%s is public',
  (address) => {
    expect([isPublic(address), isOwn(address)]).toEqual([true, true]);
  },
);

it.each([
  ['loopback', '127.0.0.1'],
  ['loopback', '127.255.255.254'],
  ['loopback', '::1'],
  ['private', '10.0.0.1'],
  ['private', '172.16.0.1'],
  ['private', '172.31.255.255'],
  ['private', '192.168.1.1'],
  ['carrier-grade NAT', '100.64.0.1'],
  ['carrier-grade NAT', '100.127.255.255'],
  ['unique local', 'fc00::1'],
  ['unique local, with the metadata service of a cloud', 'fd00:ec2::254'],
  ['IPv4 in IPv6', '::ffff:127.0.0.1'],
  ['IPv4 in IPv6', '::ffff:a00:1'],
])('%s address %s is permitted only where private addresses are', (_range, address) => {
  expect([isPublic(address), isOwn(address)]).toEqual([false, true]);
});

it.each([
  ['link-local, with the metadata service of clouds', '169.254.169.254'],
  ['the same in IPv6', '::ffff:169.254.169.254'],
  ['link-local', 'fe80::1'],
  ['site-local', 'fec0::1'],
  ['unspecified', '0.0.0.0'],
  ['unspecified', '::'],
  ['this network', '0.1.2.3'],
  ['documentation', '192.0.2.1'],
  ['documentation', '2001:db8::1'],
  ['benchmarking', '198.18.0.1'],
  ['protocol assignments', '192.0.0.8'],
  ['6to4 relay', '192.88.99.1'],
  ['multicast', '224.0.0.1'],
  ['multicast', 'ff02::1'],
  ['reserved', '240.0.0.1'],
  ['broadcast', '255.255.255.255'],
  ['IPv4-compatible', '::7f00:1'],
  ['IPv4-translated', '::ffff:0:7f00:1'],
  ['NAT64', '64:ff9b::a00:1'],
  ['local NAT64', '64:ff9b:1::a00:1'],
  ['6to4', '2002:7f00:1::'],
  ['Teredo', '2001:0:4136:e378::'],
  ['discard', '100::1'],
  ['not an address', 'localhost'],
  ['not an address', ''],
])('%s: %s is never permitted', (_range, address) => {
  expect([isPublic(address), isOwn(address)]).toEqual([false, false]);
});
