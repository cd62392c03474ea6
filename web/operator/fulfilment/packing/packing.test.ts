import { describe, expect, it } from 'vitest';
import { ApiError } from '#web/app/api-error.ts';
import type { PackLine, PackOrder } from '../pack-order.ts';
import { toBags } from './bags.ts';
import { explainKnownGarment, type ScannedGarment } from './known-garment.ts';
import { describeOutsideChange } from './outside-changes.ts';
import {
  addPieces,
  findLastStep,
  getPacked,
  getProgress,
  isClosed,
  type PackingState,
  reconcile,
  removeShipped,
  setClosed,
  toParcelItems,
  undoStep,
} from './packing-state.ts';
import { resolveScan, type ScanContext } from './scan.ts';
import { findLinkProblem, placeShipProblems } from './ship-problems.ts';

const aLine = (id: number, part: Partial<PackOrder['lines'][number]> = {}): PackOrder['lines'][number] => ({
  id,
  productId: 100 + id,
  productName: 'Trousers',
  sku: `TR-${id}`,
  gtin: null,
  attributeDescription: 'Navy, 34 Regular',
  colour: 'Navy',
  size: '34 Regular',
  imageSrc: null,
  shelf: 'B-04-2',
  wearerId: 1,
  wearerName: 'Niamh Dlamini',
  quantity: 3,
  shippedQuantity: 0,
  cancelledQuantity: 0,
  pendingQuantity: 3,
  packedQuantity: 0,
  readyQuantity: 3,
  dueOn: null,
  ...{ designs: [], toDecorateQuantity: 0, cancellableQuantity: 3 },
  ...part,
});
const anOrder = (id: number, lines: PackOrder['lines'], part: Partial<PackOrder> = {}): PackOrder => ({
  id,
  organisationId: 1,
  organisationName: 'Meridian Resorts',
  parcelMode: 'wearer',
  destination: 'key',
  destinationName: 'Torbay Heights',
  shippingAddress: null,
  personName: 'Bea Buyer',
  poNumber: null,
  ...{ comments: null, answers: [] },
  orderStatus: 'Pending',
  shippingStatus: 'NotYetShipped',
  createdOnUtc: '2026-11-20T10:00:00Z',
  releasedOnUtc: '2026-11-20T10:00:00Z',
  pickingStartedOnUtc: null,
  pickingStartedBy: null,
  requestedDeliveryOn: null,
  deliveryMethod: 'Standard delivery',
  deliveryKind: 'sent',
  cutOff: null,
  sendOn: '2026-11-23',
  isDueToday: false,
  readyToCollectOnUtc: null,
  collectFrom: null,
  openingHours: null,
  origin: 'portal',
  lines,
  otherOrderIds: [],
  ...part,
});

const shirt = aLine(1, {
  productName: 'Shirt',
  sku: 'mer-ox 16',
  gtin: '5012345678900',
  size: '16',
  quantity: 2,
  pendingQuantity: 2,
  readyQuantity: 2,
});
const trousers = aLine(2, { gtin: '05012345000001' });
const jacket = aLine(3, {
  productName: 'Jacket',
  size: '42 Long',
  quantity: 2,
  pendingQuantity: 2,
  readyQuantity: 1,
  dueOn: '2101-12-09',
});
const late = aLine(4, { productName: 'Coat', size: 'M', pendingQuantity: 1, readyQuantity: 0 });
const sent = aLine(5, {
  productName: 'Cap',
  size: null,
  attributeDescription: '',
  pendingQuantity: 0,
  shippedQuantity: 3,
  readyQuantity: 0,
});
const second = aLine(6, {
  productName: 'Shirt',
  sku: 'MER-OX 16',
  gtin: '5012345678900',
  size: '16',
  wearerId: 2,
  wearerName: 'Shona Drummond',
});
const orders = [anOrder(10, [shirt, trousers, jacket, late, sent]), anOrder(11, [second])];
const elsewhere = [anOrder(12, [aLine(7, { productName: 'Tie', sku: 'TIE', wearerName: 'Ann Ash' })])];
const bags = toBags(orders);
const [bag, otherBag] = bags as [(typeof bags)[number], (typeof bags)[number]];
const lineOf = (id: number) => bags.flatMap(({ lines }) => lines).find((line) => line.id === id) as PackLine;
const empty: PackingState = {};
const packed = (...pieces: [id: number, quantity: number][]) =>
  pieces.reduce((state, [id, quantity], at) => addPieces(state, lineOf(id), quantity, at), empty);
const scan = (code: string, state = empty, part: Partial<ScanContext> = {}) =>
  resolveScan(code, { orders, bags, openBag: bag, elsewhere, state, ...part });

describe('the bags of orders', () => {
  it('are one for each wearer where the organisation wants that, and hold what is pending by shelf', () => {
    expect(bags.map(({ number, title, orderIds, lines }) => [number, title, orderIds, lines.map(({ id }) => id)])).toEqual([
      [1, 'Niamh Dlamini', [10], [1, 2, 3, 4]],
      [2, 'Shona Drummond', [11], [6]],
    ]);
    const byDestination = toBags(
      orders.map((order) => ({
        ...order,
        parcelMode: 'destination',
        lines: order.lines.map((line) => ({ ...line, shelf: `${9 - line.id}` })),
      })),
    );
    expect(byDestination.map(({ title, orderIds, lines }) => [title, orderIds, lines.map(({ id }) => id)])).toEqual([
      ['Torbay Heights', [10, 11], [6, 4, 3, 2, 1]],
    ]);
  });

  it('of pieces for no one in particular are named after the person who ordered', () => {
    const unnamed = [
      anOrder(20, [aLine(1, { wearerId: null, wearerName: null })]),
      anOrder(21, [aLine(2, { wearerId: null, wearerName: null })]),
    ];
    expect(toBags(unnamed).map(({ title }) => title)).toEqual(['Bea Buyer', 'Bea Buyer']);
  });
});

describe('a scan', () => {
  it.each(['5012345678900', ' 5 012345 678900 ', '05012345678900', 'MER-OX 16', 'mer-ox16'])('of %j adds a shirt', (code) => {
    expect(scan(code)).toMatchObject({
      kind: 'added',
      line: { id: 1 },
      message: 'Added: Shirt, 16. 1 of 2 for Niamh Dlamini',
    });
  });

  it.each([
    ']C10105012345678900',
    ']E05012345678900',
    '0105012345678900',
    'https://id.gs1.org/01/05012345678900/21/7',
    ']C0MER-OX 16',
  ])('of %j, as scanners type it, adds a shirt', (code) => {
    expect(scan(code)).toMatchObject({ kind: 'added', line: { id: 1 } });
  });

  it('goes to the open bag first when several bags need the garment', () => {
    expect(scan('5012345678900', empty, { openBag: otherBag })).toMatchObject({ kind: 'added', line: { id: 6 } });
    expect(scan('5012345678900', packed([1, 2]))).toEqual({
      kind: 'otherBag',
      bagKey: otherBag.key,
      message: 'Not added: Shirt, 16 is for Bag 2, Shona Drummond (order 11).',
    });
  });

  it('says that a garment is complete', () => {
    expect(scan('tr-2', packed([2, 3]))).toMatchObject({
      kind: 'complete',
      message:
        'Not added: Trousers, 34 Regular is complete, 3 of 3. This piece was scanned twice or is one too many: put it back on shelf B-04-2.',
    });
  });

  it('says that pieces are late', () => {
    expect(scan('TR-3', packed([3, 1]))?.message).toBe(
      'Not added: 1 of 2 × Jacket, 42 Long can be packed now. The rest is due 9 December 2101.',
    );
    expect(scan('TR-4')?.message).toBe('Not added: Coat, M is not on hand for order 10 and has no date yet.');
  });

  it('says that the bag is closed, that everything was sent, and to which other order a garment belongs', () => {
    expect(scan('TR-2', setClosed(empty, bag, true))).toMatchObject({ kind: 'closed', bagKey: bag.key });
    expect(scan('TR-5')?.message).toBe('Not added: all of Cap in order 10 has been shipped or cancelled.');
    expect(scan('tie')).toEqual({
      kind: 'otherOrder',
      orderId: 12,
      message: 'Not added: Tie, 34 Regular is for order 12 of Ann Ash, which goes to Torbay Heights too.',
    });
  });

  it('of an unknown code adds nothing, and an empty one is ignored', () => {
    expect(scan('4006381333931')).toEqual({
      kind: 'unknown',
      message: 'Not added: no garment to pack for this destination has the code 4006381333931.',
    });
    expect(scan('  ')).toBeUndefined();
    // Only barcodes are filled up with zeros.
    expect(scan('0TR-2')?.kind).toBe('unknown');
  });
});

describe('a scan of another size', () => {
  const polo = { productId: 7, productName: 'Polo', colour: 'Navy', pendingQuantity: 1, readyQuantity: 1 };
  const small = aLine(20, { ...polo, sku: 'P-S', size: 'S', attributeDescription: 'Navy, S', shelf: 'B-14-4' });
  const medium = aLine(21, {
    ...polo,
    sku: 'P-M',
    size: 'M',
    attributeDescription: 'Navy, M',
    pendingQuantity: 0,
    readyQuantity: 0,
  });
  const poloBags = (...lines: PackOrder['lines']) => {
    const [order] = [anOrder(30, lines)];
    const own = toBags([order as PackOrder]);
    return { orders: [order as PackOrder], bags: own, openBag: own[0] };
  };
  const garment: ScannedGarment = {
    id: 1,
    productId: 7,
    productName: 'Polo',
    sku: 'P-L',
    attributeDescription: 'Navy, L',
    colour: 'Navy',
    size: 'L',
    shelf: 'B-14-6',
    orders: [],
  };

  it('says which size it is, and which the bag needs, from what shelf', () => {
    expect(scan('P-M', empty, poloBags(small, medium))).toEqual({
      kind: 'wrongSize',
      bagKey: 'wearer 1',
      message: 'This is M. Bag 1 needs S, shelf B-14-4.',
    });
    const other = anOrder(31, [{ ...medium, pendingQuantity: 1, wearerName: 'Ann Ash' }]);
    expect(scan('P-M', empty, { ...poloBags(small), elsewhere: [other] })?.message).toBe(
      'This is M. Bag 1 needs S, shelf B-14-4. This one is for order 31 of Ann Ash, which goes to Torbay Heights too.',
    );
  });

  it('names colours where they differ, and what a bag still needs when this size is complete', () => {
    const black = { ...small, colour: 'Black', attributeDescription: 'Black, S', shelf: null };
    expect(scan('P-M', empty, poloBags(black, medium))?.message).toBe('This is Navy, M. Bag 1 needs Black, S.');
    const both = poloBags(small, { ...medium, pendingQuantity: 1, readyQuantity: 1 });
    const state = addPieces(empty, { ...medium, readyQuantity: 1, orderId: 30 }, 1, 0);
    expect(scan('P-M', state, both)?.message).toMatch(/scanned twice or is one too many: .* Bag 1 still needs Polo, S\.$/);
  });

  it('of which no order has anything is explained by the catalogue', () => {
    const context = { ...poloBags(small), state: empty };
    expect(explainKnownGarment([garment], context)?.message).toBe('This is L. Bag 1 needs S, shelf B-14-4.');
    expect(explainKnownGarment([], context)).toBeUndefined();
  });

  it('of another garment says what it is, and who waits for it or where it belongs', () => {
    const context = { ...poloBags(small), state: empty };
    const coat = { ...garment, productId: 8, productName: 'Coat' };
    expect(explainKnownGarment([coat], context)).toEqual({
      kind: 'wrongGarment',
      message: 'Not added: no bag needs Coat, L: put it back on shelf B-14-6.',
    });
    const order = { id: 44, personName: 'Ann Ash', destinationName: 'Solent Quay', quantity: 2 };
    expect(explainKnownGarment([{ ...coat, orders: [{ ...order, id: 30 }, order] }], context)).toEqual({
      kind: 'otherOrder',
      orderId: 44,
      message: 'Not added: no bag needs Coat, L. Order 44 of Ann Ash, to Solent Quay, waits for it.',
    });
  });
});

describe('a scan that is no garment', () => {
  it('of a carton says so, with what is in it', () => {
    expect(scan('15012345678907')).toEqual({
      kind: 'carton',
      message: 'Not added: this is the code of a carton of Shirt, 16. Scan each piece.',
    });
  });

  it('from a scanner that is set to the keyboard of another country says so', () => {
    expect(scan('TR?2', empty)?.kind).toBe('unknown');
    expect(scan('TRß2')).toEqual({
      kind: 'keyboard',
      message:
        'Not added: the scanner typed “TRß2” for TR-2. It is set to the keyboard of another country than this computer. Set both to the same country.',
    });
  });
});

describe('packing', () => {
  it('counts what is packed, what is on hand and what is late', () => {
    expect(getProgress(packed([1, 2], [3, 1]), bag)).toEqual({ packed: 3, pending: 8, toScan: 3, late: 2 });
  });

  it('never goes beyond what is on hand, nor below nothing', () => {
    expect(getPacked(packed([3, 5]), lineOf(3))).toBe(1);
    expect(getPacked(packed([3, 1], [3, -4]), lineOf(3))).toBe(0);
  });

  it('is undone step by step, the latest first, whichever order it was in', () => {
    const state = packed([1, 1], [6, 2], [2, 1]);
    expect(findLastStep(state)).toMatchObject({ orderId: 10, step: { lineId: 2 } });
    const undone = undoStep(undoStep(state));
    expect([1, 2, 6].map((id) => getPacked(undone, lineOf(id)))).toEqual([1, 0, 0]);
    expect(undoStep(undoStep(undone))).toEqual(undoStep(undone));
  });

  it('ships what is in a bag, after which only that bag is empty', () => {
    const state = setClosed(reconcile(packed([1, 2], [6, 1]), orders).state, bag, true);
    expect(toParcelItems(state, bag)).toEqual([{ orderItemId: 1, quantity: 2 }]);
    const after = removeShipped(state, toParcelItems(state, bag), [bag.key]);
    expect([isClosed(after, bag), getPacked(after, lineOf(1)), getPacked(after, lineOf(6))]).toEqual([false, 0, 1]);
    const shipped = [
      anOrder(10, [{ ...shirt, shippedQuantity: 2, pendingQuantity: 0, readyQuantity: 0 }]),
      anOrder(11, [second]),
    ];
    expect(reconcile(after, shipped).changes).toEqual([]);
    // What was read before the shipment is set against it once more until the orders are read again.
    expect(reconcile(reconcile(after, orders).state, shipped).changes).toEqual([]);
  });
});

describe('an order that has changed', () => {
  const known = setClosed(reconcile(packed([1, 2], [2, 1]), orders).state, bag, true);
  const change = (part: Partial<PackOrder['lines'][number]>) => {
    const { state, changes } = reconcile(known, [
      anOrder(10, [{ ...shirt, ...part }, trousers, jacket, late, sent]),
      anOrder(11, [second]),
    ]);
    return { state, told: changes.map((each) => describeOutsideChange(each, bags)) };
  };

  it('keeps what was scanned when nothing has changed', () => {
    const { state, changes } = reconcile(known, orders);
    expect([state === known, changes]).toEqual([true, []]);
  });

  it('loses pieces that were shipped elsewhere or cancelled, and its bag opens', () => {
    const { state, told } = change({ shippedQuantity: 1, pendingQuantity: 1, readyQuantity: 1 });
    expect(told).toEqual(['1 × Shirt, 16 of order 10 was shipped elsewhere. Take 1 out of Bag 1, Niamh Dlamini.']);
    expect([getPacked(state, lineOf(1)), getPacked(state, lineOf(2)), isClosed(state, bag)]).toEqual([1, 1, false]);
    expect(change({ cancelledQuantity: 2, pendingQuantity: 0, readyQuantity: 0 }).told).toEqual([
      '2 × Shirt, 16 of order 10 were cancelled. Take 2 out of Bag 1, Niamh Dlamini.',
    ]);
  });

  it('says so when pieces on hand are needed elsewhere', () => {
    expect(change({ readyQuantity: 0 }).told[0]).toMatch(
      /^Fewer pieces of Shirt, 16 are on hand for order 10 now: .* Take 2 out/,
    );
  });

  it('tells of pieces that had not been scanned, and leaves the bag closed', () => {
    const changed = [
      anOrder(10, [shirt, { ...trousers, cancelledQuantity: 2, pendingQuantity: 1, readyQuantity: 1 }, jacket, late, sent]),
    ];
    const { state, changes } = reconcile(known, changed);
    expect(changes.map((each) => describeOutsideChange(each, bags))).toEqual([
      '2 × Trousers, 34 Regular of order 10 were cancelled.',
    ]);
    expect(isClosed(state, bag)).toBe(true);
  });
});

describe('a refused shipment', () => {
  const problemsOf = (errors: Record<string, string[]>) =>
    placeShipProblems(new ApiError(422, Object.values(errors).flat(), errors), bags);

  it('is explained beside the field, at the bag, or as a whole', () => {
    expect(problemsOf({ 'parcels[1].trackingUrl': ['No link.'] }).fields).toEqual({
      [otherBag.key]: { trackingUrl: 'No link.' },
    });
    expect(problemsOf({ 'parcels[0].items[0].quantity': ['Only 1 piece.'] }).bags).toEqual({ [bag.key]: ['Only 1 piece.'] });
    expect(problemsOf({ order: ['Order 11 was cancelled.'] }).bags).toEqual({ [otherBag.key]: ['Order 11 was cancelled.'] });
    expect(Object.keys(problemsOf({ stock: ['Not enough pieces are on hand: Jacket, Navy, 34 Regular.'] }).bags)).toEqual([
      bag.key,
    ]);
    expect(problemsOf({ parcels: ['Different destinations.'] }).general).toEqual(['Different destinations.']);
    expect(placeShipProblems(new Error('No connection.'), bags).general).toEqual(['No connection.']);
  });

  it('is avoided for links that do not begin with https', () => {
    expect(['', ' https://track.example/1 '].map(findLinkProblem)).toEqual([undefined, undefined]);
    for (const link of ['http://track.example', 'javascript:alert(1)', 'track.example', 'https://a b'])
      expect(findLinkProblem(link)).toMatch(/https/);
  });
});
