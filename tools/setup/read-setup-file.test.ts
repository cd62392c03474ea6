import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkSetup } from './check-setup.ts';
import { EXAMPLE } from './example.ts';
import { SetupError } from './problems.ts';
import { checkSetupShape, parseSetupText, readSetupFile } from './read-setup-file.ts';
import { createFirstSeason } from './save-organisation.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'livery-setup-file-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const example = () => parseSetupText(EXAMPLE, 'example') as ReturnType<typeof checkSetupShape>;

/** The problems of the example with changes, by path. */
function problemsOf(change: (setup: ReturnType<typeof example>) => void): Record<string, string> {
  const setup = example();
  change(setup);
  try {
    checkSetup(checkSetupShape(setup));
    return {};
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    return Object.fromEntries(error.problems);
  }
}

describe('a setup file', () => {
  it('may be the example, also with every field that is commented out there', () => {
    expect(problemsOf(() => {})).toEqual({});
    const complete = EXAMPLE.replaceAll(/\/\/ (?="(?!company": the))/g, '')
      .replaceAll(/\/\/ [^"\n]*$/gm, '')
      .replaceAll(/(["\d\]}el])\s*(?=\n\s*")/g, '$1,');
    const setup = checkSetupShape(parseSetupText(complete, 'example'));
    expect(setup.organisation).toMatchObject({
      currency: 'GBP',
      taxPercent: 20,
      season: { startsOn: '2026-01-01' },
      returnDays: 365,
    });
    expect(setup.products).toEqual({ file: 'products.csv', pictures: 'pictures' });
  });

  it('names every field that is unknown, missing or of the wrong kind, with its path', () => {
    const problems = problemsOf((setup) => {
      Object.assign(setup.organisation, { nmae: 'x', taxPercent: '20' });
      Object.assign(setup.shippingOptions?.[1] ?? {}, { price: -1 });
      Object.assign(setup.organisation.destinations?.[0]?.address ?? {}, { street: 'x', country: 'UK1' });
      delete (setup as Partial<typeof setup>).operator;
    });
    expect(Object.keys(problems).toSorted()).toEqual([
      'operator',
      'organisation.destinations[0].address.country',
      'organisation.destinations[0].address.street',
      'organisation.nmae',
      'organisation.taxPercent',
      'shippingOptions[1].price',
    ]);
    expect(problems['organisation.nmae']).toMatch(/^There is no such field/);
  });

  it('is checked for what its fields mean', () => {
    expect(
      problemsOf((setup) => {
        setup.brand.url = 'https://uniforms.example/portal';
        setup.brand.hosts = ['ok.example', 'https://no.example'];
        setup.operator.email = 'olive@';
        setup.organisation.currency = 'XQQ';
        setup.organisation.timeZone = 'Europe/Bristol';
        setup.organisation.creditLimit = 10.005;
        setup.organisation.season = { name: 'S', startsOn: '2026-02-30', endsOn: '2026-01-01' };
        setup.shippingOptions?.push(
          { name: 'Standard delivery', price: 1, openingHours: 'At noon' },
          { name: 'Shop', price: 1, kind: 'collected' },
        );
        setup.products = { file: '/nowhere/products.csv' };
      }),
    ).toEqual({
      'brand.url': 'The URL must be the address of the portal without a path, such as https://uniforms.example.com.',
      'brand.hosts[1]': 'A host must be a name without port and path, such as uniforms.example.com.',
      'operator.email': 'Email is not valid.',
      'organisation.currency': 'There is no currency XQQ.',
      'organisation.timeZone': 'There is no time zone "Europe/Bristol". Use an IANA name such as Europe/London.',
      'organisation.creditLimit': 'The amount must have at most two decimals.',
      'organisation.season.startsOn': '2026-02-30 is not a day.',
      'organisation.season.endsOn': 'The last day must not be before the first.',
      'shippingOptions[3].name': 'There are two with the name "Standard delivery".',
      'shippingOptions[3].openingHours': 'Only an option of the kind collected has a place and opening hours.',
      'shippingOptions[4].collectFrom': 'Please enter where it is collected.',
      'products.file': 'There is no file /nowhere/products.csv.',
    });
  });

  it('says in which line it is not JSON, and what it should be', async () => {
    const path = join(folder, 'broken.json');
    await writeFile(path, '{\n  "brand": {\n    "theme": "alder" "company": "A"\n  }\n}');
    expect(() => readSetupFile(path)).toThrow(`${path} is not valid JSON: line 3, comma expected.`);
    await writeFile(path, '[]');
    expect(() => readSetupFile(path)).toThrow(/file: The file must contain one object/);
    expect(() => readSetupFile(join(folder, 'none.json'))).toThrow(/^The file .*none\.json cannot be read: ENOENT/);
  });

  it('names product files relative to its own folder', async () => {
    const path = join(folder, 'setup.json');
    await writeFile(path, JSON.stringify({ ...example(), products: { file: 'a.csv', pictures: '../p' } }));
    expect(readSetupFile(path).products).toEqual({ file: join(folder, 'a.csv'), pictures: join(folder, '../p') });
  });
});

it.each([
  ['2026-11-27', { name: 'Season 2026/27', startsOn: '2026-11-01', endsOn: '2027-10-31' }],
  ['2028-01-31', { name: 'Season 2028', startsOn: '2028-01-01', endsOn: '2028-12-31' }],
  ['2027-03-01', { name: 'Season 2027/28', startsOn: '2027-03-01', endsOn: '2028-02-29' }],
])('the first season of an organisation that is added on %s has twelve months', (today, season) => {
  expect(createFirstSeason(today)).toEqual(season);
});
