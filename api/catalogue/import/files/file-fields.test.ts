import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { SHOPIFY_COLUMNS } from './columns.rules.ts';
import { FILE_FIELDS } from './file-fields.ts';
import { WORKBOOK_HEADINGS } from './workbook-columns.rules.ts';

test('the columns of a product file are those of docs/operations/reference.md', () => {
  const documentation = readFileSync(new URL('../../../../docs/operations/reference.md', import.meta.url), 'utf8');
  const expected = [
    ...Object.entries(FILE_FIELDS).map(([field, { label, headings }]) => `| \`${field}\` | ${label} | ${headings.join(', ')} |`),
    ...Object.values(SHOPIFY_COLUMNS).flatMap(([name, ...others]) =>
      name ? [`| ${name} | ${others.join(', ')} |`.replace('  ', ' ')] : [],
    ),
    ` has ${Object.values(WORKBOOK_HEADINGS).join(', ')}, and up to ten pairs`,
  ];
  expect(expected.filter((text) => !documentation.includes(text))).toEqual([]);
});
