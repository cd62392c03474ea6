import { ApiError } from '#web/app/api-error.ts';
import type { PackLine } from '../pack-order.ts';
import type { Bag } from './bags.ts';

/** What the person enters for a parcel. */
export interface ParcelForm {
  carrier: string;
  trackingNumber: string;
  trackingUrl: string;
}

/** Why a shipment was refused: beside a field, at a bag, or of the whole. */
export interface ShipProblems {
  fields: Readonly<Record<string, Partial<Record<keyof ParcelForm, string>>>>;
  bags: Readonly<Record<string, readonly string[]>>;
  general: readonly string[];
}

/** As the server names the garment of a line. */
const nameOnServer = ({ productName, attributeDescription }: PackLine) =>
  [productName, attributeDescription].filter(Boolean).join(', ');

/** Places the reasons for which these bags could not be shipped. The parcels of the request are in the order of the bags. */
export function placeShipProblems(error: unknown, bags: readonly Bag[]): ShipProblems {
  const fields: Record<string, Partial<Record<keyof ParcelForm, string>>> = {};
  const byBag: Record<string, string[]> = {};
  const general: string[] = [];
  if (!(error instanceof ApiError) || Object.keys(error.errors).length === 0)
    return { fields, bags: byBag, general: [error instanceof Error ? error.message : String(error)] };
  for (const [name, [message = '']] of Object.entries(error.errors)) {
    const [, position, field = ''] = /^parcels\[(\d+)\]\.(\w+)/.exec(name) ?? [];
    const bag = position === undefined ? undefined : bags[Number(position)];
    if (bag && (field === 'carrier' || field === 'trackingNumber' || field === 'trackingUrl')) {
      fields[bag.key] = { ...fields[bag.key], [field]: message };
      continue;
    }
    const concerned = bag
      ? [bag]
      : bags.filter(
          ({ lines, orderIds }) =>
            (name === 'stock' && lines.some((line) => message.includes(nameOnServer(line)))) ||
            (name === 'order' && orderIds.some((orderId) => message.startsWith(`Order ${orderId} `))),
        );
    if (concerned.length === 0) general.push(message);
    for (const { key } of concerned) byBag[key] = [...(byBag[key] ?? []), message];
  }
  return { fields, bags: byBag, general };
}

/** Why a tracking link is refused; undefined when it is empty or begins with https. */
export function findLinkProblem(url: string): string | undefined {
  const trimmed = url.trim();
  return trimmed === '' || /^https:\/\/[^\s<>"]+$/.test(trimmed)
    ? undefined
    : 'The tracking link must be an address that begins with https://.';
}
