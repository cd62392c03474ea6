import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { anItem, aPerson, aStockedProduct, createCheckoutChoices, fillCart } from '#api/testing/builders.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { CARD_NUMBER_MESSAGE, looksLikeCardNumber } from '#contract/card-numbers.ts';
import { redactSecrets } from '../redact-secrets.ts';

const lines: string[] = [];
const portal = usePortal({ logTo: { write: (line) => lines.push(line) } });
const CARDS = ['4242 4242 4242 4242', '5555-5555-5555-4444', '378282246310005', '6011.1111.1111.1117'];

describe('the number of a card', () => {
  it('is refused in words wherever someone writes freely, and is found nowhere afterwards', async () => {
    const shirt = await aStockedProduct(portal.db, { stock: [50] });
    const { email } = await aPerson(portal.db, { role: 'Buyer' });
    const [client, operator] = [await portal.as(email), await portal.asOperator()];
    for (const card of CARDS) {
      await fillCart(client, anItem(shirt, 1));
      const checkout = { ...(await createCheckoutChoices(portal.db, client)), comments: `Please charge ${card}` };
      const answers = [
        await client.post('/api/checkoutsummary', { checkout }),
        await client.post('/api/setpaymentform', { checkout }),
        await client.post('/api/orders/approvereject', { id: 1, action: 'reject', rejectReason: card }),
        await client.post('/api/orders/1/cancel', { cancellation: { reason: card } }),
        await client.post('/api/quote', { quote: { title: card, description: card, items: [] } }),
        await operator.post('/api/operator/cardpayments/1/refund', { amount: 1, reason: card, key: 'x' }),
        await operator.post('/api/operator/payments/1/reverse', { reason: card }),
        // Numbers that look like one by chance are accepted here.
        await client.get(`/api/orders?searchTerm=${encodeURIComponent(card)}`),
      ];
      expect(answers.map(({ status }) => status)).toEqual([422, 422, 422, 422, 422, 422, 422, 200]);
      for (const { errors } of answers.slice(0, 1)) expect(JSON.stringify(errors)).toContain(CARD_NUMBER_MESSAGE);
    }
    expect((await client.post('/api/checkoutsummary', { checkout: { poNumber: '4242424242424242' } })).status).toBe(200);
    await sql`update cart set po_number = null`.execute(portal.db);

    const tables = await sql<{ name: string }>`
      select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(
      portal.db,
    );
    const found: string[] = [];
    for (const { name } of tables.rows) {
      const { rows } = await sql<{
        text: string;
      }>`select t::text as text from ${sql.table(name)} t where t::text ~ '[2-6][0-9 .-]{12,}'`.execute(portal.db);
      // Keys and pictures of the catalogue have long numbers by chance; those of the cards that were entered are looked for everywhere.
      for (const { text } of rows)
        for (const card of CARDS)
          if (text.replaceAll(/[ .-]/g, '').includes(card.replaceAll(/[ .-]/g, ''))) found.push(`${name}: ${text}`);
    }
    expect(found).toEqual([]);
    expect(lines.length).toBeGreaterThan(0);
    expect(lines.filter((line) => looksLikeCardNumber(line.replaceAll('%20', ' ')))).toEqual([]);
  });

  it('is left out of logs, which stay JSON', () => {
    for (const card of CARDS) {
      const line = JSON.stringify({
        url: `/api/orders?q=${encodeURIComponent(card)}`,
        text: `paid with ${card}.`,
        number: 4242424242424242,
      });
      const redacted = redactSecrets(line);
      expect(JSON.parse(redacted)).toMatchObject({ text: expect.stringContaining('[redacted]'), number: '[redacted]' });
      expect(looksLikeCardNumber(decodeURIComponent(redacted))).toBe(false);
    }
    const plain = '{"time":1764537459123,"reqId":"a-1","ms":12.5}';
    expect(redactSecrets(plain)).toBe(plain);
  });
});
