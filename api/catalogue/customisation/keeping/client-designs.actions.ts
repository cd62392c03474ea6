import { recordOperatorAuditEvent } from '#api/platform/audit/audit.queries.ts';
import type { Db, Tx } from '#api/platform/db/database.ts';
import type { JsonObject } from '#api/platform/db/types.ts';
import { conflict, HttpError, notFound } from '#api/platform/http/errors.ts';
import { assertOutcomeAsSeen, createOutcomeFingerprint } from '#api/platform/http/fingerprint.ts';
import type { OperatorScope } from '#api/platform/http/operator-scope.ts';
import { createStaleError } from '#api/platform/http/optimistic-concurrency.ts';
import type { BodyOf, ReplyOf } from '#contract/index.ts';
import { toMinorUnits } from '../../pricing/minor-units.ts';
import { loadFonts } from '../design-texts.rules.ts';
import {
  archiveDesign,
  findClientDesigns,
  findRival,
  findTouched,
  insertDesign,
  listAreas,
  lockClientDesigns,
  updateDesign,
} from './client-designs.queries.ts';
import {
  type ClientDesignRow,
  type ClientDesigns,
  describeArchiving,
  describeNewDesign,
  describePriceChange,
  findDesignProblems,
  findMissingPart,
  type NewDesign,
  toClientDesigns,
  toNewDesign,
} from './client-designs.rules.ts';
import type { KeepingCommand } from './decoration.actions.ts';
import { lockDecoration } from './decoration.queries.ts';
import { nameGarmentType } from './decoration.rules.ts';
import { checkFixedText } from './design-text.rules.ts';
import { explainUnfitting } from './fixed-texts.rules.ts';

type Reply = ReplyOf<'GET /api/operator/organisations/:id/designs'>;
type ChangeReply = ReplyOf<'POST /api/operator/organisations/:id/designs'>;

/** Who changes the designs of which organisation. */
export interface DesignCommand extends KeepingCommand {
  organisationId: number;
}

/** The designs of an organisation. Throws 404 for organisations of other brands. */
export async function readClientDesigns(db: Db | Tx, operator: OperatorScope, organisationId: number): Promise<Reply> {
  const found = await findClientDesigns(db, operator, organisationId);
  if (!found) throw notFound('organisation');
  return { clientDesigns: toClientDesigns(found) };
}

async function lockAndRead({ tx, operator, organisationId }: DesignCommand): Promise<ClientDesigns> {
  // A method is not switched off while a design by it is added.
  await lockDecoration(tx);
  await lockClientDesigns(tx, organisationId);
  const found = await findClientDesigns(tx, operator, organisationId);
  if (!found) throw notFound('organisation');
  return found;
}

const record = (
  { tx, operator, requestId }: DesignCommand,
  { organisationId, brandId }: ClientDesigns,
  event: { action: string; id: number; before?: object; after?: object },
) =>
  recordOperatorAuditEvent(
    tx,
    operator,
    { organisationId, brandId },
    {
      ...{ action: event.action, subjectId: String(event.id), requestId },
      ...(event.before && { before: { ...event.before } as JsonObject }),
      ...(event.after && { after: { ...event.after } as JsonObject }),
    },
  );

async function toReply({ tx, operator, organisationId }: DesignCommand, outcome: string[]): Promise<ChangeReply> {
  const { clientDesigns } = await readClientDesigns(tx, operator, organisationId);
  return { clientDesigns, outcome, outcomeFingerprint: createOutcomeFingerprint(outcome) };
}

/** Throws 422 `text` for a fixed text that cannot be put on a garment that would have it. */
async function assertFitting(tx: Tx, organisationId: number, design: NewDesign, { methods }: ClientDesigns): Promise<void> {
  const { text, fontName, letterMm, methodId } = design;
  const method = methods.find(({ id }) => id === methodId);
  if (text === null || fontName === null || letterMm === null || !method) return;
  const areas = (await listAreas(tx, organisationId, design)).map((area) => ({
    ...area,
    garment: nameGarmentType(area.garmentType),
  }));
  const fixed = { text, fontName, letterMm, maxLength: method.longestText, maxLines: method.lines };
  const problem = explainUnfitting(await loadFonts(), fixed, areas);
  if (problem !== undefined) throw new HttpError(422, { text: [problem] });
}

/** Adds a design, or says what it would touch. Throws 404, 409 and 422. */
export async function addDesign(
  command: DesignCommand,
  { preview, outcomeFingerprint, ...body }: BodyOf<'POST /api/operator/organisations/:id/designs'>,
): Promise<ChangeReply> {
  const { tx, organisationId } = command;
  const found = await lockAndRead(command);
  const { text, problem } = checkFixedText(body, found.methods);
  const design = toNewDesign(body, text);
  const missing = findMissingPart(design, found);
  if (missing) throw notFound(missing);
  const problems = { ...(problem && { text: [problem] }), ...findDesignProblems(design, found) };
  if (Object.keys(problems).length > 0) throw new HttpError(422, problems);
  await assertFitting(tx, organisationId, design, found);
  const rival = design.isMandatory ? await findRival(tx, organisationId, design) : undefined;
  if (rival !== undefined)
    throw conflict(
      'place',
      `These garments have “${rival}” at this position already. Archive it first, or choose another position.`,
    );
  const outcome = describeNewDesign(design, await findTouched(tx, organisationId, design, null), found);
  if (!preview) {
    assertOutcomeAsSeen(outcomeFingerprint, outcome, 'design');
    const id = await insertDesign(tx, organisationId, design);
    await record(command, found, { action: 'garment-design.added', id, after: design });
  }
  return toReply(command, outcome);
}

const LABELS: Readonly<Record<string, string>> = { name: 'Name', priceMinor: 'Price', setupMinor: 'Set-up' };
const FIELDS = ['name', 'priceMinor', 'setupMinor'] as const;

/** A current design of the organisation. Throws 404, and 409 for one that is archived. */
function getCurrentDesign({ designs }: ClientDesigns, designId: number): ClientDesignRow {
  const design = designs.find(({ id }) => id === designId);
  if (!design) throw notFound('garmentDesign');
  if (design.isArchived) throw conflict('design', 'This design is archived. Add another one instead.');
  return design;
}

/** Changes the name and the prices of a design, or says what that would touch. Throws 404, 409 and 422. */
export async function changeDesign(
  command: DesignCommand,
  designId: number,
  { version, preview, outcomeFingerprint, ...body }: BodyOf<'PUT /api/operator/organisations/:id/designs/:designId'>,
): Promise<ChangeReply> {
  const { tx, organisationId } = command;
  const found = await lockAndRead(command);
  const before = getCurrentDesign(found, designId);
  const methodPrice = found.methods.find(({ id }) => id === before.methodId)?.priceMinor ?? null;
  const priceMinor = body.price == null ? null : toMinorUnits(body.price, 'price');
  const after = {
    ...before,
    name: body.name.trim(),
    priceMinor,
    pieceMinor: priceMinor ?? methodPrice,
    setupMinor: toMinorUnits(body.setupPrice, 'setupPrice'),
  };
  const changed = FIELDS.filter((field) => after[field] !== before[field]);
  if (changed.length === 0) return toReply(command, []);
  if (version != null && version !== before.version)
    throw createStaleError('design', changed, (field) => LABELS[field] ?? field, { ...before });
  const problems = findDesignProblems(after, found);
  if (problems.price) throw new HttpError(422, { price: problems.price });
  const outcome = describePriceChange(before, after, await findTouched(tx, organisationId, before, designId), found.currencyCode);
  if (!preview) {
    assertOutcomeAsSeen(outcomeFingerprint, outcome, 'design');
    await updateDesign(tx, organisationId, after);
    const pick = (design: ClientDesignRow) => Object.fromEntries(changed.map((field) => [field, design[field]]));
    await record(command, found, { action: 'garment-design.changed', id: designId, before: pick(before), after: pick(after) });
  }
  return toReply(command, outcome);
}

/** Archives a design, or says what that would touch. Throws 404 and 409. A design that is archived already stays so. */
export async function removeDesign(
  command: DesignCommand,
  designId: number,
  { version, preview, outcomeFingerprint }: BodyOf<'POST /api/operator/organisations/:id/designs/:designId/archive'>,
): Promise<ChangeReply> {
  const { tx, organisationId } = command;
  const found = await lockAndRead(command);
  const design = found.designs.find(({ id }) => id === designId);
  if (!design) throw notFound('garmentDesign');
  if (design.isArchived) return toReply(command, []);
  if (version != null && version !== design.version) throw createStaleError('design', [], (field) => field);
  const outcome = describeArchiving(design, await findTouched(tx, organisationId, design, designId), found.currencyCode);
  if (!preview) {
    assertOutcomeAsSeen(outcomeFingerprint, outcome, 'design');
    await archiveDesign(tx, organisationId, designId);
    await record(command, found, { action: 'garment-design.archived', id: designId, before: { name: design.name } });
  }
  return toReply(command, outcome);
}
