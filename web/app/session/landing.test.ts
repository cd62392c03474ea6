import { beforeEach, describe, expect, it, vi } from 'vitest';
import { findLandingPage, NO_LANDING_PAGE_MESSAGE, routeViaTerms } from './landing.ts';
import { clearPostLoginRedirect, consumePostLoginRedirect } from './post-login-redirect.ts';

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
    'is $path for a person with $permission and all lower ones',
    ({ at, path }) => {
      const permissions = order
        .slice(at)
        .map(([permission]) => permission)
        .reverse();
      expect(findLandingPage({ permissions, punchoutOperation: null })).toBe(path);
    },
  );

  it('is the cart for a PunchOut session that edits or inspects it', () => {
    expect(findLandingPage({ permissions: ['AllowDashboard'], punchoutOperation: 'edit' })).toBe('/index/cart');
    expect(findLandingPage({ permissions: [], punchoutOperation: 'inspect' })).toBe('/index/cart');
    expect(findLandingPage({ permissions: ['AllowProducts'], punchoutOperation: 'create' })).toBe('/index/products');
  });

  it('is undefined without a suitable permission', () => {
    expect(findLandingPage({ permissions: ['AllowSomethingElse'], punchoutOperation: null })).toBeUndefined();
  });
});

describe('the route to a screen', () => {
  beforeEach(() => {
    vi.stubGlobal('location', { origin: 'https://uniforms.example' });
    clearPostLoginRedirect();
  });

  it('leads through the preferences while terms must be accepted, and the screen is saved', () => {
    expect(routeViaTerms('/index/orders?page=2', { termsAndConditionsRequired: true })).toBe('/preferences');
    expect(consumePostLoginRedirect()).toBe('/index/orders?page=2');
  });

  it('is direct where no terms are required', () => {
    expect(routeViaTerms('/index/orders?page=2', { termsAndConditionsRequired: false })).toBe('/index/orders?page=2');
    expect(consumePostLoginRedirect()).toBeUndefined();
  });
});

it('the message without a landing page is that of the specification', () => {
  expect(NO_LANDING_PAGE_MESSAGE).toBe('Error no landing page has been set');
});
