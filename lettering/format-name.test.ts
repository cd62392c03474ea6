import { expect, it } from 'vitest';
import { NAME_FORMS } from '#contract/catalogue/customisation/customisation.ts';
import { formatName } from './format-name.ts';

it.each([
  ['Niamh', 'Doyle', ['Niamh', 'Niamh D.', 'N. Doyle', 'Niamh Doyle', 'Doyle']],
  // One name.
  ['', 'Suharto', ['Suharto', 'Suharto', 'Suharto', 'Suharto', 'Suharto']],
  ['Madonna', '', ['Madonna', 'Madonna', 'Madonna', 'Madonna', 'Madonna']],
  ['Madonna', '-', ['Madonna', 'Madonna', 'Madonna', 'Madonna', 'Madonna']],
  ['.', '  ', ['', '', '', '', '']],
  // Particles.
  ['Sanne', 'van der Berg', ['Sanne', 'Sanne B.', 'S. van der Berg', 'Sanne van der Berg', 'van der Berg']],
  ['Dick', 'Van Dyke', ['Dick', 'Dick V.', 'D. Van Dyke', 'Dick Van Dyke', 'Van Dyke']],
  ['Lea', "d'Angelo", ['Lea', 'Lea A.', "L. d'Angelo", "Lea d'Angelo", "d'Angelo"]],
  ['Sinéad', 'O’Brien', ['Sinéad', 'Sinéad O.', 'S. O’Brien', 'Sinéad O’Brien', 'O’Brien']],
  ['Hassan', 'al-Rashid', ['Hassan', 'Hassan R.', 'H. al-Rashid', 'Hassan al-Rashid', 'al-Rashid']],
  // Letter case.
  ['niamh', 'doyle', ['niamh', 'niamh D.', 'N. doyle', 'niamh doyle', 'doyle']],
  ['ßeta', 'ßtraub', ['ßeta', 'ßeta S.', 'S. ßtraub', 'ßeta ßtraub', 'ßtraub']],
  ['IJsbrand', 'ĳzer', ['IJsbrand', 'IJsbrand Ĳ.', 'IJ. ĳzer', 'IJsbrand ĳzer', 'ĳzer']],
  ['ǆemal', 'Ǆaja', ['ǆemal', 'ǆemal ǅ.', 'ǅ. Ǆaja', 'ǆemal Ǆaja', 'Ǆaja']],
  ['E\u0301lise', 'o\u0308zil', ['Élise', 'Élise Ö.', 'É. özil', 'Élise özil', 'özil']],
  // Spaces, signs before the first letter, several first names.
  [' Mary \n Jane ', '(Ash)', ['Mary Jane', 'Mary Jane A.', 'M. (Ash)', 'Mary Jane (Ash)', '(Ash)']],
  ['明', '王', ['明', '明 王.', '明. 王', '明 王', '王']],
])('%j %j', (firstName, lastName, texts) => {
  expect(NAME_FORMS.map((form) => formatName(form, { firstName, lastName }))).toEqual(texts);
});
