import { sql } from 'kysely';
import { canChoose, checkOrder, choose, command, follow, newKey, type OrderCommand } from './order-command.ts';
import { predictFinishing, predictProofDecision, predictProofVersion, predictStart } from './order-design-predictions.ts';
import { undecoratedOf } from './order-designs.ts';
import { type OrderFixture, textOf } from './order-fixture.ts';
import { checkAtWarehouse } from './order-fulfilment-commands.ts';
import { isShippable } from './order-fulfilment-predictions.ts';
import type { Caller, ModelLine, ModelOrder, OrderModel } from './order-model.ts';
import { decideOnProof } from './proofs.ts';

// Commands about what is on garments: their proof, and the decorator.

const isToDecorate = (order: ModelOrder) => isShippable(order) && order.lines.some((line) => undecoratedOf(line) > 0);

/** A command of the decorator about a line of an order. */
const aboutWork = (
  text: string,
  { order: chosen, line: chosenLine }: { order: number; line: number },
  run: (fixture: OrderFixture, order: ModelOrder, line: ModelLine) => Promise<void>,
): OrderCommand =>
  command(
    `${text} (line ${chosenLine} of order ${chosen})`,
    async (model, fixture) => {
      const order = choose(model.orders, chosen, isToDecorate);
      await run(
        fixture,
        order,
        choose(order.lines, chosenLine, (each) => undecoratedOf(each) > 0),
      );
      await checkOrder(model, fixture, order);
      await checkAtWarehouse(model, fixture, order);
    },
    ({ orders }) => canChoose(orders, chosen, isToDecorate),
  );

/** The decoration of a line begins. */
export const startDecoration = (at: { order: number; line: number }): OrderCommand =>
  aboutWork('decoration begins', at, async (fixture, order, line) => {
    const response = await fixture.operator.post('/api/operator/decoration/start', { orderItemIds: [line.id] }, newKey());
    follow(fixture, 'start decoration', response, predictStart(order, line));
  });

/** Finished pieces are recorded, all of a line when no number is given; one piece is scanned. Pieces below 0 are taken back. */
export const finishPieces = (at: { order: number; line: number }, quantity: number | undefined): OrderCommand =>
  aboutWork(`${quantity ?? 'all'} are finished`, at, async (fixture, order, line) => {
    const pieces = quantity ?? Math.max(1, undecoratedOf(line));
    const body = pieces === 1 ? { code: `L${line.id}` } : { orderItemId: line.id, quantity: pieces };
    const response = await fixture.operator.post('/api/operator/decoration/finish', body, newKey());
    follow(
      fixture,
      pieces < 0 ? 'take back pieces' : 'finish pieces',
      response,
      predictFinishing(order, line, pieces, 'code' in body),
    );
  });

const isAsked = ({ proof }: OrderModel) => proof !== null;

/** The request for the proof of the text of a sequence, and its newest version. */
async function findProof({ portal: { db }, ...fixture }: OrderFixture) {
  const { rows } = await sql<{ requestId: number; proofId: number | null }>`
    select q.id as "requestId", (select max(p.id) from proof p where p.organisation_id = 1 and p.request_id = q.id) as "proofId"
    from proof_request q where q.organisation_id = 1 and q.design ->> 'text' = ${textOf(fixture, 'text')}`.execute(db);
  const [found] = rows;
  if (!found) throw new Error('Nothing asks for a proof.');
  return found;
}

/** The supplier shows a version of the proof of the text. */
export const showProof = (): OrderCommand =>
  command(
    'a proof of the text is shown',
    async (model, fixture) => {
      const { portal, operator } = fixture;
      const { requestId } = await findProof(fixture);
      const { rows } = await sql<{ id: number }>`
        insert into stored_file (organisation_id, storage_key, purpose, file_name, content_type, size_bytes, sha256, actor_kind, actor_id, stored_at, expires_at)
        values (1, gen_random_uuid(), 'proof', 'proof.png', 'image/png', 1, sha256(''::bytea), 'operator', ${operator.id}, now(), now() + interval '1 day')
        returning id`.execute(portal.db);
      const version = { fileId: rows[0]?.id, widthMm: 80, heightMm: 35, colours: ['Navy 1034'] };
      const response = await operator.post(`/api/operator/proofs/${requestId}/versions`, version, newKey());
      follow(fixture, 'show a proof', response, predictProofVersion(model));
    },
    isAsked,
  );

/** Someone approves the newest version of the proof, or asks for a change; all orders of the sequence are compared. */
export const decideProof = (by: Caller, approve: boolean): OrderCommand =>
  command(
    `${by}: ${approve ? 'approve the proof' : 'ask for another proof'}`,
    async (model, fixture) => {
      const { proofId } = await findProof(fixture);
      const body = approve ? { approve } : { approve, comment: 'A little larger, please.' };
      const response = await decideOnProof(fixture.callers[by], proofId as number, body);
      follow(fixture, approve ? 'approve a proof' : 'ask for a change', response, predictProofDecision(model, by, approve));
      for (const order of model.orders) await checkOrder(model, fixture, order);
    },
    ({ proof }) => proof !== null && proof !== 'asked',
  );
