import { recordOperatorAuditEvent } from '#api/platform/audit/audit.queries.ts';
import type { Db, Tx } from '#api/platform/db/database.ts';
import type { JsonObject } from '#api/platform/db/types.ts';
import { conflict, HttpError, notFound } from '#api/platform/http/errors.ts';
import { assertOutcomeAsSeen, createOutcomeFingerprint } from '#api/platform/http/fingerprint.ts';
import type { OperatorScope } from '#api/platform/http/operator-scope.ts';
import { createStaleError } from '#api/platform/http/optimistic-concurrency.ts';
import type { BodyOf, ReplyOf } from '#contract/index.ts';
import { isGarmentType } from '#garments/garments.ts';
import { loadFonts } from '../design-texts.rules.ts';
import { countOf } from './counted.rules.ts';
import {
  countDesignsOfMethod,
  countMethodUse,
  findDecoration,
  insertColour,
  insertPosition,
  lockDecoration,
  sortColours,
  updateColour,
  updateMethod,
  updatePosition,
} from './decoration.queries.ts';
import {
  applyToMethod,
  type Decoration,
  describeMethodOutcome,
  explainDecorationRefusal,
  findAreaProblems,
  type KeptPosition,
  nameGarmentType,
  toDecoration,
} from './decoration.rules.ts';
import { listTextsAt, listTextsByMethod } from './fixed-texts.queries.ts';
import { describeBeyondMethod, describeUnfitting } from './fixed-texts.rules.ts';

type Reply = ReplyOf<'GET /api/operator/decoration'>;

/** Who changes what can be put on garments, and in which transaction. */
export interface KeepingCommand {
  tx: Tx;
  operator: OperatorScope;
  requestId: string;
}

/** Methods, colours and positions. */
export const readDecoration = async (db: Db | Tx, operator: OperatorScope): Promise<Reply> => ({
  decoration: toDecoration(await findDecoration(db, operator)),
});

/** Locks and reads what is kept. Throws 403 `decoration` for operators who do not work for all brands. */
async function lockAndRead({ tx, operator }: KeepingCommand): Promise<Decoration> {
  await lockDecoration(tx);
  const found = await findDecoration(tx, operator);
  const refusal = explainDecorationRefusal(found.foreignOrganisations);
  if (refusal !== null) throw new HttpError(403, { decoration: [refusal] });
  return found;
}

const record = (
  { tx, operator, requestId }: KeepingCommand,
  action: string,
  id: number | string,
  before: object | null,
  after: object,
) =>
  recordOperatorAuditEvent(
    tx,
    operator,
    { organisationId: null, brandId: null },
    {
      ...{ action, subjectId: String(id), requestId, after: { ...after } as JsonObject },
      ...(before && { before: { ...before } as JsonObject }),
    },
  );

/** The fields in which two states of a record differ. */
const listDifferences = <T extends object>(a: T, b: T): string[] =>
  (Object.keys(a) as (keyof T & string)[]).filter((field) => JSON.stringify(a[field]) !== JSON.stringify(b[field]));

/** Refuses to overwrite what someone else has saved; `labels` name the fields. Throws 409 under `key`. */
function assertCurrent<T extends { version: number }>(
  key: string,
  { before, after, version }: { before: T; after: T; version: number | null | undefined },
  labels: Readonly<Record<string, string>>,
) {
  if (version != null && version !== before.version)
    throw createStaleError(key, listDifferences(before, after), (field) => labels[field] ?? field, { ...before });
}

const METHOD_LABELS = {
  name: 'Name',
  workingDays: 'Working days',
  smallestLetterMm: 'Smallest letter',
  longestText: 'Longest text',
  lines: 'Lines',
  isActive: 'Can be ordered',
  prices: 'Prices',
};

/** Changes a method, or says what that would touch. Throws 403, 404, 409 and 422. */
export async function changeMethod(
  command: KeepingCommand,
  id: number,
  { version, preview, outcomeFingerprint, ...body }: BodyOf<'PUT /api/operator/decoration/methods/:id'>,
): Promise<ReplyOf<'PUT /api/operator/decoration/methods/:id'>> {
  const { tx, operator } = command;
  const found = await lockAndRead(command);
  const before = found.methods.find((method) => method.id === id);
  if (!before) throw notFound('decorationMethod');
  const codes = body.prices.map(({ currencyCode }) => currencyCode);
  if (new Set(codes).size < codes.length) throw new HttpError(422, { prices: ['Each currency can have one price.'] });
  if (codes.some((code) => !found.currencies.includes(code)))
    throw new HttpError(422, { prices: ['No client is charged in one of these currencies.'] });
  const after = applyToMethod(before, { ...body, preview, outcomeFingerprint });
  const isChanged = listDifferences(before, after).length > 0;
  if (isChanged) assertCurrent('method', { before, after, version }, METHOD_LABELS);
  if (before.isActive && !after.isActive) {
    const designs = await countDesignsOfMethod(tx, id);
    if (designs > 0)
      throw conflict(
        'isActive',
        `${countOf(designs, 'design')} of clients ${designs === 1 ? 'uses' : 'use'} it. Archive ${designs === 1 ? 'it' : 'them'} first.`,
      );
  }
  const outcome = isChanged
    ? [
        ...describeMethodOutcome(before, after, await countMethodUse(tx, id)),
        ...describeBeyondMethod(await listTextsByMethod(tx, id), { before, after }),
      ]
    : [];
  if (isChanged && !preview) {
    assertOutcomeAsSeen(outcomeFingerprint, outcome, 'method');
    await updateMethod(tx, after);
    await record(command, 'decoration-method.changed', id, before, after);
  }
  return {
    ...(await readDecoration(tx, operator)),
    outcome,
    outcomeFingerprint: createOutcomeFingerprint(outcome),
  };
}

const colourTaken = () => conflict('name', 'There is already a colour with this name.');

/** Adds a colour after the others. Throws 403 and 409. */
export async function addColour(command: KeepingCommand, body: BodyOf<'POST /api/operator/decoration/colours'>): Promise<Reply> {
  await lockAndRead(command);
  const colour = toColour(body);
  const id = await insertColour(command.tx, colour);
  if (id === undefined) throw colourTaken();
  await record(command, 'thread-colour.added', id, null, colour);
  return readDecoration(command.tx, command.operator);
}

const toColour = ({ name, number, rgb }: BodyOf<'POST /api/operator/decoration/colours'>) => ({
  name: name.trim(),
  number: number.trim(),
  rgb: rgb.toLowerCase(),
});

/** Changes a colour. Throws 403, 404 and 409. */
export async function changeColour(
  command: KeepingCommand,
  id: number,
  { version, isActive, ...body }: BodyOf<'PUT /api/operator/decoration/colours/:id'>,
): Promise<Reply> {
  const found = await lockAndRead(command);
  const before = found.colours.find((colour) => colour.id === id);
  if (!before) throw notFound('threadColour');
  const after = { ...before, ...toColour(body), isActive };
  if (listDifferences(before, after).length === 0) return { decoration: toDecoration(found) };
  assertCurrent('colour', { before, after, version }, { name: 'Name', number: 'Number', rgb: 'Colour', isActive: 'Offered' });
  if (found.colours.some((other) => other.id !== id && other.name === after.name)) throw colourTaken();
  await updateColour(command.tx, after);
  await record(command, 'thread-colour.changed', id, before, after);
  return readDecoration(command.tx, command.operator);
}

/** Sets the order of colours. Throws 403 and 404. */
export async function arrangeColours(
  command: KeepingCommand,
  { ids }: BodyOf<'PUT /api/operator/decoration/colourorder'>,
): Promise<Reply> {
  const found = await lockAndRead(command);
  const known = found.colours.map(({ id }) => id);
  if (ids.some((id) => !known.includes(id))) throw notFound('threadColour');
  const sorted = [...ids, ...known.filter((id) => !ids.includes(id))];
  if (sorted.join() === known.join()) return { decoration: toDecoration(found) };
  await sortColours(command.tx, ids);
  await record(command, 'thread-colour.sorted', 'all', { ids: known }, { ids: sorted });
  return readDecoration(command.tx, command.operator);
}

/** Throws 404 for a garment without a drawing, and 422 for an area that is not on it. */
function assertOnDrawing(position: Pick<KeptPosition, 'garmentType' | 'xCm' | 'yCm' | 'widthCm' | 'heightCm'>) {
  if (!isGarmentType(position.garmentType)) throw notFound('garmentType');
  const problems = findAreaProblems(position.garmentType, position);
  if (Object.keys(problems).length > 0) throw new HttpError(422, problems);
}

/** Adds a position of a type of garment. Throws 403, 404, 409 and 422. */
export async function addPosition(
  command: KeepingCommand,
  body: BodyOf<'POST /api/operator/decoration/positions'>,
): Promise<Reply> {
  await lockAndRead(command);
  const position = { ...body, name: body.name.trim(), measuredFrom: body.measuredFrom.trim() };
  assertOnDrawing(position);
  const id = await insertPosition(command.tx, position);
  if (id === undefined) throw conflict('place', 'This type of garment already has this position. Change it in the list.');
  await record(command, 'decoration-position.added', id, null, position);
  return readDecoration(command.tx, command.operator);
}

const POSITION_LABELS = {
  name: 'Name',
  side: 'Side',
  xCm: 'From the left',
  yCm: 'From the top',
  widthCm: 'Width',
  heightCm: 'Height',
  letterMm: 'Letter height',
  measuredFrom: 'Sentence for the decorator',
};

/** Changes a position, or says which texts of clients would not fit any more. Throws 403, 404, 409 and 422. */
export async function changePosition(
  command: KeepingCommand,
  id: number,
  { version, preview, outcomeFingerprint, ...body }: BodyOf<'PUT /api/operator/decoration/positions/:id'>,
): Promise<ReplyOf<'PUT /api/operator/decoration/positions/:id'>> {
  const found = await lockAndRead(command);
  const before = found.positions.find((position) => position.id === id);
  if (!before) throw notFound('decorationPosition');
  const after = { ...before, ...body, name: body.name.trim(), measuredFrom: body.measuredFrom.trim() };
  const toReply = async (outcome: string[]) => ({
    ...(await readDecoration(command.tx, command.operator)),
    outcome,
    outcomeFingerprint: createOutcomeFingerprint(outcome),
  });
  if (listDifferences(before, after).length === 0) return toReply([]);
  assertCurrent('position', { before, after, version }, POSITION_LABELS);
  assertOnDrawing(after);
  const garment = nameGarmentType(before.garmentType);
  const texts = await listTextsAt(command.tx, before);
  const outcome = describeUnfitting(await loadFonts(), texts, { before: { ...before, garment }, after: { ...after, garment } });
  if (!preview) {
    assertOutcomeAsSeen(outcomeFingerprint, outcome, 'position');
    await updatePosition(command.tx, after);
    await record(command, 'decoration-position.changed', id, before, after);
  }
  return toReply(outcome);
}
