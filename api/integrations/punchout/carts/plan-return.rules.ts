import { calculateTax } from '#api/catalogue/pricing/pricing.rules.ts';
import { toUnitOfMeasure } from '#api/catalogue/products/units.rules.ts';
import type { HeaderAmount } from '../cxml/write-cart.rules.ts';
import { cutText, isTooLong } from '../texts/cut-text.rules.ts';
import { toDecimalAmount } from '../texts/decimal-amount.rules.ts';
import { roundAmount } from './amounts.rules.ts';
import { findLimits, type Limits } from './limits.rules.ts';
import { describeGarment, shortenName, toGarmentName, toOneLine } from './line-texts.rules.ts';
import {
  type AmountMode,
  type FoundFault,
  findClassification,
  findNumberFaults,
  findProductFaults,
  type ReturnableCartLine,
  type ReturnableProduct,
  type ReturnFault,
  type ReturnSettings,
} from './returnable.rules.ts';

/** An amount beside the goods: setting up a design, or delivery. Money in hundredths, without tax. */
export interface ReturnableCharge {
  kind: 'charge' | 'delivery';
  name: string;
  /** What is set up, as in `Charge`; null for delivery. */
  designKey: string | null;
  amountMinor: number;
  taxMinor: number;
}

/** A cart as it would be returned. */
export interface ReturnableCart {
  currencyCode: string;
  lines: readonly ReturnableCartLine[];
  charges: readonly ReturnableCharge[];
}

/** A line as it is returned, without what identifies it. Texts are within the limits of the connection. */
export interface PlannedReturnLine {
  kind: 'goods' | 'charge' | 'delivery' | 'tax';
  /** The line of the cart; null for other kinds. */
  lineId: number | null;
  designKey: string | null;
  sku: string;
  quantity: number;
  /** Rounded to what the currency has; the line costs exactly this times the quantity. */
  unitMinor: number;
  /** The same as a decimal number: `24.95`. */
  unitPrice: string;
  shortName: string;
  description: string;
  unitOfMeasure: string;
  /** Eight digits of UNSPSC. */
  classification: string;
  manufacturer: { partId: string; name: string } | undefined;
  leadDays: number | undefined;
}

/** What is returned of a cart. With `faults` it is not returned: the lines are those without any. */
export interface ReturnPlan {
  lines: readonly PlannedReturnLine[];
  shipping: HeaderAmount | undefined;
  tax: HeaderAmount | undefined;
  /** Of all lines, without what is in the header. */
  totalMinor: number;
  total: string;
  faults: readonly FoundFault[];
}

/** Only together, and only where the number fits: a cut number is that of another product. */
function planManufacturer({ manufacturer }: ReturnableProduct, limits: Limits): PlannedReturnLine['manufacturer'] {
  if (!manufacturer || isTooLong(manufacturer.partId, limits.manufacturerPartId)) return undefined;
  const [partId, name] = [manufacturer.partId.trim(), cutText(toOneLine(manufacturer.name), limits.manufacturerName)];
  return partId === '' || name === '' ? undefined : { partId, name };
}

/** A product as a line, with what it costs. Call it only for one without faults. */
export function planLine(
  product: ReturnableProduct & Partial<Pick<ReturnableCartLine, 'id' | 'designs'>>,
  { quantity, unitMinor }: { quantity: number; unitMinor: number },
  settings: ReturnSettings,
): PlannedReturnLine {
  const limits = findLimits(settings);
  const rounded = roundAmount(unitMinor, settings.currencyCode);
  return {
    kind: 'goods',
    lineId: product.id ?? null,
    designKey: null,
    sku: product.sku,
    quantity,
    unitMinor: rounded,
    unitPrice: toDecimalAmount(rounded, settings.currencyCode),
    shortName: shortenName(product, limits),
    description: cutText(describeGarment(product, product.designs ?? []), limits.description),
    unitOfMeasure: settings.units[toUnitOfMeasure(product.unitCode)] ?? '',
    classification: findClassification(product, settings) ?? '',
    manufacturer: planManufacturer(product, limits),
    leadDays: product.leadDays ?? undefined,
  };
}

/** A line, or why there is none. */
interface PlannedOrNot {
  line: PlannedReturnLine | undefined;
  faults: FoundFault[];
}

function planGoods(line: ReturnableCartLine, settings: ReturnSettings): PlannedOrNot {
  const own: ReturnFault[] = line.ownPieces > 0 ? [{ kind: 'ownPayment', pieces: line.ownPieces }] : [];
  const faults = [...own, ...findProductFaults(line, line.unitMinor, settings)];
  return {
    line: faults.length === 0 ? planLine(line, line, settings) : undefined,
    faults: faults.map((fault) => ({ lineId: line.id, name: toGarmentName(line), fault })),
  };
}

/** An amount beside the goods, rounded to what the currency has. */
interface Amount extends Pick<ReturnableCharge, 'name' | 'designKey' | 'amountMinor'> {
  kind: 'charge' | 'delivery' | 'tax';
}

/** An amount as a line of one piece. */
function planAmount({ kind, name, designKey, amountMinor }: Amount, settings: ReturnSettings): PlannedOrNot {
  const { charge, currencyCode } = settings;
  const limits = findLimits(settings);
  const faults: ReturnFault[] = charge === null ? [{ kind: 'noChargeLine' }] : findNumberFaults(charge.sku, limits);
  if (charge === null || faults.length > 0)
    return { line: undefined, faults: faults.map((fault) => ({ lineId: null, name, fault })) };
  const line: PlannedReturnLine = {
    kind,
    lineId: null,
    designKey,
    sku: charge.sku,
    quantity: 1,
    unitMinor: amountMinor,
    unitPrice: toDecimalAmount(amountMinor, currencyCode),
    shortName: cutText(toOneLine(name), limits.shortName),
    description: cutText(toOneLine(name), limits.description),
    unitOfMeasure: charge.unit,
    classification: charge.classification,
    manufacturer: undefined,
    leadDays: undefined,
  };
  return { line, faults: [] };
}

/** The tax of what is returned: of each line on its sum, rounded half up, as everywhere. */
function planTax(lines: readonly ReturnableCartLine[], charged: readonly ReturnableCharge[], currencyCode: string): Amount {
  const ofLine = (line: ReturnableCartLine) =>
    calculateTax(roundAmount(line.unitMinor, currencyCode) * line.quantity, line.taxRate);
  const taxMinor = [...lines.map(ofLine), ...charged.map((amount) => amount.taxMinor)].reduce((sum, tax) => sum + tax, 0);
  const [rate, ...others] = new Set(lines.map(({ taxRate }) => taxRate));
  const name = rate !== undefined && others.length === 0 ? `Tax ${formatRate(rate)}` : 'Tax';
  return { kind: 'tax', name, designKey: null, amountMinor: roundAmount(taxMinor, currencyCode) };
}

/** A rate of tax as a fraction in words: `20%`, `5.5%`. */
const formatRate = (rate: number): string => `${Math.round(rate * 10_000) / 100}%`;

/** In which way amounts are returned: where there is no header, not in one. */
const modeOf = (mode: AmountMode, { protocol }: ReturnSettings): AmountMode =>
  mode === 'header' && protocol === 'oci' ? 'none' : mode;

/**
 * What is returned of a cart, and what stands in the way. Unit prices are rounded, never lines, because buyers' systems multiply them again: a line costs its unit
 * price times its quantity, and the total is the sum of the lines. Set-up charges are always lines; delivery and tax are what the connection says.
 */
export function planReturn(cart: ReturnableCart, settings: ReturnSettings): ReturnPlan {
  const { currencyCode } = settings;
  const taxMode = modeOf(settings.taxMode, settings);
  const deliveryMode = modeOf(settings.deliveryMode, settings);
  const charged = cart.charges
    .map((amount) => ({ ...amount, amountMinor: roundAmount(amount.amountMinor, currencyCode) }))
    .filter(({ kind, amountMinor }) => amountMinor > 0 && (kind !== 'delivery' || deliveryMode !== 'none'));
  const isInHeader = ({ kind }: ReturnableCharge) => kind === 'delivery' && deliveryMode === 'header';
  const delivery = charged.find(isInHeader);
  const tax = planTax(cart.lines, charged, currencyCode);
  const amounts = [
    ...charged.filter((amount) => !isInHeader(amount)),
    ...(taxMode === 'line' && tax.amountMinor > 0 ? [tax] : []),
  ];
  const planned = [
    ...cart.lines.map((line) => planGoods(line, settings)),
    ...amounts.map((amount) => planAmount(amount, settings)),
  ];
  const lines = planned.map(({ line }) => line).filter((line) => line !== undefined);
  const totalMinor = lines.reduce((sum, { unitMinor, quantity }) => sum + unitMinor * quantity, 0);
  const toHeader = ({ name, amountMinor }: Pick<Amount, 'name' | 'amountMinor'>): HeaderAmount => ({
    amount: toDecimalAmount(amountMinor, currencyCode),
    description: toOneLine(name),
  });
  return {
    lines,
    shipping: delivery && toHeader(delivery),
    tax: taxMode === 'header' ? toHeader(tax) : undefined,
    totalMinor,
    total: toDecimalAmount(totalMinor, currencyCode),
    faults: [...findCurrencyFaults(cart, settings), ...planned.flatMap(({ faults }) => faults)],
  };
}

const findCurrencyFaults = (cart: ReturnableCart, { currencyCode }: ReturnSettings): FoundFault[] =>
  cart.currencyCode === currencyCode
    ? []
    : [{ lineId: null, name: 'Cart', fault: { kind: 'currency', cart: cart.currencyCode, connection: currencyCode } }];
