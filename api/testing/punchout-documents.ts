import { planReturn, type ReturnableCharge, type ReturnPlan } from '#api/integrations/punchout/carts/plan-return.rules.ts';
import type { AmountMode, ReturnableCartLine, ReturnSettings } from '#api/integrations/punchout/carts/returnable.rules.ts';
import { type DtdName, findDtdVersion } from '#api/integrations/punchout/cxml/dtds.ts';
import type { SentAddress } from '#api/integrations/punchout/cxml/shared-elements.rules.ts';
import { STATUS_TEXTS, type Status, type StatusCode } from '#api/integrations/punchout/cxml/statuses.rules.ts';
import { writeProfileResponse, writeSetupResponse } from '#api/integrations/punchout/cxml/write-answers.rules.ts';
import { type ReturnedLine, writeCart } from '#api/integrations/punchout/cxml/write-cart.rules.ts';
import type { ConfirmationType, ConfirmedPortion } from '#api/integrations/punchout/cxml/write-confirmation.rules.ts';
import { createPayloadId, writeMessage, writeResponse } from '#api/integrations/punchout/cxml/write-envelope.rules.ts';
import type { InvoicedCharge, InvoicedItem, InvoicedOrder } from '#api/integrations/punchout/cxml/write-invoice.rules.ts';
import { type SentDocument, writeSentDocument } from '#api/integrations/punchout/cxml/write-sent-document.rules.ts';
import type { ShippedPortion } from '#api/integrations/punchout/cxml/write-ship-notice.rules.ts';
import { toAscii, type XmlOutput } from '#api/integrations/punchout/xml/write-xml.ts';
import { CONNECTION_PROFILES, LIMIT_NAMES } from '#contract/integrations/punchout/connection-values.ts';

/** What of a connection decides how documents for a buyer's system look. */
export interface DocumentProfile {
  name: (typeof LIMIT_NAMES)[number];
  /** The version that systems of this kind usually ask for. */
  dtdVersion: string;
  units: ReturnSettings['units'] & { piece: string };
}

/** The systems that are known, with what is usual at each. */
export const DOCUMENT_PROFILES = LIMIT_NAMES.map((name): DocumentProfile => {
  const { dtdVersion, units } = CONNECTION_PROFILES[name];
  const { piece, pair, set, pack } = units;
  if (piece === null || pair === null || set === null || pack === null) throw new Error(`${name} lacks a unit.`);
  return { name, dtdVersion, units: { piece, pair, set, pack } };
});

const TEXT = 'Größe <L> & "漢" 😀 ]]>';

/** A line that has everything, and one that has what must be there alone. */
const LINES: readonly ReturnableCartLine[] = [
  {
    id: 1,
    sku: 'POLO-HV-YEL-L',
    name: `Polo shirt ${TEXT}`,
    attributes: ['Yellow', TEXT],
    unitCode: 'EA',
    unspsc: '53101602',
    categoryIds: [],
    callForPrice: false,
    manufacturer: { partId: 'HV-1', name: 'Example Mills' },
    leadDays: 5,
    quantity: 5,
    unitMinor: 2495,
    taxRate: 0.2,
    designs: [TEXT.repeat(20)],
    ownPieces: 0,
  },
  {
    id: 2,
    sku: 'GLOVE',
    name: 'Gloves',
    attributes: [],
    unitCode: 'PR',
    unspsc: '46181504',
    categoryIds: [],
    callForPrice: false,
    manufacturer: null,
    leadDays: null,
    quantity: 1,
    unitMinor: 1,
    taxRate: 0.05,
    designs: [],
    ownPieces: 0,
  },
];
const CART_CHARGES: readonly ReturnableCharge[] = [
  { kind: 'charge', name: `Set-up: ${TEXT}`, designKey: 'd1', amountMinor: 2500, taxMinor: 500 },
  { kind: 'delivery', name: 'Standard delivery', designKey: null, amountMinor: 600, taxMinor: 120 },
];

/** A document as it leaves the portal. */
export interface WrittenDocument {
  kind: string;
  /** What sets it apart from others of its kind. */
  variant: string;
  dtd: DtdName;
  xml: string;
}

const AT = new Date('2026-11-20T10:15:31.250Z');
const PARTIES = {
  from: { domain: 'DUNS', identity: '123456789' },
  to: { domain: 'NetworkID', identity: 'AN01000000001-T' },
  secret: 's3cret <test>',
};
const HOST = 'portal.example';

type Choice<Options> = { [Name in keyof Options]: Options[Name] extends readonly (infer Value)[] ? Value : never };

/** Every combination of options. */
function combine<const Options extends Readonly<Record<string, readonly unknown[]>>>(options: Options): Choice<Options>[] {
  return Object.entries(options).reduce<Record<string, unknown>[]>(
    (choices, [name, values]) => choices.flatMap((choice) => values.map((value) => ({ ...choice, [name]: value }))),
    [{}],
  ) as Choice<Options>[];
}

const factsOf = ({ dtdVersion }: DocumentProfile) => ({ payloadId: createPayloadId(AT, HOST), at: AT, dtdVersion });

export const ADDRESS: SentAddress = {
  id: 'D7',
  name: 'Depot Größe',
  deliverTo: ['Goods in'],
  streets: ['8 Kingsway', 'Unit 2'],
  city: 'Manchester',
  state: undefined,
  postcode: 'M2 4WU',
  countryCode: 'GB',
  country: 'United Kingdom',
  email: undefined,
  phone: undefined,
};
const SHORT_ADDRESS: SentAddress = { ...ADDRESS, id: undefined, streets: [], postcode: undefined, country: undefined };
const NAME_ALONE: SentAddress = { ...ADDRESS, countryCode: undefined };

function listAnswers(of: DocumentProfile): WrittenDocument[] {
  const start = writeSetupResponse('https://portal.example/login?auto=1&x=<2>');
  const codes = Object.keys(STATUS_TEXTS).map((code) => Number(code) as StatusCode);
  const answer = (kind: string, code: StatusCode, content?: typeof start): WrittenDocument => ({
    kind,
    variant: String(code),
    dtd: 'cXML',
    xml: writeResponse(factsOf(of), { code, text: TEXT }, content),
  });
  return [
    ...codes.map((code) => answer('answer to a setup', code, start)),
    ...codes.map((code) => answer('answer to an order', code)),
    answer('answer to a profile request', 200, writeProfileResponse(AT, 'https://portal.example/punchout/cxml/corvane-demo')),
  ];
}

function planCart({ name: limits, units }: DocumentProfile, taxMode: AmountMode, deliveryMode: AmountMode): ReturnPlan {
  const charge = { sku: 'SETUP', classification: '82121500', unit: units.piece };
  const settings = {
    protocol: 'cxml',
    limits,
    units,
    classifications: [],
    charge,
    currencyCode: 'GBP',
    taxMode,
    deliveryMode,
  } as const;
  const plan = planReturn({ currencyCode: 'GBP', lines: LINES, charges: CART_CHARGES }, settings);
  if (plan.faults.length > 0) throw new Error(`${limits}: the cart cannot be returned.`);
  return plan;
}

function listCarts(of: DocumentProfile): WrittenDocument[] {
  const carts = combine({
    operationAllowed: ['create', 'inspect', 'edit'],
    shipTo: [undefined, ADDRESS, SHORT_ADDRESS],
    taxMode: ['none', 'header', 'line'],
    deliveryMode: ['none', 'header', 'line'],
    isTest: [true, false],
  });
  const about = { buyerCookie: TEXT, currencyCode: 'GBP' };
  const dtd = 'cXML';
  const facts = () => ({ ...factsOf(of), dtdVersion: versionFor(dtd, of) });
  return carts.flatMap(({ operationAllowed, shipTo, taxMode, deliveryMode, isTest }): WrittenDocument[] => {
    const { lines, total, shipping, tax } = planCart(of, taxMode, deliveryMode);
    const returned = lines.map(
      (line, place): ReturnedLine => ({
        ...line,
        auxiliaryId: `Q7XK2M9T4VQ7XK2M9T4${place}`,
        extrinsics: place === 0 ? { Wearer: TEXT } : {},
      }),
    );
    const cart = writeCart({ ...about, operationAllowed, total, shipTo, shipping, tax, lines: returned });
    const none = { shipTo: undefined, shipping: undefined, tax: undefined, lines: [] };
    const emptied = writeCart({ ...about, ...none, operationAllowed, total: '0.00' });
    const write = (content: XmlOutput, status?: Status) => writeMessage(facts(), PARTIES, isTest, content, status);
    const variant = `${operationAllowed}, tax ${taxMode}, delivery ${deliveryMode}`;
    return [
      { kind: 'cart', variant, dtd, xml: write(cart) },
      { kind: 'cart in ASCII', variant, dtd, xml: toAscii(write(cart)) },
      { kind: 'cart without lines', variant, dtd, xml: write(emptied) },
      { kind: 'cart that was not changed', variant, dtd, xml: write(emptied, { code: 204, text: TEXT }) },
    ];
  });
}

export const ORDER = { orderId: 'PO-1001', orderDate: '2026-11-20T10:20:00Z', payloadId: 'po-1@buyer.example' };
const OTHER_ORDER = { orderId: 'PO <2>', orderDate: undefined, payloadId: 'po-2@buyer.example' };

const listStatusUpdates = (): SentDocument[] =>
  Object.keys(STATUS_TEXTS).map((code) => ({
    kind: 'status',
    content: { orderPayloadId: ORDER.payloadId, status: { code: Number(code) as StatusCode, text: TEXT } },
  }));

const ITEM = {
  sku: 'POLO-HV-YEL-XL',
  auxiliaryId: 'Q7XK2M9T4VQ7XK2M9T4V',
  unitPrice: '24.95',
  shortName: 'Polo, yellow, XL',
  description: TEXT,
  unitOfMeasure: 'EA',
  classification: '53101602',
  manufacturer: { partId: 'HV-1', name: 'Example Mills' },
  leadDays: 5,
  extrinsics: { Wearer: TEXT },
};

const PORTIONS: Readonly<Record<ConfirmationType, readonly (readonly ConfirmedPortion[])[]>> = {
  accept: [[], [{ type: 'accept', quantity: 5, shipsOn: '2026-12-01', arrivesOn: '2026-12-03' }]],
  allDetail: [
    [
      { type: 'allDetail', quantity: 2, arrivesOn: '2026-12-03', item: ITEM },
      { type: 'backordered', quantity: 3, shipsOn: '2026-12-08' },
    ],
    [
      { type: 'allDetail', quantity: 4, item: { ...ITEM, manufacturer: undefined, leadDays: undefined, extrinsics: {} } },
      { type: 'reject', quantity: 1 },
    ],
  ],
  detail: [
    [
      { type: 'detail', quantity: 5, unitPriceMinor: 2500 },
      { type: 'reject', quantity: 0 },
    ],
    [
      { type: 'accept', quantity: 3 },
      { type: 'backordered', quantity: 2, comment: TEXT },
    ],
  ],
  backordered: [[], [{ type: 'backordered', quantity: 5, shipsOn: '2026-12-08', arrivesOn: '2026-12-10' }]],
  except: [
    [
      { type: 'accept', quantity: 1 },
      { type: 'detail', quantity: 1, arrivesOn: '2026-12-24', unitPriceMinor: 1 },
      { type: 'detail', quantity: 1, item: ITEM },
      { type: 'backordered', quantity: 1 },
      { type: 'reject', quantity: 1, comment: TEXT },
    ],
    [{ type: 'reject', quantity: 5 }],
  ],
  reject: [[]],
};

const listConfirmations = ({ units }: DocumentProfile): SentDocument[] =>
  Object.entries(PORTIONS).flatMap(([type, portions]) =>
    combine({
      portions,
      replaces: [undefined, 'c-1@portal.example'],
      comment: [undefined, TEXT],
      totalMinor: [undefined, 12_475],
      order: [ORDER, OTHER_ORDER],
    }).map(
      ({ portions: said, ...choice }): SentDocument => ({
        kind: 'confirmation',
        content: {
          ...choice,
          id: 'C-1001',
          at: AT,
          type: type as ConfirmationType,
          currencyCode: 'GBP',
          lines:
            said.length === 0
              ? []
              : [1, 2].map((lineNumber) => ({ lineNumber, quantity: 5, unitOfMeasure: units.piece, portions: said })),
        },
      }),
    ),
  );

function listShipNotices({ units }: DocumentProfile): SentDocument[] {
  const pieces = { lineNumber: 1, quantity: 3, unitOfMeasure: units.piece };
  const one: ShippedPortion = { order: ORDER, lines: [pieces, { ...pieces, lineNumber: 2 }, pieces] };
  const other: ShippedPortion = { order: OTHER_ORDER, lines: [pieces] };
  return combine({
    portions: [[one], [one, other, { order: ORDER, lines: [] }]],
    replaces: [undefined, 's-1@portal.example'],
    arrivesOn: [undefined, '2026-11-24'],
    isComplete: [false, true],
    carrier: [undefined, 'Example & Sons'],
    tracking: [
      { trackingNumber: undefined, trackingUrl: undefined },
      { trackingNumber: 'EXP123456789GB', trackingUrl: undefined },
      { trackingNumber: 'EXP123456789GB', trackingUrl: 'https://track.example/?a=1&b=<2>' },
    ],
  }).map(({ tracking, ...choice }) => ({
    kind: 'shipNotice',
    content: { ...choice, ...tracking, id: 'S-5001', at: AT, shippedAt: AT, service: TEXT, supplierName: 'Example Workwear' },
  }));
}

const item = (unitOfMeasure: string, lineNumber: number, taxRate: number): InvoicedItem => ({
  lineNumber,
  quantity: 3,
  unitOfMeasure,
  unitPriceMinor: 2495,
  sku: lineNumber === 1 ? 'POLO-HV-YEL-L' : undefined,
  auxiliaryId: 'Q7XK2M9T4VQ7XK2M9T4V',
  description: TEXT,
  netMinor: 7485,
  taxMinor: Math.round(7485 * taxRate),
  taxRate,
});

const CHARGES: readonly InvoicedCharge[] = [
  { kind: 'delivery', description: 'Standard delivery', netMinor: 600, taxMinor: 120, taxRate: 0.2 },
  { kind: 'handling', description: TEXT, netMinor: 1500, taxMinor: 300, taxRate: 0.2 },
  { kind: 'handling', description: 'Payment fee', netMinor: 100, taxMinor: 0, taxRate: 0 },
];

function listInvoices({ units }: DocumentProfile): SentDocument[] {
  const seller = { address: { ...ADDRESS, id: undefined, name: 'Example Workwear Ltd' }, vatNumber: 'GB123456789' };
  return combine({
    purpose: ['standard', 'creditMemo', 'lineLevelCreditMemo'],
    taxAt: ['total', 'line'],
    rates: [[0.2], [0.2, 0], [0.175, 0.055]],
    charges: [[], CHARGES.slice(0, 1), CHARGES],
    orders: [[ORDER], [ORDER, OTHER_ORDER], []],
    buyer: [
      { address: ADDRESS, vatNumber: undefined },
      { address: NAME_ALONE, vatNumber: 'NL123456789B01' },
    ],
    isSent: [false, true],
  }).flatMap(({ purpose, rates, charges, orders, isSent, ...choice }): SentDocument[] => {
    const isCredit = purpose !== 'standard';
    // Without lines, what is charged is about the whole order.
    if (orders.length === 0 && (charges.length === 0 || purpose === 'lineLevelCreditMemo')) return [];
    const invoiced: InvoicedOrder[] = (orders.length === 0 ? [ORDER] : orders).map((order, place) => ({
      order,
      items: orders.length === 0 ? [] : rates.map((rate, index) => item(units.piece, index + 1, rate)),
      charges: place === 0 ? charges : [],
    }));
    const payloadId = isSent || purpose === 'lineLevelCreditMemo' ? 'i-1@portal.example' : undefined;
    return [
      {
        kind: 'invoice',
        content: {
          ...choice,
          purpose,
          number: 'INV-9001',
          issuedAt: AT,
          currencyCode: 'GBP',
          paymentTermDays: isCredit ? undefined : 30,
          seller,
          shipping:
            isSent && !isCredit
              ? {
                  from: ADDRESS,
                  to: SHORT_ADDRESS,
                  shippedAt: AT,
                  carrier: 'Example Parcels',
                  trackingNumber: charges.length > 0 ? 'EXP123456789GB' : undefined,
                  trackingUrl: undefined,
                }
              : undefined,
          credited: isCredit ? { number: 'INV-9000', issuedAt: AT, payloadId } : undefined,
          reason: isCredit ? TEXT : undefined,
          orders: invoiced,
        },
      },
    ];
  });
}

function describe(document: SentDocument): Pick<WrittenDocument, 'kind' | 'variant'> {
  switch (document.kind) {
    case 'status':
      return { kind: 'status update', variant: String(document.content.status.code) };
    case 'confirmation':
      return { kind: 'confirmation', variant: document.content.type };
    case 'shipNotice':
      return { kind: 'ship notice', variant: document.content.replaces === undefined ? 'new' : 'update' };
    case 'invoice': {
      const { purpose, taxAt } = document.content;
      return { kind: purpose === 'standard' ? 'invoice' : 'credit note', variant: `${purpose}, tax at ${taxAt}` };
    }
  }
}

/** Every kind of document that the portal sends to a buyer's system, in every form that it has. */
export function writeEveryDocument(of: DocumentProfile): WrittenDocument[] {
  const sent = [...listStatusUpdates(), ...listConfirmations(of), ...listShipNotices(of), ...listInvoices(of)];
  return [
    ...listAnswers(of),
    ...listCarts(of),
    ...sent.flatMap((document, place): WrittenDocument[] => {
      const written = writeSentDocument(factsOf(of), PARTIES, place % 2 === 0, document);
      return written ? [{ ...describe(document), dtd: written.dtd, xml: written.xml }] : [];
    }),
  ];
}

/** The version that a document of this type names, for a system of this kind. */
export const versionFor = (dtd: DtdName, { dtdVersion }: DocumentProfile): string => findDtdVersion(dtd, dtdVersion);
