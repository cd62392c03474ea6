import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DTD_VERSIONS, findDtdFaults } from '../cxml/dtds.ts';
import { createPayloadId } from '../cxml/write-envelope.rules.ts';
import { writeSentDocument } from '../cxml/write-sent-document.rules.ts';
import { readXmlDocument } from '../xml/read-xml.ts';
import { findChild, listChildren } from '../xml/xml-element.ts';
import { type ConfirmableLine, type OrderedByBuyer, planConfirmation } from './plan-confirmation.rules.ts';

const LINE: ConfirmableLine = {
  lineNumber: 1,
  quantity: 5,
  unitOfMeasure: 'EA',
  orderedPriceMinor: 2495,
  unitPriceMinor: 2495,
  requestedOn: undefined,
  cancelledQuantity: 0,
  cancelReason: undefined,
  backorderedQuantity: 0,
  backorderedUntil: undefined,
  shipsOn: undefined,
  arrivesOn: undefined,
};
const order = (...lines: Partial<ConfirmableLine>[]): OrderedByBuyer => ({
  rejectedFor: undefined,
  lines: lines.map((line, place) => ({ ...LINE, lineNumber: place + 1, ...line })),
});

describe('what is true of an order is confirmed', () => {
  it.each<[string, OrderedByBuyer, object]>([
    ['accepted whole, without a word about its lines', order({}, {}), { type: 'accept', lines: [] }],
    [
      'accepted whole, with the days that are known and that the buyer did not ask for',
      order({ shipsOn: '2026-12-01', arrivesOn: '2026-12-03', requestedOn: '2026-12-03' }, {}),
      { type: 'accept', lines: [{ lineNumber: 1, portions: [{ type: 'accept', shipsOn: '2026-12-01', arrivesOn: undefined }] }] },
    ],
    [
      'later than the buyer asked for',
      order({ arrivesOn: '2026-12-04', requestedOn: '2026-12-03' }, {}),
      {
        type: 'except',
        totalMinor: undefined,
        lines: [{ lineNumber: 1, portions: [{ type: 'detail', arrivesOn: '2026-12-04' }] }],
      },
    ],
    ['sooner than the buyer asked for', order({ arrivesOn: '2026-12-02', requestedOn: '2026-12-03' }), { type: 'accept' }],
    [
      'at another price',
      order({}, { unitPriceMinor: 2600 }),
      {
        type: 'except',
        totalMinor: 5 * 2495 + 5 * 2600,
        lines: [{ lineNumber: 2, portions: [{ type: 'detail', quantity: 5, unitPriceMinor: 2600 }] }],
      },
    ],
    [
      'some pieces cancelled, some back-ordered',
      order({ cancelledQuantity: 1, cancelReason: 'Discontinued.', backorderedQuantity: 2, backorderedUntil: '2026-12-08' }),
      {
        type: 'except',
        totalMinor: 4 * 2495,
        lines: [
          {
            quantity: 5,
            portions: [
              { type: 'accept', quantity: 2 },
              { type: 'backordered', quantity: 2, shipsOn: '2026-12-08' },
              { type: 'reject', quantity: 1, comment: 'Discontinued.' },
            ],
          },
        ],
      },
    ],
    ['everything back-ordered', order({ backorderedQuantity: 5 }, { backorderedQuantity: 5 }), { type: 'backordered' }],
    [
      'every line cancelled',
      order({ cancelledQuantity: 5, cancelReason: 'Discontinued.' }, { cancelledQuantity: 5 }),
      { type: 'reject', comment: 'Discontinued.', lines: [] },
    ],
    ['rejected', { ...order({}), rejectedFor: 'Unknown part.' }, { type: 'reject', comment: 'Unknown part.', lines: [] }],
  ])('%s', (_what, ordered, expected) => {
    expect(planConfirmation(ordered)).toMatchObject(expected);
  });
});

it('P6: the pieces of each line are confirmed once, and all of them', () => {
  const day = fc.option(fc.constantFrom('2026-12-01', '2026-12-08', '2026-12-24'), { nil: undefined });
  const line: fc.Arbitrary<ConfirmableLine> = fc.record({
    lineNumber: fc.constant(0),
    quantity: fc.integer({ min: 1, max: 9 }),
    unitOfMeasure: fc.constantFrom('EA', 'PCE'),
    orderedPriceMinor: fc.integer({ min: 0, max: 9 }),
    unitPriceMinor: fc.integer({ min: 0, max: 9 }),
    requestedOn: day,
    cancelledQuantity: fc.integer({ min: 0, max: 12 }),
    cancelReason: fc.option(fc.constant('Gone'), { nil: undefined }),
    backorderedQuantity: fc.integer({ min: 0, max: 12 }),
    backorderedUntil: day,
    shipsOn: day,
    arrivesOn: day,
  });
  const content = { id: 'C-1', at: new Date(0), replaces: undefined, currencyCode: 'GBP' };
  const ordered = { orderId: 'PO-1', orderDate: undefined, payloadId: '1@buyer.example' };
  const facts = { payloadId: createPayloadId(new Date(0), 'portal.example'), at: new Date(0), dtdVersion: '1.2.014' };
  const parties = { from: { domain: 'DUNS', identity: '1' }, to: { domain: 'DUNS', identity: '2' } };
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 6 }), (drawn) => {
      const lines = drawn.map((each, place) => ({ ...each, lineNumber: place + 1 }));
      const planned = planConfirmation({ rejectedFor: undefined, lines });
      const written = writeSentDocument(facts, parties, true, {
        kind: 'confirmation',
        content: { ...content, ...planned, order: ordered },
      });
      expect(DTD_VERSIONS.Fulfill.flatMap((version) => findDtdFaults(written?.xml ?? '', 'Fulfill', version))).toEqual([]);
      const items = listChildren(
        findChild(readXmlDocument(Buffer.from(written?.xml ?? '')), 'Request', 'ConfirmationRequest'),
        'ConfirmationItem',
      );
      const numbers = items.map(({ attributes }) => Number(attributes.lineNumber));
      expect(new Set(numbers).size).toBe(numbers.length);
      for (const item of items) {
        const quantities = listChildren(item, 'ConfirmationStatus').map(({ attributes }) => Number(attributes.quantity));
        expect(Math.min(...quantities)).toBeGreaterThan(0);
        expect(quantities.reduce((sum, quantity) => sum + quantity, 0)).toBe(
          lines[Number(item.attributes.lineNumber) - 1]?.quantity,
        );
      }
    }),
    { numRuns: Number(process.env.PUNCHOUT_RUNS ?? 100) },
  );
});
