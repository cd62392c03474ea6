import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { usePortal } from '#api/testing/use-portal.ts';
import { foldSku } from './fold-sku.rules.ts';

const portal = usePortal();

it('SKUs that the index takes for the same are the same', async () => {
  const letters = Array.from({ length: 0x1_10_00 }, (_, code) => String.fromCodePoint(code)).filter(
    (letter) => letter.isWellFormed() && letter !== '\0' && letter.toLowerCase() !== letter,
  );
  const skus = letters.flatMap((letter) => [letter, `A${letter}`, `A${letter}-1`]);
  const { rows } = await sql<{ sku: string; folded: string }>`
    select sku, lower(sku) as folded from unnest(${skus}::text[]) sku`.execute(portal.db);
  expect(rows).toHaveLength(skus.length);
  expect(rows.filter(({ sku, folded }) => foldSku(sku) !== foldSku(folded))).toEqual([]);
});
