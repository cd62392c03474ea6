import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { createReply } from '#web/testing/example-reply.ts';
import { renderPage } from '#web/testing/render-page.tsx';
import { useStubbedApi } from '#web/testing/stubbed-api.ts';
import { CheckoutSummary } from './checkout/checkout-summary.tsx';
import { mayComeTooLate } from './last-day.ts';

describe('an order before the last day of work', () => {
  const summary = (transitDays: number | null, requiresApproval = false) =>
    createReply('POST /api/checkoutsummary', { requiresApproval, shippingOption: { transitDays } });
  const MONDAY = '2026-11-30';

  it.each([
    // Sent on Tuesday, it comes on Thursday.
    [summary(2), '2026-12-02', true],
    [summary(2), '2026-12-03', true],
    [summary(2), '2026-12-04', false],
    // Saturday and Sunday do not count: it comes on the Monday after.
    [summary(4), '2026-12-06', true],
    [summary(4), '2026-12-08', false],
    [summary(null), '2026-12-04', true],
    [summary(2, true), '2026-12-09', true],
    [summary(2, true), '2027-01-15', false],
    [summary(0), '2026-11-30', true],
  ])('may come too late, by its delivery and approval (%#)', (order, lastDay, expected) => {
    expect(mayComeTooLate(order, lastDay, MONDAY)).toBe(expected);
  });
});

describe('the summary of an order', () => {
  useStubbedApi();
  const open = (endDateUtc: string | null) =>
    renderPage(
      <CheckoutSummary
        summary={createReply('POST /api/checkoutsummary', { shippingOption: { transitDays: 2 } })}
        previousSummary={undefined}
        busy={false}
        placing={false}
        onPlace={() => {}}
      />,
      { caller: { endDateUtc } },
    );

  it('says so to someone whose last day is near, and to no one else', () => {
    const today = new Date().toISOString();
    const page = open(today);
    screen.getByText(/^Your last day of work is .*\. This order may come too late\.$/);
    page.unmount();
    open(null).unmount();
    open('2199-01-01T00:00:00Z');
    expect(screen.queryByText(/too late/)).toBeNull();
  });
});
