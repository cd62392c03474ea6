import { brotliDecompressSync } from 'node:zlib';
import { sql } from 'kysely';
import { Client } from 'pg';
import { expect, it } from 'vitest';
import { usePortal } from '#api/testing/use-portal.ts';
import { addBenchProducts } from '#bench/bench-products.ts';

const portal = usePortal();
it('measures', async () => {
  const client = new Client(portal.ownerUrl);
  await client.connect();
  await addBenchProducts(client as never, { count: 120, colours: 4, sizes: 10 });
  await sql`update product_organisation set published = false where organisation_id = 1 and product_id not in (select id from product where handle like 'bench-%')`.execute(
    portal.db,
  );
  await sql`select refresh_listing(array[1::bigint], null)`.execute(portal.db);
  await client.query('analyze');
  await client.end();
  const buyer = await portal.as('buyer@meridian.example');
  for (let round = 0; round < 8; round += 1) {
    if (round % 2 === 0)
      await sql`update stock_level set version = version + 1 where product_id in (select id from product where handle like 'bench-%')`.execute(
        portal.db,
      );
    const started = performance.now();
    const answer = await portal.app.inject({
      url: '/api/organisation/getadhocproductlist/',
      headers: { ...buyer.headers, 'accept-encoding': 'br' },
    });
    const ms = performance.now() - started;
    const plain = brotliDecompressSync(answer.rawPayload);
    const { products } = JSON.parse(String(plain));
    console.log(
      round,
      Math.round(ms),
      'ms',
      answer.rawPayload.length,
      plain.length,
      products.length,
      products.reduce(
        (n: number, p: { productAttributeCombinations: unknown[] }) => n + p.productAttributeCombinations.length,
        0,
      ),
    );
    expect(answer.statusCode).toBe(200);
  }
}, 200_000);
