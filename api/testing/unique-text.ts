import { randomUUID } from 'node:crypto';

/** A text that no other test has written, in letters alone: many digits in a row can look like the number of a card, which texts refuse. */
export const uniqueText = (): string => randomUUID().replaceAll(/\d/g, (digit) => 'ghijklmnop'[Number(digit)] as string);
