import { calculateTax } from '#api/catalogue/pricing/pricing.rules.ts';
import { toUnitOfMeasure } from '#api/catalogue/products/units.rules.ts';
import type { UnitOfMeasure } from '#contract/catalogue/products/units.ts';
import type { HeaderAmount } from '../cxml/write-cart.rules.ts';
import { cutText, isTooLong, measureText } from '../texts/cut-text.rules.ts';
import {
  findLimits,
  findUnitFault,
  hasForbiddenCharacter,
  isUnspsc,
  type LimitProfile,
  type Limits,
  type Protocol,
  type UnitMap,
} from './limits.rules.ts';

/** Where amounts beside the goods are returned: nowhere, in the header of the cart, or as lines. OCI has no header. */
export type AmountMode = 'none' | 'header' | 'line';

/** What of a connection decides what can be returned, and how. */
export interface ReturnSettings {
  protocol: Protocol;
  limits: LimitProfile;
  units: UnitMap;
  /** Codes of UNSPSC in place of our own, by category. */
  classifications: readonly { categoryId: number; code: string }[];
  /** As what amounts beside the goods are returned as lines; null: a cart with such amounts cannot be returned. */
  charge: { sku: string; classification: string; unit: string } | null;
  currencyCode: string;
  taxMode: AmountMode;
  deliveryMode: AmountMode;
}

/** What of a product, in one of its sizes and colours, decides whether it can be returned. */
export interface ReturnableProduct {
  sku: string;
  name: string;
  /** Colour, size and length in words. */
  attributes: readonly string[];
  /** The unit as it is stored: `EA`, `PR`, `SET` or `PK`. */
  unitCode: string;
  /** UNSPSC of the product, otherwise of its category; null for none. */
  unspsc: string | null;
  /** Its categories and those above them, the nearest first. */
  categoryIds: readonly number[];
  /** Its price is on request. */
  callForPrice: boolean;
  manufacturer: { partId: string; name: string } | null;
  leadDays: number | null;
}

/** A line of a cart. Money in hundredths, without tax. */
export interface ReturnableLine extends ReturnableProduct {
  /** The line of the cart. */
  id: number;
  quantity: number;
  /** Of a piece with its decoration. */
  unitMinor: number;
  /** A fraction. */
  taxRate: number;
  /** Its designs in words. */
  designs: readonly string[];
  /** Pieces beyond the entitlement, which the person would pay. */
  ownPieces: number;
}

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
  lines: readonly ReturnableLine[];
  charges: readonly ReturnableCharge[];
}

/** Why something cannot be returned, as data. */
export type ReturnFault =
  | { kind: 'onRequest' }
  | { kind: 'ownPayment'; pieces: number }
  | { kind: 'free'; system: string }
  | { kind: 'noUnit'; unit: UnitOfMeasure }
  | { kind: 'unsuitableUnit'; unit: UnitOfMeasure; fault: string }
  | { kind: 'noClassification' }
  | { kind: 'unknownClassification'; code: string }
  | { kind: 'longNumber'; length: number; most: number; system: string }
  | { kind: 'forbiddenCharacter' }
  | { kind: 'noChargeLine' }
  | { kind: 'currency'; cart: string; connection: string };

/** A fault of a line of the cart, or of the whole cart or an amount beside the goods (`lineId` is null). */
export interface FoundFault {
  lineId: number | null;
  /** What it is about: the garment, or the amount. */
  name: string;
  fault: ReturnFault;
}

/** A line as it is returned, without what identifies it. Texts are within the limits of the connection. */
export interface PlannedLine {
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
  lines: readonly PlannedLine[];
  shipping: HeaderAmount | undefined;
  tax: HeaderAmount | undefined;
  /** Of all lines, without what is in the header. */
  totalMinor: number;
  total: string;
  faults: readonly FoundFault[];
}

const wholeCurrencies = new Map<string, boolean>();

/** Whether a currency has no smaller unit than its main one, such as the yen. Amounts are kept in hundredths of every currency. */
function isWhole(currencyCode: string): boolean {
  let found = wholeCurrencies.get(currencyCode);
  if (found === undefined) {
    // Creating a format takes longer than a line of a cart.
    const format = new Intl.NumberFormat('en-GB', { style: 'currency', currency: currencyCode });
    found = format.resolvedOptions().maximumFractionDigits === 0;
    wholeCurrencies.set(currencyCode, found);
  }
  return found;
}

/** An amount in hundredths, rounded half up to what the currency has. */
const roundTo = (minor: number, whole: boolean): number => (whole ? Math.floor((minor + 50) / 100) * 100 : minor);

/** An amount in hundredths as a decimal number without separators: `1234.50`, and `1235` in a currency without a smaller unit. */
export function formatAmount(minor: number, currencyCode: string): string {
  const digits = String(Math.abs(minor)).padStart(3, '0');
  const sign = minor < 0 ? '-' : '';
  const units = `${sign}${digits.slice(0, -2)}`;
  return isWhole(currencyCode) ? units : `${units}.${digits.slice(-2)}`;
}

/** The code of UNSPSC that a product is returned with: the connection's for the nearest of its categories, otherwise our own. */
export const findClassification = (
  { unspsc, categoryIds }: Pick<ReturnableProduct, 'unspsc' | 'categoryIds'>,
  { classifications }: Pick<ReturnSettings, 'classifications'>,
): string | null => {
  const own = categoryIds.map((id) => classifications.find(({ categoryId }) => categoryId === id)).find((found) => found);
  return own?.code ?? unspsc;
};

function findNumberFaults(sku: string, { partNumber, system }: Limits): ReturnFault[] {
  const faults: ReturnFault[] = [];
  if (hasForbiddenCharacter(sku)) faults.push({ kind: 'forbiddenCharacter' });
  if (isTooLong(sku, partNumber))
    faults.push({ kind: 'longNumber', length: measureText(sku, partNumber), most: partNumber.most, system });
  return faults;
}

function findClassificationFaults(product: ReturnableProduct, settings: ReturnSettings): ReturnFault[] {
  const code = findClassification(product, settings);
  if (code === null) return [{ kind: 'noClassification' }];
  return isUnspsc(code) ? [] : [{ kind: 'unknownClassification', code }];
}

function findUnitFaults({ unitCode }: ReturnableProduct, settings: ReturnSettings): ReturnFault[] {
  const unit = toUnitOfMeasure(unitCode);
  const code = settings.units[unit];
  if (code === undefined) return [{ kind: 'noUnit', unit }];
  const fault = findUnitFault(code, settings);
  return fault === undefined ? [] : [{ kind: 'unsuitableUnit', unit, fault }];
}

/**
 * Why a product could not be returned, before anyone shops; empty when it can. `priceMinor` is what a piece costs without tax, null where it is not known.
 */
export function findProductFaults(
  product: ReturnableProduct,
  priceMinor: number | null,
  settings: ReturnSettings,
): ReturnFault[] {
  const limits = findLimits(settings);
  const isFree = priceMinor !== null && roundTo(priceMinor, isWhole(settings.currencyCode)) === 0;
  return [
    ...(product.callForPrice ? [{ kind: 'onRequest' } as const] : []),
    ...(isFree && !product.callForPrice && !limits.permitsFree ? [{ kind: 'free', system: limits.system } as const] : []),
    ...findUnitFaults(product, settings),
    ...findClassificationFaults(product, settings),
    ...findNumberFaults(product.sku, limits),
  ];
}

/** Texts of a product that the connection has no room for, so that they are cut. */
export interface CutText {
  text: 'short name' | 'description' | 'manufacturer';
  length: number;
  most: number;
  countedIn: 'bytes' | 'characters';
}

/** Which texts of a product are cut when it is returned. */
export function listCutTexts(product: ReturnableProduct, settings: ReturnSettings): CutText[] {
  const limits = findLimits(settings);
  const texts = [
    ['short name', nameShortly(product), limits.shortName],
    ['description', describe(product, []), limits.description],
    ['manufacturer', product.manufacturer?.name ?? '', limits.manufacturerName],
  ] as const;
  return texts
    .filter(([, value, limit]) => isTooLong(value, limit))
    .map(([text, value, limit]) => ({ text, length: measureText(value, limit), ...limit }));
}

const toOneLine = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim();

const nameShortly = ({ name, attributes }: Pick<ReturnableProduct, 'name' | 'attributes'>): string =>
  toOneLine([name, ...attributes].join(', '));

/** Colour and size are what tells two lines apart, so a long name is cut before them where that leaves enough of it. */
function planShortName({ name, attributes }: ReturnableProduct, { shortName: limit }: Limits): string {
  const whole = nameShortly({ name, attributes });
  if (!isTooLong(whole, limit)) return whole;
  const end = attributes.map((attribute) => `, ${toOneLine(attribute)}`).join('');
  const room = limit.most - measureText(end, limit);
  return room < limit.most / 3 ? cutText(whole, limit) : `${cutText(toOneLine(name), { ...limit, most: room })}${end}`;
}

const describe = (product: ReturnableProduct, designs: readonly string[]): string =>
  toOneLine([nameShortly(product), ...designs].join('. '));

/** Only together, and only where the number fits: a cut number is that of another product. */
function planManufacturer({ manufacturer }: ReturnableProduct, limits: Limits): PlannedLine['manufacturer'] {
  if (!manufacturer || isTooLong(manufacturer.partId, limits.manufacturerPartId)) return undefined;
  const [partId, name] = [manufacturer.partId.trim(), cutText(toOneLine(manufacturer.name), limits.manufacturerName)];
  return partId === '' || name === '' ? undefined : { partId, name };
}

/** A product as a line, with what it costs. Call it only for one without faults. */
export function planLine(
  product: ReturnableProduct & Partial<Pick<ReturnableLine, 'id' | 'designs'>>,
  { quantity, unitMinor }: { quantity: number; unitMinor: number },
  settings: ReturnSettings,
): PlannedLine {
  const limits = findLimits(settings);
  const rounded = roundTo(unitMinor, isWhole(settings.currencyCode));
  return {
    kind: 'goods',
    lineId: product.id ?? null,
    designKey: null,
    sku: product.sku,
    quantity,
    unitMinor: rounded,
    unitPrice: formatAmount(rounded, settings.currencyCode),
    shortName: planShortName(product, limits),
    description: cutText(describe(product, product.designs ?? []), limits.description),
    unitOfMeasure: settings.units[toUnitOfMeasure(product.unitCode)] ?? '',
    classification: findClassification(product, settings) ?? '',
    manufacturer: planManufacturer(product, limits),
    leadDays: product.leadDays ?? undefined,
  };
}

/** An amount beside the goods as a line of one piece. */
function planAmount(
  {
    kind,
    name,
    designKey,
    amountMinor,
  }: Pick<ReturnableCharge, 'name' | 'designKey' | 'amountMinor'> & {
    kind: PlannedLine['kind'];
  },
  charge: NonNullable<ReturnSettings['charge']>,
  settings: ReturnSettings,
): PlannedLine {
  const { shortName, description } = findLimits(settings);
  return {
    kind,
    lineId: null,
    designKey,
    sku: charge.sku,
    quantity: 1,
    unitMinor: amountMinor,
    unitPrice: formatAmount(amountMinor, settings.currencyCode),
    shortName: cutText(toOneLine(name), shortName),
    description: cutText(toOneLine(name), description),
    unitOfMeasure: charge.unit,
    classification: charge.classification,
    manufacturer: undefined,
    leadDays: undefined,
  };
}

function findLineFaults(line: ReturnableLine, settings: ReturnSettings): FoundFault[] {
  const own: ReturnFault[] = line.ownPieces > 0 ? [{ kind: 'ownPayment', pieces: line.ownPieces }] : [];
  const faults = [...own, ...findProductFaults(line, line.unitMinor, settings)];
  return faults.map((fault) => ({ lineId: line.id, name: nameShortly(line), fault }));
}

function findAmountFaults(name: string, settings: ReturnSettings): FoundFault[] {
  const faults: ReturnFault[] =
    settings.charge === null ? [{ kind: 'noChargeLine' }] : findNumberFaults(settings.charge.sku, findLimits(settings));
  return faults.map((fault) => ({ lineId: null, name, fault }));
}

/** In which way amounts are returned: where there is no header, not in one. */
const modeOf = (mode: AmountMode, { protocol }: ReturnSettings): AmountMode =>
  mode === 'header' && protocol === 'oci' ? 'none' : mode;

/**
 * What is returned of a cart, and what stands in the way. Unit prices are rounded, never lines, because buyers' systems multiply them again: a line costs its unit
 * price times its quantity, and the total is the sum of the lines. Set-up charges are always lines; delivery and tax are what the connection says.
 */
export function planReturn(cart: ReturnableCart, settings: ReturnSettings): ReturnPlan {
  const { currencyCode, charge } = settings;
  const whole = isWhole(currencyCode);
  const deliveryMode = modeOf(settings.deliveryMode, settings);
  const taxMode = modeOf(settings.taxMode, settings);
  const faults: FoundFault[] = [];
  if (cart.currencyCode !== currencyCode)
    faults.push({ lineId: null, name: 'Cart', fault: { kind: 'currency', cart: cart.currencyCode, connection: currencyCode } });

  const lines: PlannedLine[] = [];
  let taxMinor = 0;
  const rates = new Set<number>();
  for (const line of cart.lines) {
    const found = findLineFaults(line, settings);
    faults.push(...found);
    if (found.length > 0) continue;
    const planned = planLine(line, line, settings);
    lines.push(planned);
    taxMinor += calculateTax(planned.unitMinor * planned.quantity, line.taxRate);
    rates.add(line.taxRate);
  }

  const addAmount = (amount: Parameters<typeof planAmount>[0]) => {
    const found = findAmountFaults(amount.name, settings);
    faults.push(...found);
    if (charge && found.length === 0) lines.push(planAmount(amount, charge, settings));
  };
  let shipping: HeaderAmount | undefined;
  for (const amount of cart.charges) {
    const amountMinor = roundTo(amount.amountMinor, whole);
    const mode = amount.kind === 'delivery' ? deliveryMode : 'line';
    if (mode === 'none' || amountMinor === 0) continue;
    taxMinor += amount.taxMinor;
    if (mode === 'line') addAmount({ ...amount, amountMinor });
    else shipping = { amount: formatAmount(amountMinor, currencyCode), description: amount.name };
  }

  const tax = { name: rates.size === 1 ? `Tax ${formatRate([...rates][0] ?? 0)}` : 'Tax', amountMinor: roundTo(taxMinor, whole) };
  if (taxMode === 'line' && tax.amountMinor > 0) addAmount({ ...tax, kind: 'tax', designKey: null });

  const totalMinor = lines.reduce((sum, { unitMinor, quantity }) => sum + unitMinor * quantity, 0);
  return {
    lines,
    shipping,
    tax: taxMode === 'header' ? { amount: formatAmount(tax.amountMinor, currencyCode), description: tax.name } : undefined,
    totalMinor,
    total: formatAmount(totalMinor, currencyCode),
    faults,
  };
}

/** A rate of tax as a fraction in words: `20%`, `5.5%`. */
const formatRate = (rate: number): string => `${Math.round(rate * 10_000) / 100}%`;
