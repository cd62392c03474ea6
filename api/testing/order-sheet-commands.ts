import { command, expectEqual, follow, newKey, type OrderCommand } from './order-command.ts';
import { emptyCart, expectCart, placeCart } from './order-commands.ts';
import { plainDesign } from './order-designs.ts';
import type { OrderFixture } from './order-fixture.ts';
import {
  beyondOf,
  type CartLine,
  canReserve,
  needsApproval,
  type OrderModel,
  type Prediction,
  SIZES,
  sumOf,
  type Wearer,
} from './order-model.ts';
import { addToCart, findEqual, inCart } from './order-model-cart.ts';
import { coverCart, isSoldIn } from './order-prices.ts';
import { requestSheet, requestSheetCheck, type SheetRowInput } from './order-sheets.ts';

// Sheets for several wearers: what the check says, what adding does, and the orders that follow.

/** A row of a sheet. */
export interface ModelSheetRow {
  wearer: Wearer;
  size: number;
  quantity: number;
  hasReason: boolean;
}

const toCartLine = (row: ModelSheetRow): CartLine => ({
  ...row,
  design: plainDesign(row.size),
  namesWearer: true,
  namesPart: false,
});

function fill(cart: readonly CartLine[], rows: readonly ModelSheetRow[]): CartLine[] {
  const filled = structuredClone([...cart]);
  for (const row of rows) addToCart({ cart: filled }, toCartLine(row));
  return filled;
}

/** What the check of a sheet should say. `cart`: the cart with the rows that can be added. */
interface ExpectedCheck {
  isProblem: boolean[];
  pieces: number;
  beyond: number;
  waits: boolean;
  cart: CartLine[];
}

/** Rows are problems whose line in the cart could not be ordered, of which several rows and what is in the cart already may be part. */
function predictCheck(model: OrderModel, rows: readonly ModelSheetRow[]): ExpectedCheck {
  const cart = fill(model.cart, rows);
  const isProblem = rows.map((row) => {
    const line = findEqual({ cart }, toCartLine(row)) as CartLine;
    return !canReserve(model, row.size, inCart({ cart }, row.size)) || !isSoldIn(model, row.size, line.quantity);
  });
  const addable = rows.filter((_, index) => !isProblem[index]);
  const added = fill(model.cart, addable);
  const lines = coverCart(model, added);
  // What is in the cart already is covered first.
  const beyond = sumOf(lines, (line) => {
    const own = added[lines.indexOf(line)] as CartLine;
    const before = findEqual(model, own)?.quantity ?? 0;
    return Math.min(beyondOf(line), own.quantity - before);
  });
  return {
    isProblem,
    pieces: sumOf(addable, ({ quantity }) => quantity),
    beyond,
    waits: addable.length > 0 && needsApproval(model, lines),
    cart: added,
  };
}

const toRow = ({ garments, wearerEmails }: OrderFixture, { wearer, size, quantity, hasReason }: ModelSheetRow): SheetRowInput => {
  const { product, combination } = SIZES[size as 0];
  return {
    // Someone who orders for themselves has no one to name.
    wearer: wearerEmails[wearer] ?? (wearerEmails[0] as string),
    garment: garments[product].name,
    size: `Size ${combination}`,
    quantity: String(quantity),
    ...(hasReason ? { reason: 'For the gala.' } : {}),
  };
};

/**
 * Checks a sheet and adds it. Returns the rows that are no problem where others are, with the fingerprint of what was said of them, and undefined when there is
 * nothing more to do. `seen`: what was said of the same rows before.
 */
async function sendSheet(
  model: OrderModel,
  fixture: OrderFixture,
  by: SheetCaller,
  rows: readonly ModelSheetRow[],
  seen?: string,
): Promise<{ rows: readonly ModelSheetRow[]; fingerprint: string } | undefined> {
  const client = fixture.callers[by];
  const sheet = rows.map((row) => toRow(fixture, row));
  const checked = await requestSheetCheck(client, sheet);
  const mayOrder = model.ordersForOthers && by === 'wearer';
  follow(fixture, 'check a sheet', checked, { status: mayOrder ? 200 : 403 });
  if (!mayOrder) {
    follow(fixture, 'add a sheet', await requestSheet(client, sheet, undefined, newKey()), { status: 403 });
    return undefined;
  }
  const { isProblem, cart, ...expected } = predictCheck(model, rows);
  const canAdd = !isProblem.includes(true);
  const { rows: answers, totals, fingerprint } = checked.body;
  expectEqual(
    'the check of a sheet',
    {
      isProblem: answers.map(({ state }) => state === 'problem'),
      canAdd: checked.body.canAdd,
      pieces: totals.pieces,
      beyond: totals.beyondQuantity,
      waits: totals.needsApproval,
    },
    { isProblem, canAdd, ...expected },
  );
  if (seen !== undefined) expectEqual('what was seen of the rows without problems', fingerprint, seen);
  const prediction: Prediction = canAdd
    ? {
        status: 200,
        apply: () => {
          model.cart = cart;
        },
      }
    : { status: 400 };
  follow(fixture, 'add a sheet', await requestSheet(client, sheet, fingerprint, newKey()), prediction);
  await expectCart(fixture, model);
  return canAdd ? undefined : { rows: rows.filter((_, index) => !isProblem[index]), fingerprint };
}

/** Those who send sheets; only the wearer may, and only where they order for others. */
export type SheetCaller = 'wearer' | 'sales' | 'stranger';

/**
 * Adds a sheet to what is in the cart, or to an empty one, and places the cart. Rows that are a problem are left out once this has been said.
 */
export const placeSheet = (by: SheetCaller, rows: readonly ModelSheetRow[], into: 'the cart' | 'an empty cart'): OrderCommand =>
  command(
    `${by}: place a sheet with ${into}: ${rows
      .map(
        ({ wearer, size, quantity }) => `${quantity} × ${SIZES[size as 0].name} for ${wearer === 0 ? 'oneself' : 'a colleague'}`,
      )
      .join(', ')}`,
    async (model, fixture) => {
      if (into === 'an empty cart') await emptyCart(model, fixture);
      const others = await sendSheet(model, fixture, by, rows);
      if (others && others.rows.length > 0) await sendSheet(model, fixture, by, others.rows, others.fingerprint);
      if (model.cart.length > 0) await placeCart(model, fixture, 'wearer', 'place a sheet');
    },
    ({ ordersForOthers }) => ordersForOthers || by !== 'wearer',
  );
