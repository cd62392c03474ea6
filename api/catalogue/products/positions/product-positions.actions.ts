import { recordOperatorAuditEvent } from '#api/platform/audit/audit.queries.ts';
import type { Db, Tx } from '#api/platform/db/database.ts';
import { HttpError, invalid, notFound } from '#api/platform/http/errors.ts';
import { assertOutcomeAsSeen, createOutcomeFingerprint } from '#api/platform/http/fingerprint.ts';
import type { OperatorScope } from '#api/platform/http/operator-scope.ts';
import { assertNotStale } from '#api/platform/http/optimistic-concurrency.ts';
import type { BodyOf, ReplyOf } from '#contract/index.ts';
import { isGarmentType } from '#garments/garments.ts';
import { loadFonts } from '../../customisation/design-texts.rules.ts';
import type { KeepingCommand } from '../../customisation/keeping/decoration.actions.ts';
import { nameGarmentType } from '../../customisation/keeping/decoration.rules.ts';
import { listTextsFor } from '../../customisation/keeping/fixed-texts.queries.ts';
import { describeUnfitting } from '../../customisation/keeping/fixed-texts.rules.ts';
import { refreshListingsOf } from '../../kept-products/kept-products.queries.ts';
import { lockKeptProduct } from '../keeping/kept-product.queries.ts';
import { OF_ALL_BRANDS } from '../keeping/operator-products.actions.ts';
import { explainProductRefusal } from '../keeping/product-fields.mapper.ts';
import { findProductPositions, type ProductPositions, replaceProductPositions } from './product-positions.queries.ts';

type Reply = ReplyOf<'GET /api/operator/products/:id/positions'>;

/** What can be put on a product. Throws 404 for one that the operator does not see. */
export async function readProductPositions(db: Db | Tx, operator: OperatorScope, productId: number): Promise<Reply> {
  const found = await findProductPositions(db, operator, productId);
  if (!found) throw notFound('product');
  const { garmentType, areas: _areas, ...positions } = found;
  const garment = garmentType !== null && isGarmentType(garmentType) ? nameGarmentType(garmentType) : null;
  return { productPositions: { garment, ...positions } };
}

/** Positions with methods as the history of the product has them: "Left chest: Embroidery, Print". */
const toTexts = ({ positions, methods }: Pick<ProductPositions, 'positions' | 'methods'>): string[] =>
  positions
    .filter(({ methodIds }) => methodIds.length > 0)
    .map(
      ({ name, methodIds }) =>
        `${name}: ${methods
          .filter(({ id }) => methodIds.includes(id))
          .map((method) => method.name)
          .join(', ')}`,
    );

/** Positions with the methods that were sent. Throws 404 for one of another type of garment and an unknown method, 422 for one that is switched off. */
function applyPositions(
  { positions, methods }: ProductPositions,
  sent: BodyOf<'PUT /api/operator/products/:id/positions'>['positions'],
): ProductPositions['positions'] {
  const known = new Map(methods.map((method) => [method.id, method]));
  const chosen = new Map<number, number[]>();
  for (const { positionId, methodIds } of sent) {
    const before = positions.find(({ id }) => id === positionId);
    if (!before) throw notFound('decorationPosition');
    if (chosen.has(positionId)) throw invalid('positions', 'Name each position once.');
    for (const id of methodIds) {
      const method = known.get(id);
      if (!method) throw notFound('decorationMethod');
      if (!method.isActive && !before.methodIds.includes(id))
        throw invalid('positions', `${method.name} cannot be ordered at the moment. Choose another method.`);
    }
    chosen.set(
      positionId,
      [...methodIds].sort((a, b) => a - b),
    );
  }
  return positions.map((position) => ({ ...position, methodIds: chosen.get(position.id) ?? [] }));
}

/** Fixed texts of clients that would come onto a product, and do not fit there, as sentences. */
async function listUnfitting(tx: Tx, productId: number, before: ProductPositions, after: ProductPositions): Promise<string[]> {
  const added = after.positions.flatMap(({ id, methodIds }) => {
    const had = before.positions.find((position) => position.id === id)?.methodIds ?? [];
    const area = after.areas[id];
    const methods = methodIds.filter((methodId) => !had.includes(methodId));
    return area && methods.length > 0 ? [{ ...area, methods }] : [];
  });
  if (added.length === 0) return [];
  const [texts, fonts] = await Promise.all([listTextsFor(tx, productId), loadFonts()]);
  const garment = nameGarmentType(after.garmentType ?? '');
  return added.flatMap(({ place, methods, ...area }) => {
    const own = texts.filter((text) => text.place === place && methods.includes(text.methodId));
    return describeUnfitting(fonts, own, { before: null, after: { ...area, garment } });
  });
}

/** Sets what can be put on a product, or says which texts of clients would not fit there. Throws 403, 404, 409 and 422. */
export async function setProductPositions(
  { tx, operator, requestId }: KeepingCommand,
  productId: number,
  { isRequired, positions, version, preview, outcomeFingerprint }: BodyOf<'PUT /api/operator/products/:id/positions'>,
): Promise<ReplyOf<'PUT /api/operator/products/:id/positions'>> {
  const product = await lockKeptProduct(tx, operator, productId);
  if (!product) throw notFound('product');
  const refusal = explainProductRefusal(product);
  if (refusal !== null) throw new HttpError(403, { product: [refusal] });
  const before = await findProductPositions(tx, operator, productId);
  if (!before) throw notFound('product');
  const after = { ...before, isRequired, positions: applyPositions(before, positions) };
  const areSame = JSON.stringify(after.positions) === JSON.stringify(before.positions);
  const isPossible = positions.length > 0;
  const toReply = async (outcome: string[]) => ({
    ...(await readProductPositions(tx, operator, productId)),
    outcome,
    outcomeFingerprint: createOutcomeFingerprint(outcome),
  });
  if (areSame && before.isRequired === isRequired && before.isPossible === isPossible) return toReply([]);
  if (isRequired && !isPossible) throw invalid('isRequired', 'Choose a position first: without one it could not be ordered.');
  assertNotStale(
    'product',
    ['positions_changed_at', 'customisation_required', 'customisation_enabled'],
    product.fieldVersions,
    version,
    () => 'Personalisation',
  );
  const outcome = await listUnfitting(tx, productId, before, after);
  if (preview) return toReply(outcome);
  assertOutcomeAsSeen(outcomeFingerprint, outcome, 'product');
  await replaceProductPositions(tx, productId, {
    positions: after.positions
      .filter(({ methodIds }) => methodIds.length > 0)
      .map(({ id, methodIds }) => ({ positionId: id, methodIds })),
    isRequired,
  });
  await refreshListingsOf(tx, [productId]);
  const toAudited = (state: typeof before) => ({
    ...(!areSame && { positions: toTexts(state) }),
    ...(before.isRequired !== isRequired && { personalisationRequired: state.isRequired }),
  });
  await recordOperatorAuditEvent(tx, operator, OF_ALL_BRANDS, {
    ...{ action: 'product.changed', subjectId: String(productId), requestId },
    ...{ before: toAudited(before), after: toAudited(after) },
  });
  return toReply(outcome);
}
