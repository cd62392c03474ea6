import { toUnitOfMeasure } from '#api/catalogue/products/units.rules.ts';
import type { UnitOfMeasure } from '#contract/catalogue/products/units.ts';
import type { AMOUNT_MODES } from '#contract/integrations/punchout/connection-values.ts';
import { isTooLong, measureText } from '../texts/cut-text.rules.ts';
import { roundAmount } from './amounts.rules.ts';
import {
  findLimits,
  findUnitFault,
  hasForbiddenCharacter,
  isUnspsc,
  type LimitSettings,
  type Limits,
  type UnitMap,
} from './limits.rules.ts';
import { describeGarment, type GarmentName, toGarmentName } from './line-texts.rules.ts';

/** Where amounts beside the goods are returned: nowhere, in the header of the cart, or as lines. OCI has no header. */
export type AmountMode = (typeof AMOUNT_MODES)[number];

/** What of a connection decides what can be returned, and how. */
export interface ReturnSettings extends LimitSettings {
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
export interface ReturnableProduct extends GarmentName {
  sku: string;
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
export interface ReturnableCartLine extends ReturnableProduct {
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

/** The code of UNSPSC that a product is returned with: the connection's for the nearest of its categories, otherwise our own. */
export const findClassification = (
  { unspsc, categoryIds }: Pick<ReturnableProduct, 'unspsc' | 'categoryIds'>,
  { classifications }: Pick<ReturnSettings, 'classifications'>,
): string | null => {
  const own = categoryIds.map((id) => classifications.find(({ categoryId }) => categoryId === id)).find((found) => found);
  return own?.code ?? unspsc;
};

/** Why a part number cannot be returned. */
export function findNumberFaults(sku: string, { partNumber, system }: Limits): ReturnFault[] {
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
  const isFree = priceMinor !== null && roundAmount(priceMinor, settings.currencyCode) === 0;
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
    ['short name', toGarmentName(product), limits.shortName],
    ['description', describeGarment(product, []), limits.description],
    ['manufacturer', product.manufacturer?.name ?? '', limits.manufacturerName],
  ] as const;
  return texts
    .filter(([, value, limit]) => isTooLong(value, limit))
    .map(([text, value, limit]) => ({ text, length: measureText(value, limit), ...limit }));
}
