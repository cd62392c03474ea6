import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { aDecoratedOrder, anEmbroideredLogo, finishPieces } from '#api/testing/decoration.ts';
import { aDecoratedProduct, type DecoratedProduct } from '#api/testing/designs.ts';
import { setApprovalRules } from '#api/testing/order-changes.ts';
import { hasPdfReaders, readPdf } from '#api/testing/pdf-reader.ts';
import { type TestOperatorClient, toRefusal } from '#api/testing/portal.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { signInAs } from '#api/testing/wearers.ts';

const portal = usePortal();
let operator: TestOperatorClient;
let polo: DecoratedProduct;
let order: Awaited<ReturnType<typeof aDecoratedOrder>>;

/** Two sizes of a polo with a logo; one with a text that a spreadsheet could take for a formula. */
beforeAll(async () => {
  await setApprovalRules(portal);
  operator = await portal.asOperator({ brandIds: [1] });
  polo = await aDecoratedProduct(portal.db, { stock: [50, 50] });
  const logo = await anEmbroideredLogo(portal, polo);
  const text = { methodId: 20, positionId: polo.positions['upper-back'], text: '=Cmd, "O’Neil"' };
  order = await aDecoratedOrder(portal, await signInAs(portal, {}), polo, { designs: [logo, text] });
  await sql`update orders set released_at = now() where id = ${order.id}`.execute(portal.db);
  await sql`
    insert into proof (organisation_id, request_id, version, file_id, width_mm, height_mm, colours, status, decided_at)
    select k.organisation_id, q.id, 1, k.logo_file_id, 80.5, 35, array['Navy 1034', 'White 0015'], 'approved', now()
    from order_line_customisation k join proof_request q on q.organisation_id = k.organisation_id and q.logo_id = k.logo_id
    where k.order_line_id = ${order.lines[0]}`.execute(portal.db);
});

const getFile = (path: string) =>
  portal.app.inject({ url: `/api/operator/decoration/workorder${path}`, headers: operator.headers });

describe('a work order', () => {
  it.skipIf(!hasPdfReaders)('has each design with its measures, texts, lines and barcodes', async () => {
    const { statusCode, headers, rawPayload } = await getFile(`?orderId=${order.id}`);
    expect([statusCode, headers['content-type']]).toEqual([200, 'application/pdf']);
    const { pages, faults, objects } = await readPdf(Readable.from([rawPayload]));
    expect(faults).toBe('');
    const text = pages.join('\n').replaceAll(/\s+/g, ' ');
    expect(text).toContain(`Work order for order ${order.id}`);
    expect(text).toContain('Left chest: logo Anchor');
    expect(text).toContain('=Cmd, "O’Neil"');
    expect(text).toContain('Area, width × height');
    expect(text).toContain('80.5 × 35 mm');
    expect(text).toContain('Approved colours: Navy 1034, White 0015');
    expect(objects).toContain(`/Alt (Barcode of L${order.lines[0]})`);
  });

  it.skipIf(!hasPdfReaders)('names the same designs as the pick list', async () => {
    const { rawPayload } = await portal.app.inject({
      url: `/api/operator/picklist?orderIds=${order.id}`,
      headers: operator.headers,
    });
    const { pages } = await readPdf(Readable.from([rawPayload]));
    expect(pages.join(' ').replaceAll(/\s+/g, ' ')).toContain('Left chest: logo Anchor, embroidered');
  });

  it('is a table with a row for each design, in which no text is a formula', async () => {
    const { statusCode, payload } = await getFile(`.csv?orderId=${order.id}`);
    expect(statusCode).toBe(200);
    const [headers, embroidery, print, ...more] = payload.split('\r\n');
    expect(headers).toMatch(/^\uFEFFFinish by,Method,Design/);
    expect(embroidery).toContain('Embroidery,Left chest: logo Anchor');
    expect(embroidery).toMatch(/,80\.5,35,Navy 1034; White 0015$/);
    expect(print).toMatch(/,,,$/);
    expect(print).toContain(`"'=Cmd, ""O’Neil"""`);
    expect(print).toContain(`,L${order.lines[0]},`);
    expect(more).toEqual(['']);
  });

  it('is made for a day without what is finished', async () => {
    const { body } = await operator.get<'GET /api/operator/decoration/work'>('/api/operator/decoration/work');
    const day = body.days[0]?.day;
    expect((await getFile(`.csv?day=${day}`)).payload).toContain(`,L${order.lines[0]},`);
    await finishPieces(operator, { orderItemId: order.lines[0], quantity: 2 });
    expect((await getFile(`.csv?day=${day}`)).statusCode).toBe(409);
    expect((await getFile(`.csv?orderId=${order.id}`)).statusCode).toBe(200);
  });

  it('has all lines of a day, of which the list shows a page', async () => {
    const more = 510;
    const { id, lines } = await aDecoratedOrder(portal, await signInAs(portal, {}), polo);
    await sql`update orders set released_at = now() where id = ${id}`.execute(portal.db);
    await sql`
      insert into order_line overriding system value
      select (json_populate_record(l, json_build_object('id', l.id + 1000000 + n))).*
      from order_line l, generate_series(1, ${more}::int) n where l.id = ${lines[0]}`.execute(portal.db);
    await sql`
      insert into order_line_customisation overriding system value
      select (json_populate_record(k, json_build_object('id', k.id + 1000000 + n, 'order_line_id', k.order_line_id + 1000000 + n))).*
      from order_line_customisation k, generate_series(1, ${more}::int) n where k.order_line_id = ${lines[0]}`.execute(portal.db);
    const readPage = async (query: string) =>
      (await operator.get<'GET /api/operator/decoration/work'>(`/api/operator/decoration/work?${query}`)).body;
    const [first] = (await readPage('lines=false')).days;
    const pages = [];
    for (const page of [0, 1]) pages.push(await readPage(`day=${first?.day}&page=${page}`));
    const count = first?.lines ?? 0;
    expect(count).toBeGreaterThan(more);
    expect(pages.map((page) => [page.lineCount, page.page, page.lines.length])).toEqual([
      [count, 0, 500],
      [count, 1, count - 500],
    ]);
    expect(new Set(pages.flatMap((page) => page.lines.map((each) => each.id))).size).toBe(count);
    expect((await readPage(`day=${first?.day}&page=9`)).page).toBe(1);
    const csv = (await getFile(`.csv?day=${first?.day}`)).payload;
    for (const line of pages.flatMap((page) => page.lines)) expect(csv).toContain(`,${line.code},`);
  });

  it('is refused without a day or an order, and to operators of other brands', async () => {
    expect((await getFile('')).statusCode).toBe(422);
    expect((await getFile(`.csv?day=2026-11-30&orderId=${order.id}`)).statusCode).toBe(422);
    const elsewhere = await portal.asOperator({ brandIds: [2] });
    const path = `/api/operator/decoration/workorder?orderId=${order.id}`;
    expect(toRefusal(await elsewhere.get<'GET /api/operator/decoration/workorder'>(path))[0]).toBe(404);
    const csv = path.replace('workorder?', 'workorder.csv?');
    expect(toRefusal(await elsewhere.get<'GET /api/operator/decoration/workorder.csv'>(csv))[0]).toBe(404);
  });
});
