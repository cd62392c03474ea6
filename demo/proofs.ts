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
    method: 30,
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
}

/**
 * Two of Corvane's orders have its mark on the chest: one embroidered, whose proof awaits approval and which is therefore not released; and one as a transfer, whose
 * proof was approved. What decorating costs is part of the prices that the lines have; set-up is added.
 */
export async function insertProofs(
  client: ClientBase,
  calendar: Calendar,
  files: Pick<BlobStore, 'write'> | undefined,
): Promise<void> {
  for (const proof of PROOFS) {
    const line = await findLine(client, proof.method);
    if (!line) throw new Error('No order of Corvane can wait for a proof.');
    const picture = files ? await drawProof(await drawCorvaneMark(), '#1f2a44') : Buffer.from(proof.key);
    if (files) await storeContents(files, [picture], [proof.key]);
    await insertProof(client, calendar, proof, line, picture);
  }
}

/** A line of a recent order with a garment that takes the method on the chest, if possible one of the demonstration's buyer. */
async function findLine(client: ClientBase, method: number): Promise<OrderedLine | undefined> {
  const { rows } = await client.query<OrderedLine>(
    `select l.id::int as "lineId", o.id::int as "orderId", l.product_id::int as "productId", p.position_id::int as "positionId", g.id::int as "logoId",
       o.placed_by_id::int as "placedById"
     from orders o
     join order_line l on l.organisation_id = o.organisation_id and l.order_id = o.id
     join product_position p on p.product_id = l.product_id and $2 = any (p.method_ids)
     join decoration_position d on d.id = p.position_id and d.place = 'left-chest'
     join logo g on g.organisation_id = o.organisation_id
     join customer c on c.organisation_id = o.organisation_id and c.id = o.placed_by_id
     where o.organisation_id = $1 and o.order_state_id = 10 and o.picking_started_at is null and o.released_at is not null and o.origin not in ('exchange')
       and l.quantity > l.shipped_quantity + l.cancelled_quantity and o.invoiced_minor = 0 and o.shipped_at is null and l.made_to_measure_request_id is null
       and not exists (select from order_line_customisation x join order_line other on other.organisation_id = x.organisation_id and other.id = x.order_line_id
         where other.organisation_id = o.organisation_id and other.order_id = o.id)
       and not exists (select from approval a where a.organisation_id = o.organisation_id and a.order_id = o.id)
     order by c.email = 'buyer@corvane.example' desc, o.created_at desc, l.id limit 1`,
    [corvane.id, method],
  );
  return rows[0];
}

async function insertProof(
  client: ClientBase,
  calendar: Calendar,
  { method, key, size, colours, isApproved, shown }: DemoProof,
  { lineId, orderId, productId, positionId, logoId, placedById }: OrderedLine,
  picture: Buffer,
): Promise<void> {
  const design = {
    ...{ methodId: method, positionId, logoId, text: null, fontName: null, threadColourId: null, garmentDesignId: null },
  };
  const shownAt = calendar.at(-shown[0], shown[1]);
  await client.query(
    `with price as (
       select p.price_minor, p.setup_minor, m.name as method from decoration_price p join decoration_method m on m.id = p.method_id
       join organisation o on o.id = $1 and o.currency_code = p.currency_code where p.method_id = $4),
     place as (select * from decoration_position where id = $5),
     request as (
       insert into proof_request (organisation_id, proof_key, design, logo_id, requested_by_id, approved_at, told_at, created_at)
       select $1, $8, '{}', $6, $9, case when $10::boolean then $11::timestamptz + interval '3 hours' end, o.created_at, o.created_at
       from orders o where o.organisation_id = $1 and o.id = $3
       returning id),
     designed as (
       insert into order_line_customisation (organisation_id, order_line_id, method_id, method, position_id, position, side, x_cm, y_cm, width_cm, height_cm,
         measured_from, logo_id, logo_name, logo_file_id, price_minor, setup_minor, design_key, proof_request_id)
       select $1, $2, $4, price.method, place.id, place.name, place.side, place.x_cm, place.y_cm, place.width_cm, place.height_cm, place.measured_from, g.id, g.name,
         g.file_id, price.price_minor, price.setup_minor, $7, request.id
       from price, place, request, logo g where g.organisation_id = $1 and g.id = $6),
     decorated as (
       update order_line l set is_personalised = true, decoration_minor = least(price.price_minor, l.unit_price_minor) from price
       where l.organisation_id = $1 and l.id = $2
       returning l.tax_rate),
     charged as (
       insert into order_charge (organisation_id, order_id, kind, name, design_key, charge_minor, tax_minor, tax_rate)
       select $1, $3, 'setup', 'Set-up: Corvane mark, left chest', $7, price.setup_minor, round(price.setup_minor * decorated.tax_rate), decorated.tax_rate
       from price, decorated returning charge_minor, tax_minor),
     totalled as (
       update orders o set charges_minor = charged.charge_minor, charges_tax_minor = charged.tax_minor,
         total_minor = o.total_minor + charged.charge_minor + charged.tax_minor, released_at = case when $10::boolean then o.released_at end
       from charged where o.organisation_id = $1 and o.id = $3),
     picture as (
       insert into stored_file (organisation_id, storage_key, purpose, file_name, content_type, size_bytes, sha256, actor_kind, actor_id, created_at, stored_at)
       values ($1, $12, 'proof', 'corvane-mark.png', 'image/png', $13, $14, 'system', 0, $11, $11) returning id)
     insert into proof (organisation_id, request_id, version, file_id, width_mm, height_mm, colours, status, decided_by_id, decided_at, created_at)
     select $1, request.id, 1, picture.id, $15, $16, $17, case when $10::boolean then 'approved' else 'waiting' end,
       case when $10::boolean then (select min(c.id) from customer c where c.organisation_id = $1 and c.email = 'admin@corvane.example') end,
       case when $10::boolean then $11::timestamptz + interval '3 hours' end, $11
     from request, picture`,
    [
      ...[corvane.id, lineId, orderId, method, positionId, logoId],
      ...[createDesignKey(productId, design), createProofKey(design), placedById, isApproved, shownAt],
      ...[key, picture.length, createHash('sha256').update(picture).digest(), ...size, [...colours]],
    ],
  );
}
