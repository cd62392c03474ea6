import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { NAMES_OF_LANGUAGES } from '#api/testing/names-of-languages.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { foldText, toSearchableText } from '#contract/platform/fold-text.ts';

const portal = usePortal();

const letters = (from: number, to: number) => Array.from({ length: to - from }, (_, place) => String.fromCodePoint(from + place));

/** Every letter of the scripts that names are written in, each between two others, so that none is joined with its neighbour. */
const LETTERS = [...letters(0x20, 0x600), ...letters(0x600, 0x780), ...letters(0x1e00, 0x2070), ...letters(0x30_40, 0x31_00)]
  .filter((letter) => /\p{Assigned}/u.test(letter))
  .map((letter) => `a${letter}b`);

it('folds the same in the database and in the browser', async () => {
  // Georgian is not written in capitals, and libraries before Unicode 11 do not know them.
  const toCapitals = (name: string) => (/\p{Script=Georgian}/u.test(name) ? name : name.toUpperCase());
  const texts = [
    ...NAMES_OF_LANGUAGES.flatMap(([, name, typed]) => [name, name.normalize('NFD'), toCapitals(name), typed]),
    ...LETTERS,
  ];
  const { rows } = await sql<{ folded: string; searchable: string }>`
    select fold_text(t.value) as folded, searchable_text(t.value) as searchable
    from unnest(${texts}::text[]) with ordinality as t (value, place) order by t.place`.execute(portal.db);
  expect(new Set(NAMES_OF_LANGUAGES.map(([language]) => language)).size).toBeGreaterThanOrEqual(40);
  expect(rows.map(({ folded }, place) => [texts[place], folded])).toEqual(texts.map((text) => [text, foldText(text)]));
  expect(rows.map(({ searchable }, place) => [texts[place], searchable])).toEqual(
    texts.map((text) => [text, toSearchableText(text)]),
  );
});

it('changes nothing in a text that has been folded', async () => {
  const texts = NAMES_OF_LANGUAGES.map(([, name]) => toSearchableText(name));
  const { rows } = await sql<{ searchable: string }>`
    select searchable_text(t.value) as searchable from unnest(${texts}::text[]) with ordinality as t (value, place) order by t.place`.execute(
    portal.db,
  );
  expect(rows.map(({ searchable }) => searchable)).toEqual(texts);
});
