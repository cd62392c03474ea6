import { createHash } from 'node:crypto';
import type { ClientBase } from 'pg';
import { createDesignKey, createProofKey } from '#api/catalogue/customisation/design.rules.ts';
import type { BlobStore } from '#api/platform/files/blob-store.ts';
import type { Calendar } from './calendar.ts';
import { drawCorvaneMark, storeContents } from './logos.ts';
import { corvane } from './organisations/corvane.ts';

/** A proof of Corvane's mark on the chest. */
interface DemoProof {
  method: number;
  /** Always the same: a demonstration that is filled in again overwrites the picture. */
  key: string;
  size: readonly [widthMm: number, heightMm: number];
  colours: readonly string[];
  isApproved: boolean;
  /** Days ago and minute of the day. */
  shown: readonly [daysAgo: number, minute: number];
}

const EMBROIDERY = 10;
const TRANSFER = 30;
const NAME_BADGE = 40;
const PROOFS: readonly DemoProof[] = [
  {
    method: EMBROIDERY,
    key: '9f00f001-0000-4000-8000-000000000001',
    size: [62, 61.5],
    colours: ['White 1801', 'Red 1839'],
    isApproved: false,
    shown: [1, 640],
  },
  {
    method: TRANSFER,
    key: '9f00f001-0000-4000-8000-000000000002',
    size: [80, 79],
    colours: ['White', 'Red'],
    isApproved: true,
    shown: [6, 620],
  },
];

const PICTURE = { width: 1200, height: 900 };

/** The mark on cloth, between lines that measure it. */
async function drawProof(mark: Buffer, cloth: string): Promise<Buffer> {
  const { default: sharp } = await import('sharp');
  const side = 520;
  const left = (PICTURE.width - side) / 2;
  const top = (PICTURE.height - side) / 2;
  const logo = await sharp(mark).resize(side, side, { fit: 'inside' }).png().toBuffer();
  const lines = `<svg xmlns="http://www.w3.org/2000/svg" width="${PICTURE.width}" height="${PICTURE.height}"><path d="M${left} ${top + side + 60}h${side}m0 -14v28M${left} ${top + side + 46}v28M${left - 60} ${top}v${side}m-14 0h28M${left - 74} ${top}h28" stroke="#fff" stroke-width="4" fill="none"/></svg>`;
  return sharp({ create: { ...PICTURE, channels: 3, background: cloth } })
    .composite([{ input: logo, gravity: 'centre' }, { input: Buffer.from(lines) }])
    .png()
    .toBuffer();
}

interface OrderedLine {
  lineId: number;
  orderId: number;
  productId: number;
  positionId: number;
  logoId: number;
  placedById: number;
  method: number;
}

/**
 * Two of Corvane's orders have its mark on the chest: one embroidered, whose proof awaits approval and which is therefore not released; and one as a transfer, whose
 * proof was approved. What decorating costs is part of the prices that the lines have; the set-up was free.
 */
export async function insertProofs(
  client: ClientBase,
  calendar: Calendar,
  files: Pick<BlobStore, 'write'> | undefined,
): Promise<void> {
  for (const proof of PROOFS) {
    const line = await findLine(client, proof);
    if (!line) throw new Error(`No order of Corvane has a garment for the proof ${proof.key}.`);
    const picture = files ? await drawProof(await drawCorvaneMark(), '#1f2a44') : Buffer.from(proof.key);
    if (files) await storeContents(files, [picture], [proof.key]);
    await insertProof(client, calendar, proof, line, picture);
  }
}

/** A line of a recent order with a garment that takes the mark, if possible on the chest and by the method; of one that is to be sent where it waits. */
async function findLine(client: ClientBase, { method, isApproved }: DemoProof): Promise<OrderedLine | undefined> {
  const { rows } = await client.query<OrderedLine>(
    `select l.id::int as "lineId", o.id::int as "orderId", l.product_id::int as "productId", p.position_id::int as "positionId", g.id::int as "logoId",
       o.placed_by_id::int as "placedById", m.method::int
     from orders o
     join order_line l on l.organisation_id = o.organisation_id and l.order_id = o.id
     join product_position p on p.product_id = l.product_id
     join decoration_position d on d.id = p.position_id
     cross join lateral unnest(p.method_ids) as m (method)
     join logo g on g.organisation_id = o.organisation_id
     join customer c on c.organisation_id = o.organisation_id and c.id = o.placed_by_id
     where o.organisation_id = $1 and o.origin <> 'exchange' and m.method <> ${NAME_BADGE} and l.made_to_measure_request_id is null
       and not exists (select from order_line_customisation x where x.organisation_id = o.organisation_id and x.logo_id = g.id and x.method_id = m.method and x.position_id = d.id)
       and case when $3::boolean then o.order_state_id in (10, 20, 30)
         else o.order_state_id in (10, 20) and o.released_at is not null and o.picking_started_at is null and o.shipped_at is null and l.packed_quantity = 0
           and l.quantity > l.shipped_quantity + l.cancelled_quantity end
     order by d.place = 'left-chest' desc, m.method = $2 desc, c.email = 'buyer@corvane.example' desc, o.created_at desc, l.id limit 1`,
    [corvane.id, method, isApproved],
  );
  return rows[0];
}

async function insertProof(
  client: ClientBase,
  calendar: Calendar,
  { key, size, colours, isApproved, shown }: DemoProof,
  { lineId, orderId, productId, positionId, logoId, placedById, method }: OrderedLine,
  picture: Buffer,
): Promise<void> {
  const design = {
    ...{ methodId: method, positionId, logoId, text: null, fontName: null, threadColourId: null, garmentDesignId: null },
  };
  const shownAt = calendar.at(-shown[0], shown[1]);
  await client.query(
    `with price as (
       select p.price_minor, m.name as method from decoration_price p join decoration_method m on m.id = p.method_id
       join organisation o on o.id = $1 and o.currency_code = p.currency_code where p.method_id = $4),
     place as (select * from decoration_position where id = $5),
     -- Never before the order was placed.
     moment as (
       select least(now(), greatest(o.created_at + interval '2 hours', $11::timestamptz)) as shown_at from orders o where o.organisation_id = $1 and o.id = $3),
     request as (
       insert into proof_request (organisation_id, proof_key, design, logo_id, requested_by_id, approved_at, told_at, created_at)
       select $1, $8, '{}', $6, $9, case when $10::boolean then shown_at end, o.created_at, o.created_at
       from moment, orders o where o.organisation_id = $1 and o.id = $3
       returning id),
     designed as (
       insert into order_line_customisation (organisation_id, order_line_id, method_id, method, position_id, position, side, x_cm, y_cm, width_cm, height_cm,
         measured_from, logo_id, logo_name, logo_file_id, price_minor, setup_minor, design_key, proof_request_id)
       select $1, $2, $4, price.method, place.id, place.name, place.side, place.x_cm, place.y_cm, place.width_cm, place.height_cm, place.measured_from, g.id, g.name,
         g.file_id, price.price_minor, 0, $7, request.id
       from price, place, request, logo g where g.organisation_id = $1 and g.id = $6),
     decorated as (
       update order_line l set is_personalised = true, decoration_minor = least(price.price_minor, l.unit_price_minor),
         -- What was sent was decorated before.
         decorated_quantity = l.shipped_quantity, decoration_started_at = case when l.shipped_quantity > 0 then o.picking_started_at end
       from price, orders o
       where l.organisation_id = $1 and l.id = $2 and o.organisation_id = $1 and o.id = $3),
     held as (
       update orders set released_at = null where not $10::boolean and organisation_id = $1 and id = $3),
     picture as (
       insert into stored_file (organisation_id, storage_key, purpose, file_name, content_type, size_bytes, sha256, actor_kind, actor_id, created_at, stored_at)
       values ($1, $12, 'proof', 'corvane-mark.png', 'image/png', $13, $14, 'system', 0, $11, $11) returning id)
     insert into proof (organisation_id, request_id, version, file_id, width_mm, height_mm, colours, status, decided_by_id, decided_at, created_at)
     select $1, request.id, 1, picture.id, $15, $16, $17, case when $10::boolean then 'approved' else 'waiting' end,
       case when $10::boolean then (select min(c.id) from customer c where c.organisation_id = $1 and c.email = 'admin@corvane.example') end,
       case when $10::boolean then shown_at end, shown_at
     from moment, request, picture`,
    [
      ...[corvane.id, lineId, orderId, method, positionId, logoId],
      ...[createDesignKey(productId, design), createProofKey(design), placedById, isApproved, shownAt],
      ...[key, picture.length, createHash('sha256').update(picture).digest(), ...size, [...colours]],
    ],
  );
}
