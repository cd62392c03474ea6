import type { FoundFault, ReturnFault } from './returnable.rules.ts';

const countOf = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** Why something cannot be returned, for the supplier's staff, with what they can do. */
export function explainToStaff(fault: ReturnFault): string {
  switch (fault.kind) {
    case 'onRequest':
      return 'Its price is on request. Enter a price to make it available.';
    case 'ownPayment':
      return `The person would pay ${countOf(fault.pieces, 'piece')} themselves, which PunchOut can’t do. Raise their entitlement or turn off own payment for the wardrobe.`;
    case 'free':
      return `It costs nothing, and ${fault.system} refuses lines without a price. Enter a price.`;
    case 'noUnit':
      return `The connection has no code for the unit “${fault.unit}”. Add the code that the buyer uses.`;
    case 'unsuitableUnit':
      return `The connection’s code for the unit “${fault.unit}” can’t be used. ${fault.fault}`;
    case 'noClassification':
      return 'It has no UNSPSC code. Enter one for the product, one of its categories or the connection.';
    case 'unknownClassification':
      return `“${fault.code}” is not a UNSPSC code. Correct it at the product, its category or the connection.`;
    case 'longNumber':
      return `The SKU has ${countOf(fault.length, 'character')}; ${fault.system} takes at most ${fault.most}. Shorten the SKU.`;
    case 'forbiddenCharacter':
      return 'The SKU contains ?, { or }, which buyers’ systems refuse. Change the SKU.';
    case 'noChargeLine':
      return 'The connection doesn’t say how amounts beside the goods are returned. Enter their SKU, UNSPSC code and unit.';
    case 'currency':
      return `The cart is in ${fault.cart}, the connection in ${fault.connection}. Change the connection’s currency.`;
  }
}

/** Why a line, or the whole cart, cannot be returned, for the person who shops. `system` is what the buyer's system is called, as in "Return to …". */
export function explainToShopper({ name, lineId, fault }: FoundFault, system: string): string {
  switch (fault.kind) {
    case 'onRequest':
      return `${name} has no fixed price, so it can’t be returned to ${system}. Remove it to continue.`;
    case 'ownPayment':
      return `You would pay ${countOf(fault.pieces, 'piece')} of ${name} yourself, which isn’t possible through ${system}. Reduce the quantity or remove it to continue.`;
    case 'currency':
      return `Prices here are in ${fault.cart}, but ${system} expects ${fault.connection}. Please contact us before you continue.`;
    case 'noChargeLine':
      return `“${name}” can’t be returned to ${system}. Remove the garments that it belongs to, or contact us.`;
    default:
      return lineId === null
        ? `“${name}” can’t be returned to ${system}. Please contact us.`
        : `${name} can’t be returned to ${system} because of how it is set up in our catalogue. Remove it to continue, or contact us.`;
  }
}
