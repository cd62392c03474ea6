import { withTax } from '#api/catalogue/pricing/pricing.rules.ts';
import { type PriceViewer, seesCharges } from '#api/platform/http/scope.ts';
import { describeDesign, type NamedDesign } from '#contract/catalogue/customisation/design-words.ts';
import { toPostalLines } from '../documents/postal-address.rules.ts';

/** A line of an order for mails: its pieces that are not cancelled. Money in minor units, excluding tax. */
export interface OrderLineForMail {
  quantity: number;
  /** With size and colour. */
  name: string;
  sku: string;
  /** Logos, texts and badges; left out: none. */
  designs?: readonly NamedDesign[];
  unitMinor: number;
  /** A fraction: 0.2 is 20%. */
  taxRate: number;
  /** Who wears it; null when it is not for one person. */
  wearerId: number | null;
  /** Their name; null for the person of the order, and for no one in particular. */
  wearerName: string | null;
  /** Pieces that an entitlement covers; null where the line counts in none. */
  coveredQuantity: number | null;
  /** What a piece costs where the entitlement is counted in points. */
  unitPoints: number | null;
}

/** An amount beside goods and delivery. Money in minor units, excluding tax. */
interface ChargeForMail {
  name: string;
  chargeMinor: number;
  taxMinor: number;
  /** A fraction. */
  taxRate: number;
}

/** What mails say of an order, whoever reads them. Money in minor units, excluding tax; days as `2026-11-29`. */
export interface OrderForMail {
  currencyCode: string;
  isTaxIncluded: boolean;
  /** The person of the order. */
  customerId: number;
  personName: string;
  /** Who placed it for them; null when they did themselves. */
  placedBy: string | null;
  poNumber: string | null;
  /** Answers to the questions at checkout. */
  answers?: readonly { name: string; text: string }[];
  shippingMethod: string | null;
  shippingAddress: Parameters<typeof toPostalLines>[1];
  /** Place and opening hours where it is collected; left out of an order that is sent. */
  collectFrom?: readonly string[] | null;
  /** The day by which it is expected, or can be collected. */
  expectedOn: string | null;
  /** Whether a design of it waits for its proof; left out: no. */
  awaitsProof?: boolean;
  /** Whether it waits for the payment by card; left out: no. */
  awaitsPayment?: boolean;
  /** The day that was asked for. */
  requestedOn: string | null;
  /** The name of the way in which is paid what no entitlement covers; null where one covers everything, and for an exchange. */
  payment: string | null;
  shippingMinor: number;
  shippingTaxMinor: number;
  feeMinor: number;
  /** What is charged beside goods and delivery, such as setting up designs; left out: nothing. */
  charges?: readonly ChargeForMail[];
  /** The tax rate of delivery, as a fraction. */
  taxRate: number;
  lines: readonly OrderLineForMail[];
}

/**
 * Sums below the lines of an order, in minor units: with tax, delivery and fee, where goods, delivery and charges include tax if the lines do; or
 * those of the garments alone, excluding tax.
 */
export type MailedSums =
  | {
      kind: 'charges';
      isTaxIncluded: boolean;
      goodsMinor: number;
      /** Null where nothing is delivered. */
      deliveryMinor: number | null;
      feeMinor: number;
      /** Left out: none. */
      charges?: { name: string; amountMinor: number }[];
      taxes: { rate: number; taxMinor: number }[];
      totalMinor: number;
      /** What an entitlement covers of the total. */
      coveredMinor: number;
    }
  | { kind: 'garments'; goodsMinor: number; coveredMinor: number };

/** A line in a mail. `amountMinor` in minor units, as its recipient sees prices; null when they are hidden from them. */
export interface MailedLine {
  quantity: number;
  name: string;
  sku: string;
  /** Logos, texts and badges in words; left out: none. */
  designs?: string[];
  wearerName?: string | null;
  amountMinor: number | null;
}

/** An order as the recipient of a mail may see it; stored with the mail. */
export interface MailedOrder {
  currencyCode: string;
  lines: MailedLine[];
  /** Null for people who see no amounts. */
  sums: MailedSums | null;
  facts: MailedFacts;
}

export interface MailedFacts {
  isOwn: boolean;
  personName: string;
  placedBy: string | null;
  /** The lines of the address. */
  deliverTo: readonly string[];
  /** Place and opening hours where it is collected, instead of an address; left out of an order that is sent, and of mails stored earlier. */
  collectFrom?: readonly string[];
  delivery: string | null;
  expectedOn: string | null;
  /** Where a design of the order waits for its proof. */
  awaitsProof?: true;
  /** Where the order waits for the payment by card. */
  awaitsPayment?: true;
  requestedOn: string | null;
  poNumber: string | null;
  /** Answers to the questions at checkout; left out where there are none, and of mails stored earlier. */
  answers?: readonly { name: string; text: string }[];
  payment: string | null;
  /** What is taken from entitlements: pieces, their points where they have some, and pieces beyond. Null where nothing counts in one. */
  entitlement: { pieces: number; points: number | null; beyond: number } | null;
}

const netOf = ({ quantity, unitMinor }: OrderLineForMail) => quantity * unitMinor;
const grossOf = (line: OrderLineForMail) => withTax(netOf(line), line.taxRate);
const sum = <Item>(items: readonly Item[], amountOf: (item: Item) => number) =>
  items.reduce((total, item) => total + amountOf(item), 0);
const isCovered = ({ coveredQuantity, quantity }: OrderLineForMail) => coveredQuantity === quantity;

/** The recipient of a mail about an order. With `isWearer` they only wear lines of it, and read of these alone. */
type MailViewer = PriceViewer & { customerId: number; isWearer?: boolean };

/** What someone who sees these prices is shown below the lines. */
function sumUp(order: OrderForMail, viewer: MailViewer): MailedSums | null {
  const { lines, isTaxIncluded, shippingMinor, shippingTaxMinor, feeMinor, charges = [] } = order;
  if (!viewer.pricesVisible) return null;
  const shareOf = (amountOf: (line: OrderLineForMail) => number) =>
    sum(lines, (line) => Math.round((amountOf(line) * (line.coveredQuantity ?? 0)) / line.quantity));
  if (viewer.isWearer || !seesCharges(viewer))
    return { kind: 'garments', goodsMinor: sum(lines, netOf), coveredMinor: shareOf(netOf) };
  const byRate = new Map<number, number>();
  const add = (rate: number, taxMinor: number) => taxMinor > 0 && byRate.set(rate, (byRate.get(rate) ?? 0) + taxMinor);
  for (const line of lines) add(line.taxRate, grossOf(line) - netOf(line));
  for (const { taxRate, taxMinor } of charges) add(taxRate, taxMinor);
  add(order.taxRate, shippingTaxMinor);
  const chargesMinor = sum(charges, ({ chargeMinor, taxMinor }) => chargeMinor + taxMinor);
  const totalMinor = sum(lines, grossOf) + shippingMinor + shippingTaxMinor + feeMinor + chargesMinor;
  return {
    kind: 'charges',
    isTaxIncluded,
    goodsMinor: sum(lines, isTaxIncluded ? grossOf : netOf),
    deliveryMinor:
      order.shippingMethod === null && shippingMinor === 0 ? null : shippingMinor + (isTaxIncluded ? shippingTaxMinor : 0),
    feeMinor,
    ...(charges.length === 0
      ? {}
      : {
          charges: charges.map(({ name, chargeMinor, taxMinor }) => ({
            name,
            amountMinor: chargeMinor + (isTaxIncluded ? taxMinor : 0),
          })),
        }),
    taxes: [...byRate].map(([rate, taxMinor]) => ({ rate, taxMinor })).sort((one, other) => other.rate - one.rate),
    totalMinor,
    // Where it covers every piece, delivery is covered too.
    coveredMinor: lines.length > 0 && lines.every(isCovered) ? totalMinor : shareOf(grossOf),
  };
}

/** What is taken from entitlements. */
function countEntitlement(lines: readonly OrderLineForMail[]): MailedFacts['entitlement'] {
  const counted = lines.filter(({ coveredQuantity }) => coveredQuantity !== null);
  if (counted.length === 0) return null;
  const pieces = sum(counted, ({ coveredQuantity }) => coveredQuantity ?? 0);
  const inPoints = counted.filter(({ unitPoints }) => unitPoints !== null);
  return {
    pieces,
    points: inPoints.length === 0 ? null : sum(inPoints, (line) => (line.coveredQuantity ?? 0) * (line.unitPoints ?? 0)),
    beyond: sum(counted, ({ quantity }) => quantity) - pieces,
  };
}

/** An amount of goods, in minor units excluding tax, as someone sees prices of an order; null when they see none. */
export function toShownAmount(
  minor: number,
  taxRate: number,
  { isTaxIncluded }: Pick<OrderForMail, 'isTaxIncluded'>,
  viewer: PriceViewer,
): number | null {
  if (!viewer.pricesVisible) return null;
  return isTaxIncluded && seesCharges(viewer) ? withTax(minor, taxRate) : minor;
}

/**
 * An order as a mail to this person says it: amounts as they see prices, and none at all if they see none. Cancelled lines are left out, and for a wearer
 * of someone else's order the lines for others, and what is about all of it.
 */
export function toMailedOrder(order: OrderForMail, viewer: MailViewer): MailedOrder {
  const { isWearer = false } = viewer;
  const lines = order.lines.filter(({ quantity, wearerId }) => quantity > 0 && (!isWearer || wearerId === viewer.customerId));
  return {
    currencyCode: order.currencyCode,
    lines: lines.map((line) => ({
      quantity: line.quantity,
      name: line.name,
      sku: line.sku,
      ...(line.designs?.length ? { designs: line.designs.map((design) => describeDesign(design)) } : {}),
      wearerName: isWearer ? null : line.wearerName,
      amountMinor: isWearer
        ? viewer.pricesVisible
          ? netOf(line)
          : null
        : toShownAmount(netOf(line), line.taxRate, order, viewer),
    })),
    sums: sumUp({ ...order, lines }, viewer),
    facts: {
      isOwn: viewer.customerId === order.customerId,
      personName: order.personName,
      placedBy: order.placedBy,
      ...(order.collectFrom
        ? { collectFrom: order.collectFrom, deliverTo: [] }
        : { deliverTo: toPostalLines('', order.shippingAddress).lines }),
      delivery: order.shippingMethod,
      expectedOn: order.expectedOn,
      ...(order.awaitsProof && { awaitsProof: true as const }),
      ...(order.awaitsPayment && { awaitsPayment: true as const }),
      requestedOn: order.requestedOn,
      poNumber: isWearer ? null : order.poNumber,
      ...(isWearer || !order.answers?.length ? {} : { answers: order.answers.map(({ name, text }) => ({ name, text })) }),
      payment: isWearer ? null : order.payment,
      entitlement: countEntitlement(lines),
    },
  };
}
