import { expect, it } from 'vitest';
import { useBuyerAndShirt } from '#api/testing/buyer-and-shirt.ts';
import { untilSomeoneWaits } from '#api/testing/lock-waits.ts';
import { acceptQuote, anAnsweredQuote, sendAnswer } from '#api/testing/quotes.ts';
import { type StatementFault, unlockedQuotes } from '#api/testing/statement-faults.ts';
import { usePortal } from '#api/testing/use-portal.ts';

const portal = usePortal();
const given = useBuyerAndShirt(portal, [50]);

/** Accepts a quote at 7.50, while an answer with 9.00 is sent as soon as the quote has been read, and returns the price in the cart. */
async function acceptWhileRevised(faults: StatementFault[]) {
  const at = (unitMinor: number) => [{ product: given.shirt, quantity: 10, unitMinor }];
  const quote = await anAnsweredQuote(portal.db, given.buyer.customerId, at(750));
  let sending: Promise<unknown> | undefined;
  const reviseMeanwhile: StatementFault = {
    statement: /from quote q\s+join organisation g/,
    afterwards: async () => {
      if (sending) return;
      sending = sendAnswer(portal.db, quote, at(900));
      await Promise.race([sending, untilSomeoneWaits(portal.db)]);
    },
  };
  const server = await portal.openSecondServer({ faults: [...faults, reviseMeanwhile] });
  const { status, body } = await acceptQuote(server.withSession(given.buyer), quote, { version: 1 });
  await sending;
  await server.close();
  return [status, body.items?.[0]?.unitPriceExclTax];
}

it('is accepted at the price that was seen: a newer answer waits', async () => {
  expect(await acceptWhileRevised([])).toEqual([200, 7.5]);
});

it('is found out when quotes are not locked', async () => {
  expect(await acceptWhileRevised([unlockedQuotes])).not.toEqual([200, 7.5]);
});
