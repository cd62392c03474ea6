import { describe, expect, it } from 'vitest';
import { landingFor } from './landing.ts';

const order = [
  ['AllowDashboard', '/index/home'],
  ['AllowAdhocOrder', '/index/adhoc-order'],
  ['AllowAdhocOrderModal', '/index/adhoc-order-modal'],
  ['AllowUniformBuilder', '/index/uniform-builder'],
  ['AllowProducts', '/index/products'],
  ['AllowProductsModal', '/index/products-modal'],
  ['AllowStockEnquiry', '/index/stock'],
] as const;

describe('the landing page', () => {
  it.each(order.map(([permission, path], at) => ({ permission, path, at })))(
    'is $path for whoever holds $permission and what comes after it',
    ({ at, path }) => {
      const permissions = order
        .slice(at)
        .map(([permission]) => permission)
        .reverse();
      expect(landingFor({ permissions, punchoutOperation: null })).toBe(path);
    },
  );

  it('is the cart when a purchasing system sends somebody to edit or inspect one', () => {
    expect(landingFor({ permissions: ['AllowDashboard'], punchoutOperation: 'edit' })).toBe('/index/cart');
    expect(landingFor({ permissions: [], punchoutOperation: 'Inspect' })).toBe('/index/cart');
    expect(landingFor({ permissions: ['AllowProducts'], punchoutOperation: 'create' })).toBe('/index/products');
  });

  it('is nowhere without a permission that leads somewhere', () => {
    expect(landingFor({ permissions: ['AllowSomethingElse'], punchoutOperation: null })).toBeUndefined();
  });
});
