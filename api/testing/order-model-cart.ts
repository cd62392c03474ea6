/** The cart of the wearer in the model of orders. */
import { type CartLine, type OrderModel, sumOf } from './order-model.ts';

/** The line of a cart that another one would be added to. */
export const findEqual = ({ cart }: Pick<OrderModel, 'cart'>, to: Omit<CartLine, 'quantity' | 'hasReason'>) =>
  cart.find(
    ({ size, design, wearer, namesPart, namesWearer }) =>
      size === to.size &&
      design === to.design &&
      wearer === to.wearer &&
      namesPart === to.namesPart &&
      namesWearer === to.namesWearer,
  );

export function addToCart({ cart }: Pick<OrderModel, 'cart'>, added: CartLine): void {
  const line = findEqual({ cart }, added);
  if (!line) cart.push(added);
  else {
    line.quantity += added.quantity;
    line.hasReason ||= added.hasReason;
  }
}

export const inCart = ({ cart }: Pick<OrderModel, 'cart'>, size: number) =>
  sumOf(cart, (line) => (line.size === size ? line.quantity : 0));
