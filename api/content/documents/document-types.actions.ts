import { recordOperatorAuditEvent } from '#api/platform/audit/audit.queries.ts';
import type { Tx } from '#api/platform/db/database.ts';
import { forbidden, HttpError, invalid, notFound } from '#api/platform/http/errors.ts';
import type { OperatorScope } from '#api/platform/http/operator-scope.ts';
import { cleanPlainText } from '../publications/plain-text.rules.ts';
import {
  deleteType,
  hasDocumentsOfOthers,
  insertType,
  isTypeNameTaken,
  isTypeUsed,
  type KeptType,
  listKeptTypes,
  lockType,
  renameType,
} from './document-types.queries.ts';

/** Who changes a type, and in which request. */
interface TypeContext {
  operator: OperatorScope;
  requestId: string;
}

/** Adds a type, as the last. Throws 409 for a name that there is already, and 422. */
export async function addType(tx: Tx, { operator }: TypeContext, typed: string): Promise<KeptType> {
  const id = await insertType(tx, readName(typed));
  if (id === undefined) throw nameTaken();
  return readType(tx, operator, id);
}

/** Renames a type. Throws 403 while documents for clients of other brands have it, 404, 409 for a name that there is already, and 422. */
export async function changeType(tx: Tx, { operator, requestId }: TypeContext, typeId: number, typed: string): Promise<KeptType> {
  const name = readName(typed);
  const before = await lockType(tx, typeId);
  if (before === undefined) throw notFound('documentType');
  if (before !== name) {
    if (await hasDocumentsOfOthers(tx, operator, typeId))
      throw forbidden('Documents for clients of brands that are not yours have this type too. Add another type for yours.');
    if (await isTypeNameTaken(tx, typeId, name)) throw nameTaken();
    await renameType(tx, typeId, name);
    await record(tx, operator, 'renamed', typeId, { before: { name: before }, after: { name }, requestId });
  }
  return readType(tx, operator, typeId);
}

/** Deletes a type. Throws 404, and 409 while documents have it. */
export async function removeType(tx: Tx, { operator, requestId }: TypeContext, typeId: number): Promise<void> {
  const name = await lockType(tx, typeId);
  if (name === undefined) throw notFound('documentType');
  if (await isTypeUsed(tx, typeId)) throw await explainUse(tx, operator, typeId);
  await deleteType(tx, typeId);
  await record(tx, operator, 'deleted', typeId, { before: { name }, requestId });
}

async function explainUse(tx: Tx, operator: OperatorScope, typeId: number): Promise<HttpError> {
  const { documentCount } = await readType(tx, operator, typeId);
  const reason =
    documentCount > 0
      ? `${documentCount === 1 ? '1 document has' : `${documentCount} documents have`} this type. Give ${documentCount === 1 ? 'it' : 'them'} another type first.`
      : (await hasDocumentsOfOthers(tx, operator, typeId))
        ? 'Documents for clients of brands that are not yours have this type.'
        : 'Deleted documents that can still be put back have this type. It can be deleted when they are gone, at most 90 days after they were deleted.';
  return new HttpError(409, { documentType: [reason] });
}

async function readType(tx: Tx, operator: OperatorScope, typeId: number): Promise<KeptType> {
  const [type] = await listKeptTypes(tx, operator, typeId);
  if (!type) throw notFound('documentType');
  return type;
}

const record = (
  tx: Tx,
  operator: OperatorScope,
  what: 'renamed' | 'deleted',
  typeId: number,
  event: { before: { name: string }; after?: { name: string }; requestId: string },
) =>
  recordOperatorAuditEvent(
    tx,
    operator,
    { organisationId: null, brandId: null },
    {
      action: `document_type.${what}`,
      subjectId: String(typeId),
      ...event,
    },
  );

const nameTaken = () => new HttpError(409, { name: ['There is already a type with this name.'] });

function readName(typed: string): string {
  const name = cleanPlainText(typed);
  if (name === '') throw invalid('name', 'Enter a name of at most 100 characters.');
  return name;
}
