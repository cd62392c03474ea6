import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CONNECTION_PROFILES, LIMIT_NAMES } from '#contract/integrations/punchout/connection-values.ts';
import { findLimits, type LimitSettings } from './limits.rules.ts';
import { planReturn, type ReturnableCart, type ReturnableCharge } from './plan-return.rules.ts';
import { explainToShopper, explainToStaff } from './return-faults.rules.ts';
import {
  findProductFaults,
  listCutTexts,
  type ReturnableCartLine,
  type ReturnableProduct,
  type ReturnSettings,
} from './returnable.rules.ts';

const PRODUCT: ReturnableProduct = {
  sku: 'POLO-YEL-L',
  name: 'Polo shirt',
  attributes: ['Yellow', 'L'],
  unitCode: 'EA',
  unspsc: '53101602',
  categoryIds: [5, 2],
  callForPrice: false,
  manufacturer: { partId: 'M-1', name: 'Example Mills' },
  leadDays: 5,
};
const LINE: ReturnableCartLine = {
  ...PRODUCT,
  id: 1,
  quantity: 5,
  unitMinor: 2495,
  taxRate: 0.2,
  designs: ['Left chest: logo Corvane, embroidered'],
  ownPieces: 0,
};
const SET_UP: ReturnableCharge = {
  kind: 'charge',
  name: 'Set-up: logo Corvane, left chest (Polo shirt)',
  designKey: 'd1',
  amountMinor: 2500,
  taxMinor: 500,
};
const DELIVERY: ReturnableCharge = {
  kind: 'delivery',
  name: 'Standard delivery',
  designKey: null,
  amountMinor: 600,
  taxMinor: 120,
};

const unitsOf = ({ limits, protocol }: LimitSettings) =>
  CONNECTION_PROFILES[protocol === 'oci' ? 'oci' : limits === 'sap_srm' ? 'general' : limits].units as ReturnSettings['units'];

const settingsOf = (changed: Partial<ReturnSettings> = {}): ReturnSettings => {
  const { limits = 'general', protocol = 'cxml' } = changed;
  return {
    protocol,
    limits,
    units: unitsOf({ limits, protocol }),
    classifications: [],
    charge: { sku: 'SETUP', classification: '82121500', unit: 'EA' },
    currencyCode: 'GBP',
    taxMode: 'none',
    deliveryMode: 'none',
    ...changed,
  };
};
const cartOf = (...lines: Partial<ReturnableCartLine>[]): ReturnableCart => ({
  currencyCode: 'GBP',
  lines: lines.map((line) => ({ ...LINE, ...line })),
  charges: [],
});
const faultsOf = (changed: Partial<ReturnableProduct>, settings: Partial<ReturnSettings> = {}, priceMinor = 2495) =>
  findProductFaults({ ...PRODUCT, ...changed }, priceMinor, settingsOf(settings)).map(({ kind }) => kind);

it('a line is returned with its decoration in the price, in words, codes and decimal numbers', () => {
  const { lines, total, faults } = planReturn(cartOf({}), settingsOf());

  expect(faults).toEqual([]);
  expect(total).toBe('124.75');
  expect(lines).toEqual([
    {
      kind: 'goods',
      lineId: 1,
      designKey: null,
      sku: 'POLO-YEL-L',
      quantity: 5,
      unitMinor: 2495,
      unitPrice: '24.95',
      shortName: 'Polo shirt, Yellow, L',
      description: 'Polo shirt, Yellow, L. Left chest: logo Corvane, embroidered',
      unitOfMeasure: 'EA',
      classification: '53101602',
      manufacturer: { partId: 'M-1', name: 'Example Mills' },
      leadDays: 5,
    },
  ]);
});

describe('E2: with values one over each limit', () => {
  it.each(LIMIT_NAMES.flatMap((limits) => [[limits, 'cxml'] as const, [limits, 'oci'] as const]))(
    '%s over %s cuts texts and refuses numbers',
    (limits, protocol) => {
      const { partNumber, shortName, description, manufacturerName, manufacturerPartId } = findLimits({ limits, protocol });
      const settings = settingsOf({ limits, protocol, units: unitsOf({ limits, protocol }) });
      const over = (most: number) => 'x'.repeat(most + 1);
      const cut = {
        name: over(description.most),
        attributes: ['Navy', 'XL'],
        manufacturer: { partId: 'M', name: over(manufacturerName.most) },
      };
      const [line] = planReturn(cartOf(cut), settings).lines;

      expect(line?.shortName).toHaveLength(shortName.most);
      expect(line?.shortName).toMatch(/x, Navy, XL$/);
      expect(Buffer.byteLength(line?.description ?? '')).toBe(description.most);
      expect(line?.manufacturer?.name).toHaveLength(manufacturerName.most);
      expect(listCutTexts({ ...PRODUCT, ...cut }, settings).map(({ text }) => text)).toEqual([
        'short name',
        'description',
        'manufacturer',
      ]);

      const long = planReturn(cartOf({ sku: over(partNumber.most) }, { sku: over(partNumber.most - 1) }), settings);
      expect(long.lines.map(({ sku }) => sku.length)).toEqual([partNumber.most]);
      expect(long.faults.map(({ fault }) => fault)).toMatchObject([{ kind: 'longNumber', most: partNumber.most }]);

      const unknown = planReturn(cartOf({ manufacturer: { partId: over(manufacturerPartId.most), name: 'Mills' } }), settings);
      expect(unknown.lines.map(({ manufacturer }) => manufacturer)).toEqual([undefined]);
    },
  );

  it('no part number has a character that Ariba refuses', () => {
    for (const sku of ['A?1', 'A{1', 'A}1', 'A\n1']) expect(faultsOf({ sku })).toEqual(['forbiddenCharacter']);
    expect(faultsOf({ sku: 'A-1/2 (é)' })).toEqual([]);
  });

  it('colour and size outlast a long name, but not at the price of the name', () => {
    const colour = 'Colour of a very long name, lighter below the arm';
    const [line] = planReturn(cartOf({ attributes: [colour, 'L'] }), settingsOf()).lines;

    expect(line?.shortName).toBe('Polo shirt, Colour of a very long name, lighter be');
  });
});

describe('E3: garments, pairs, sets and packs', () => {
  it.each([
    ['ariba', 'cxml', ['EA', 'PR', 'SET', 'PK']],
    ['oracle', 'cxml', ['EACH', 'PR', 'SET', 'PK']],
    ['sap_srm', 'oci', ['PCE', 'PR', 'SET', 'PK']],
  ] as [LimitSettings['limits'], LimitSettings['protocol'], string[]][])(
    'are returned to %s in its codes',
    (limits, protocol, codes) => {
      const cart = cartOf({ unitCode: 'EA' }, { unitCode: 'PR' }, { unitCode: 'SET' }, { unitCode: 'PK' });

      expect(planReturn(cart, settingsOf({ limits, protocol })).lines.map(({ unitOfMeasure }) => unitOfMeasure)).toEqual(codes);
    },
  );

  it('a unit without a code, or with one that loses the line, blocks the return in words', () => {
    const unmapped = planReturn(cartOf({ unitCode: 'PK' }), settingsOf({ units: { piece: 'EA' } }));
    const [found] = unmapped.faults;

    expect(unmapped.lines).toEqual([]);
    expect(found && explainToStaff(found.fault)).toBe(
      'The connection has no code for the unit “pack”. Add the code that the buyer uses.',
    );
    expect(found && explainToShopper(found, 'Corvane')).toBe(
      'Polo shirt, Yellow, L can’t be returned to Corvane because of how it is set up in our catalogue. Remove it to continue, or contact us.',
    );
    expect(faultsOf({}, { protocol: 'oci', units: { piece: 'EA' } })).toEqual(['unsuitableUnit']);
  });
});

describe('E4: amounts', () => {
  /** Exactly, in units of the last of four decimals. */
  const read = (amount: string) => {
    const [, units = '', decimals = ''] = /^(\d+)(?:\.(\d{1,4}))?$/.exec(amount) ?? [];
    return BigInt(`${units}${decimals.padEnd(4, '0')}`);
  };

  it('of 1,000 random carts, unit prices times quantities are the total', () => {
    const line = fc.record({
      unitMinor: fc.integer({ min: 0, max: 99_999_999 }),
      quantity: fc.integer({ min: 1, max: 99_999 }),
      taxRate: fc.constantFrom(0, 0.05, 0.2, 0.0825),
    });
    const charge = fc.record({ amountMinor: fc.integer({ min: 0, max: 100_000 }), taxMinor: fc.nat(20_000) });
    const modes = fc.constantFrom('none', 'header', 'line') as fc.Arbitrary<'none' | 'header' | 'line'>;
    const currency = fc.constantFrom('GBP', 'EUR', 'JPY', 'KWD');
    let carts = 0;
    fc.assert(
      fc.property(
        fc.array(line, { maxLength: 12 }),
        charge,
        charge,
        modes,
        modes,
        currency,
        (lines, setUp, delivery, ...rest) => {
          const [taxMode, deliveryMode, currencyCode] = rest;
          const charges = [
            { ...SET_UP, ...setUp },
            { ...DELIVERY, ...delivery },
          ];
          const plan = planReturn(
            { ...cartOf(...lines), currencyCode, charges },
            settingsOf({ taxMode, deliveryMode, currencyCode }),
          );
          const sum = plan.lines.reduce((all, { unitPrice, quantity }) => all + read(unitPrice) * BigInt(quantity), 0n);

          expect(plan.faults).toEqual([]);
          expect(read(plan.total)).toBe(sum);
          carts++;
        },
      ),
      { numRuns: 1000 },
    );
    expect(carts).toBe(1000);
  });

  it('in a currency without smaller units are rounded by piece, not by line', () => {
    const yen = { ...cartOf({ unitMinor: 104_950, quantity: 3 }), currencyCode: 'JPY' };
    const { lines, total, tax } = planReturn(yen, settingsOf({ currencyCode: 'JPY', taxMode: 'header' }));

    expect([lines[0]?.unitPrice, total, tax?.amount]).toEqual(['1050', '3150', '630']);
  });

  it('beside the goods are returned as the connection says, set-up charges always as lines', () => {
    const cart = { ...cartOf({}), charges: [SET_UP, DELIVERY] };
    const plan = (changed: Partial<ReturnSettings>) => planReturn(cart, settingsOf(changed));
    const kinds = (changed: Partial<ReturnSettings>) => plan(changed).lines.map(({ kind, unitPrice }) => `${kind} ${unitPrice}`);

    expect(kinds({})).toEqual(['goods 24.95', 'charge 25.00']);
    expect(plan({})).toMatchObject({ total: '149.75', shipping: undefined, tax: undefined });
    expect(plan({ taxMode: 'header', deliveryMode: 'header' })).toMatchObject({
      total: '149.75',
      shipping: { amount: '6.00', description: 'Standard delivery' },
      // 24.95 of the goods, 5.00 of the set-up, 1.20 of delivery.
      tax: { amount: '31.15', description: 'Tax 20%' },
    });
    expect(plan({ taxMode: 'header' }).tax?.amount).toBe('29.95');
    expect(kinds({ taxMode: 'line', deliveryMode: 'line' })).toEqual([
      'goods 24.95',
      'charge 25.00',
      'delivery 6.00',
      'tax 31.15',
    ]);
    expect(plan({ taxMode: 'line' }).lines.at(-1)).toMatchObject({
      sku: 'SETUP',
      classification: '82121500',
      unitOfMeasure: 'EA',
      quantity: 1,
    });
    // OCI has no header.
    expect(plan({ protocol: 'oci', taxMode: 'header', deliveryMode: 'header' })).toMatchObject({
      shipping: undefined,
      tax: undefined,
    });
  });

  it('that a connection has no line for block the return', () => {
    const { faults } = planReturn({ ...cartOf({}), charges: [SET_UP] }, settingsOf({ charge: null }));

    expect(faults).toEqual([{ lineId: null, name: SET_UP.name, fault: { kind: 'noChargeLine' } }]);
    expect(planReturn({ ...cartOf({}), charges: [{ ...SET_UP, amountMinor: 0 }] }, settingsOf({ charge: null })).faults).toEqual(
      [],
    );
  });
});

describe('E5: every line has a code of UNSPSC', () => {
  const settings = settingsOf({
    classifications: [
      { categoryId: 2, code: '53100000' },
      { categoryId: 5, code: '46181500' },
    ],
  });
  const codeOf = (changed: Partial<ReturnableCartLine>) => planReturn(cartOf(changed), settings).lines[0]?.classification;

  it('the connection’s for the nearest category, otherwise its own', () => {
    expect(codeOf({})).toBe('46181500');
    expect(codeOf({ categoryIds: [9, 2] })).toBe('53100000');
    expect(codeOf({ categoryIds: [9] })).toBe('53101602');
  });

  it('or it is not returned', () => {
    expect(faultsOf({ unspsc: null })).toEqual(['noClassification']);
    expect(faultsOf({ unspsc: '99999999' })).toEqual(['unknownClassification']);
    expect(faultsOf({ unspsc: null }, { classifications: settings.classifications })).toEqual([]);
  });
});

describe('what the person would have to settle with us is not returned', () => {
  it('products on request, pieces beyond the entitlement, and what costs nothing where that counts as no price', () => {
    const { faults, lines } = planReturn(cartOf({ callForPrice: true }, { id: 2, ownPieces: 1 }, { id: 3 }), settingsOf());

    expect(lines.map(({ lineId }) => lineId)).toEqual([3]);
    expect(faults.map((fault) => explainToShopper(fault, 'Corvane'))).toEqual([
      'Polo shirt, Yellow, L has no fixed price, so it can’t be returned to Corvane. Remove it to continue.',
      'You would pay 1 piece of Polo shirt, Yellow, L yourself, which isn’t possible through Corvane. Reduce the quantity or remove it to continue.',
    ]);
    expect(faultsOf({}, { limits: 'oracle' }, 0)).toEqual(['free']);
    expect(faultsOf({}, { limits: 'ariba' }, 0)).toEqual([]);
  });

  it('nor a cart in another currency', () => {
    const { faults } = planReturn({ ...cartOf({}), currencyCode: 'EUR' }, settingsOf());

    expect(faults.map((fault) => explainToShopper(fault, 'Corvane'))).toEqual([
      'Prices here are in EUR, but Corvane expects GBP. Please contact us before you continue.',
    ]);
  });
});
