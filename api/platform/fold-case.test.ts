import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { usePortal } from '#api/testing/use-portal.ts';
import { foldCase } from './fold-case.ts';

const portal = usePortal();

it('texts that lower() makes the same are the same', async () => {
  const letters = Array.from({ length: 0x1_10_00 }, (_, code) => String.fromCodePoint(code)).filter(
    (letter) => letter.isWellFormed() && letter !== '\0' && letter.toLowerCase() !== letter,
  );
  const texts = letters.flatMap((letter) => [letter, `A${letter}`, `A${letter}-1`]);
  const { rows } = await sql<{ text: string; folded: string }>`
    select text, lower(text) as folded from unnest(${texts}::text[]) text`.execute(portal.db);
  expect(rows).toHaveLength(texts.length);
  expect(rows.filter(({ text, folded }) => foldCase(text) !== foldCase(folded))).toEqual([]);
});
