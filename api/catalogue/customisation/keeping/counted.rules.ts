/** A number with its noun: "1 cart", "1,200 carts". */
export const countOf = (number: number, one: string, several = `${one}s`): string =>
  `${number.toLocaleString('en-GB')} ${number === 1 ? one : several}`;
