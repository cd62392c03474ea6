import type { ReplyOf } from '#contract/index.ts';
import type { FindSizeStock } from '#web/sizing/size-stock.ts';
import { formatDate } from '#web/ui/format/format.ts';

export type ReturnForm = ReplyOf<'GET /api/returnrequest/:id'>['returnRequest'];
export type ReturnItem = ReturnForm['items'][number];
type ExchangeOption = ReturnItem['exchangeOptions'][number];
export type Fit = 'tooSmall' | 'tooBig';

/** Something that can be wrong: a size that does not fit, or a reason of the portal. */
export interface Problem {
  key: string;
  label: string;
  reasonId: number;
  fit: Fit | null;
}

/** The reason for a size that does not fit: it was ordered wrongly. */
const WRONG_SIZE = 'Wrong product ordered';

/** What can be wrong with a line. Of goods made to order or personalised only a fault counts. */
export function listProblems({ availableReturnReasons: reasons }: ReturnForm, item: ReturnItem): Problem[] {
  const faults = reasons.filter(({ isFault }) => isFault || !item.onlyIfFaulty);
  const wrongSize = faults.find(({ name }) => name === WRONG_SIZE);
  const sizes: Problem[] =
    wrongSize && item.fitPlaces.length > 0
      ? [
          { key: 'tooSmall', label: 'Too small', reasonId: wrongSize.id, fit: 'tooSmall' },
          { key: 'tooBig', label: 'Too large', reasonId: wrongSize.id, fit: 'tooBig' },
        ]
      : [];
  return [...sizes, ...faults.map(({ id, name }) => ({ key: String(id), label: name, reasonId: id, fit: null }))];
}

/** Names of the places at which a garment can be tight or loose. */
export const PLACE_LABELS: Readonly<Record<string, string>> = {
  chest: 'Chest',
  shoulders: 'Shoulders',
  sleeves: 'Sleeves',
  waist: 'Waist',
  hips: 'Hips',
  length: 'Length',
};

/** Whether pieces of a size can be reserved. */
export const isReservable = ({ availableQuantity }: ExchangeOption, quantity: number) =>
  availableQuantity === null || availableQuantity >= quantity;

/** What is said below a size: when it is due, or that there is none. */
export function describeOption(option: ExchangeOption, quantity: number): string {
  if (isReservable(option, quantity)) return '';
  if (option.dueDateUtc) return `due ${formatDate(option.dueDateUtc)}`;
  return option.availableQuantity ? `only ${option.availableQuantity}` : 'out of stock';
}

/** Whether the advised size can be sent instead. Of a size that is not among the options, nothing is known. */
export const createExchangeStock =
  (options: readonly ExchangeOption[]): FindSizeStock =>
  ({ sizeId }) => {
    const same = options.filter((option) => option.sizeId === sizeId);
    const isOut = same.length > 0 && same.every(({ availableQuantity }) => availableQuantity === 0);
    const due = same.flatMap(({ dueDateUtc }) => dueDateUtc ?? []).toSorted()[0];
    return {
      isHere: !isOut,
      missing: isOut
        ? {
            colour: undefined,
            reason: 'out',
            due: due ? { day: formatDate(due), colour: undefined } : undefined,
            awaitable: undefined,
          }
        : undefined,
      colours: [],
      neighbours: [],
    };
  };

/** What is exchanged, in words: "Teal, M". */
export const nameSize = ({ attributeDescription, productName }: Pick<ReturnItem, 'attributeDescription' | 'productName'>) =>
  attributeDescription || productName;
