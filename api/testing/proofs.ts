import { sql } from 'kysely';
import type { Db } from '#api/platform/db/database.ts';
import type { TestClient, TestOperatorClient, TestServer } from './portal.ts';
import { aPicture, MULTIPART_TYPE, multipart } from './uploads.ts';

/** A design on a line of an order that waits for its proof. */
export interface AwaitedDesign {
  /** Orders with the same key wait for the same approval. */
  proofKey: string;
  /** A text without a logo; otherwise the design is of a logo. */
  text?: string | null;
  logoName?: string | null;
  organisationId?: number;
  requestedById?: number | null;
  /** Which line of the order, from 0. */
  line?: number;
}

/**
 * Puts a design that awaits its proof on a line of an order, as placing does: the order is withheld, the request is found or added. Returns the id of the request.
 */
export async function awaitProof(db: Db, orderId: number, design: AwaitedDesign): Promise<number> {
  const { proofKey, text = null, organisationId = 1, requestedById = null, line = 0 } = design;
  const logoName = design.logoName ?? (text === null ? 'Crest' : null);
  const logo = logoName === null ? null : await aLogo(db, organisationId, logoName);
  const { rows } = await sql<{ id: number }>`
    with request as (
      insert into proof_request (organisation_id, proof_key, design, logo_id, requested_by_id)
      values (${organisationId}, ${proofKey}, '{}', ${logo?.id ?? null}, ${requestedById})
      on conflict on constraint proof_request_once do update set proof_key = excluded.proof_key returning id),
    line as (select id from order_line where organisation_id = ${organisationId} and order_id = ${orderId} order by id offset ${line} limit 1),
    designed as (
      insert into order_line_customisation (organisation_id, order_line_id, method_id, method, position_id, position, side, x_cm, y_cm, width_cm, height_cm,
        measured_from, logo_id, logo_name, logo_file_id, text, font_name, letter_mm, price_minor, setup_minor, design_key, proof_request_id)
      select ${organisationId}, line.id, 10, 'Embroidery', 1, 'Left chest', 'front', 10, 12, 9, 7, 'On the wearer’s left.', ${logo?.id ?? null}, ${logoName},
        ${logo?.fileId ?? null}, ${text}, ${text === null ? null : 'Sans'}, ${text === null ? null : 10}, 350, 1500, ${proofKey}, request.id
      from request, line),
    held as (
      update orders set released_at = null where organisation_id = ${organisationId} and id = ${orderId})
    select id from request`.execute(db);
  return rows[0]?.id as number;
}

async function aLogo(db: Db, organisationId: number, name: string): Promise<{ id: number; fileId: number }> {
  const { rows } = await sql<{ id: number; fileId: number }>`
    with file as (
      insert into stored_file (organisation_id, storage_key, purpose, file_name, content_type, size_bytes, sha256, actor_kind, actor_id, stored_at)
      values (${organisationId}, gen_random_uuid(), 'garmentLogo', 'crest.png', 'image/png', 1, sha256('x'), 'operator', 1, now()) returning id)
    insert into logo (organisation_id, name, file_id, width_px, height_px, created_by_kind) select ${organisationId}, ${name}, id, 400, 200, 'system' from file
    returning id, file_id as "fileId"`.execute(db);
  return rows[0] as { id: number; fileId: number };
}

/** Uploads a picture for a proof. Returns the response, with the id of the file. */
export async function uploadProofPicture(
  { app }: Pick<TestServer, 'app'>,
  operator: Pick<TestOperatorClient, 'headers'>,
  requestId: number,
  content?: Buffer,
) {
  const response = await app.inject({
    method: 'POST',
    url: `/api/operator/proofs/${requestId}/picture`,
    headers: { ...operator.headers, 'content-type': MULTIPART_TYPE },
    payload: multipart([{ name: 'proof.png', content: content ?? (await aPicture('png')) }]),
  });
  const json = response.json() as { file?: { id: number }; errors?: Record<string, string[]> };
  return { status: response.statusCode, fileId: json.file?.id ?? 0, errors: json.errors ?? {} };
}

/** Shows the client a version of a proof. */
export async function showProof(
  server: Pick<TestServer, 'app'>,
  operator: TestOperatorClient,
  requestId: number,
  body: object = {},
) {
  const { fileId } = await uploadProofPicture(server, operator, requestId);
  return operator.post<'POST /api/operator/proofs/:id/versions'>(`/api/operator/proofs/${requestId}/versions`, {
    fileId,
    widthMm: 80.5,
    heightMm: 35,
    colours: ['Navy 1034', 'White'],
    ...body,
  });
}

/** Decides on a version of a proof. */
export const decideOnProof = (person: TestClient, proofId: number, body: object) =>
  person.post<'POST /api/proofs/:id/decision'>(`/api/proofs/${proofId}/decision`, body);
