import { afterAll, beforeAll } from 'vitest';
import { createTestPaymentProvider, type TestPaymentProvider } from './payment-provider.ts';
import type { TestPortal } from './portal.ts';

/** The payment provider of a test portal's brand (Corvane's unless given), for the tests of one file. Call it below `usePortal`. */
export function usePaymentProvider(
  portal: TestPortal,
  options: Parameters<typeof createTestPaymentProvider>[1] = {},
): TestPaymentProvider {
  const provider = {} as TestPaymentProvider;
  beforeAll(async () => {
    Object.assign(provider, await createTestPaymentProvider(portal, options));
  });
  afterAll(() => provider.close?.());
  return provider;
}
