import { sql } from 'kysely';
import { anItem, orderItems } from './builders.ts';
import { aLogo, approveProof, type DecoratedProduct, EMBROIDERY } from './designs.ts';
import type { TestClient, TestOperatorClient, TestServer } from './portal.ts';

/** Places an order of polos with a logo on the left chest, which is approved, or another design; it is released. Returns its lines. */
export async function aDecoratedOrder(
  { db }: Pick<TestServer, 'db'>,
  person: TestClient,
  polo: DecoratedProduct,
  { quantity = 2, size = 0, designs }: { quantity?: number; size?: number; designs?: object[] } = {},
): Promise<{ id: number; lines: number[] }> {
  const item = { ...anItem(polo, quantity, size), customisations: designs ?? [await anEmbroideredLogo({ db }, polo)] };
  return linesOf(db, await orderItems(db, person, item));
}

/** The lines of an order, by its number. */
async function linesOf(db: TestServer['db'], id: number) {
  const { rows } = await sql<{ id: number }>`select id from order_line where order_id = ${id} order by id`.execute(db);
  return { id, lines: rows.map((row) => row.id) };
}

/** A logo on the left chest of a polo that needs no proof any more, as carts take it. */
export async function anEmbroideredLogo({ db }: Pick<TestServer, 'db'>, { positions }: DecoratedProduct) {
  const logoId = await aLogo(db);
  const positionId = positions['left-chest'];
  await approveProof(db, `logo:${logoId}:${EMBROIDERY}:${positionId}`, { logoId });
  return { methodId: EMBROIDERY, positionId, logoId };
}

/** Starts to decorate lines. */
export const startDecoration = (operator: TestOperatorClient, ...orderItemIds: number[]) =>
  operator.post<'POST /api/operator/decoration/start'>('/api/operator/decoration/start', { orderItemIds });

/** Records finished pieces of a line, or by a code. */
export const finishPieces = (operator: TestOperatorClient, piece: object, key?: string) =>
  operator.post<'POST /api/operator/decoration/finish'>(
    '/api/operator/decoration/finish',
    piece,
    key ? { 'idempotency-key': key } : {},
  );

/** Sets back a line that was started by mistake. */
export const resetDecoration = (operator: TestOperatorClient, orderItemId: number, reason = 'Wrong barcode scanned') =>
  operator.post<'POST /api/operator/decoration/reset'>('/api/operator/decoration/reset', { orderItemId, reason });
