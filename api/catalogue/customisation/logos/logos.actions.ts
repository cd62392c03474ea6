import { recordAuditEvent, recordOperatorAuditEvent } from '#api/platform/audit/audit.queries.ts';
import type { Db, Tx } from '#api/platform/db/database.ts';
import type { JsonObject } from '#api/platform/db/types.ts';
import { attachFiles } from '#api/platform/files/file-store.ts';
import { expireFiles, type FileOwner, type StoredFile } from '#api/platform/files/stored-files.queries.ts';
import { HttpError, notFound } from '#api/platform/http/errors.ts';
import type { OperatorScope } from '#api/platform/http/operator-scope.ts';
import type { RequestContext } from '#api/platform/http/request-context.ts';
import { MAX_LOGO_NAME, MAX_LOGOS, MAX_PRODUCTION_FILES } from '#contract/catalogue/customisation/logo-limits.ts';
import {
  deleteLogoFile,
  findClient,
  insertLogo,
  insertLogoFile,
  type LogoRow,
  listLogos,
  lockAndCountLogos,
  lockLogo,
  updateLogo,
} from './logos.queries.ts';
import type { UploadedLogo } from './upload-logo.ts';

/** Who keeps the logos of an organisation: an administrator of it, or an operator. */
export interface LogoKeeper {
  organisationId: number;
  files: FileOwner & { customerId: null };
  record(
    tx: Tx,
    event: { action: string; subjectId: string; before?: JsonObject; after?: JsonObject; requestId: string },
  ): Promise<void>;
}

/** An administrator who keeps the logos of their organisation. */
export const keeperOf = (context: RequestContext): LogoKeeper => {
  const { organisationId, customerId } = context.caller;
  return {
    organisationId,
    // A logo belongs to the organisation: it must not be deleted with the person who uploaded it.
    files: { organisationId, actorKind: 'customer', actorId: customerId, customerId: null },
    record: (tx, event) => recordAuditEvent(tx, context, event),
  };
};

/** An operator who keeps the logos of an organisation of their brands. Throws 404. */
export async function getOperatorKeeper(
  db: Db,
  operator: OperatorScope,
  organisationId: number,
): Promise<LogoKeeper & { organisationName: string }> {
  const client = await findClient(db, operator, organisationId);
  if (!client) throw notFound('organisation');
  return {
    organisationId,
    organisationName: client.name,
    files: { organisationId, actorKind: operator.kind, actorId: operator.id, customerId: null },
    record: (tx, event) => recordOperatorAuditEvent(tx, operator, { organisationId, brandId: client.brandId }, event),
  };
}

/** A logo of the organisation. Throws 404. */
export async function getLogo(db: Db, keeper: LogoKeeper, id: number): Promise<LogoRow> {
  const [logo] = await listLogos(db, keeper, id);
  if (!logo) throw notFound('logo');
  return logo;
}

/** Names are shown to others: without signs that are not seen, or turn the text around them. */
const cleanName = (name: string) =>
  name
    .toWellFormed()
    .normalize('NFC')
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, MAX_LOGO_NAME);

/** Adds a logo whose picture and original have been uploaded. Throws 409 when there are too many. */
export async function addLogo(tx: Tx, keeper: LogoKeeper, logo: UploadedLogo, requestId: string): Promise<LogoRow> {
  await assertRoom(tx, keeper);
  await attachFiles(tx, keeper.files, 'garmentLogo', [logo.pictureId]);
  await attachFiles(tx, keeper.files, 'production', [logo.originalId]);
  const { actorKind, actorId } = keeper.files;
  const { widthPx, heightPx } = logo;
  const name = cleanName(logo.name) || 'Logo';
  const created = { createdByKind: actorKind, createdById: actorId };
  const id = await insertLogo(tx, keeper, { name, fileId: logo.pictureId, widthPx, heightPx, ...created });
  await insertLogoFile(tx, keeper, id, logo.originalId);
  await keeper.record(tx, { action: 'logo.added', subjectId: String(id), after: { name }, requestId });
  return getLogo(tx, keeper, id);
}

async function assertRoom(tx: Tx, keeper: LogoKeeper): Promise<void> {
  if ((await lockAndCountLogos(tx, keeper)) >= MAX_LOGOS)
    throw new HttpError(409, {
      logo: [`There are ${MAX_LOGOS} logos already. Please archive one that is no longer used first.`],
    });
}

/** Renames a logo. Throws 404, and 409 when it has been changed since `version`. */
export async function renameLogo(
  tx: Tx,
  keeper: LogoKeeper,
  id: number,
  { name, version, requestId }: { name: string; version?: number | null | undefined; requestId: string },
): Promise<LogoRow> {
  const before = await lockLogo(tx, keeper, id);
  if (!before) throw notFound('logo');
  const after = cleanName(name);
  if (after === '') throw new HttpError(422, { name: ['Please enter a name.'] });
  if (after !== before.name) {
    if (version && version !== before.version)
      throw new HttpError(409, { logo: [`Someone else has changed this logo. Its name is now “${before.name}”.`] });
    await updateLogo(tx, keeper, id, { name: after });
    await keeper.record(tx, {
      action: 'logo.renamed',
      subjectId: String(id),
      before: { name: before.name },
      after: { name: after },
      requestId,
    });
  }
  return getLogo(tx, keeper, id);
}

/** Archives a logo, or offers it again. What is so already stays as it is. Throws 404, and 409 when there are too many logos to restore one. */
export async function archiveLogo(
  tx: Tx,
  keeper: LogoKeeper,
  id: number,
  { isArchived, requestId }: { isArchived: boolean; requestId: string },
): Promise<LogoRow> {
  // Before the logo is locked, as when one is added.
  if (!isArchived) await assertRoom(tx, keeper);
  const before = await lockLogo(tx, keeper, id);
  if (!before) throw notFound('logo');
  if (before.isArchived !== isArchived) {
    await updateLogo(tx, keeper, id, { isArchived });
    await keeper.record(tx, {
      action: isArchived ? 'logo.archived' : 'logo.restored',
      subjectId: String(id),
      before: { name: before.name },
      requestId,
    });
  }
  return getLogo(tx, keeper, id);
}

/** Puts an uploaded file for production beside a logo. Throws 404, and 409 when there are too many. */
export async function addProductionFile(
  tx: Tx,
  keeper: LogoKeeper,
  { logoId, file, requestId }: { logoId: number; file: Pick<StoredFile, 'id' | 'file_name'>; requestId: string },
): Promise<LogoRow> {
  if (!(await lockLogo(tx, keeper, logoId))) throw notFound('logo');
  const before = await getLogo(tx, keeper, logoId);
  if (before.files.length >= MAX_PRODUCTION_FILES)
    throw new HttpError(409, { logo: [`This logo has ${MAX_PRODUCTION_FILES} files already. Please remove one first.`] });
  await attachFiles(tx, keeper.files, 'production', [file.id]);
  await insertLogoFile(tx, keeper, logoId, file.id);
  const after = { file: file.file_name };
  await keeper.record(tx, { action: 'logo.file-added', subjectId: String(logoId), after, requestId });
  return getLogo(tx, keeper, logoId);
}

/** Removes a file from a logo and deletes it. Throws 404. */
export async function removeProductionFile(
  tx: Tx,
  keeper: LogoKeeper,
  { logoId, fileId, requestId }: { logoId: number; fileId: number; requestId: string },
): Promise<LogoRow> {
  const before = await getLogo(tx, keeper, logoId);
  if (!(await deleteLogoFile(tx, keeper, logoId, fileId))) throw notFound('file');
  await expireFiles(tx, keeper.organisationId, [fileId]);
  await keeper.record(tx, {
    action: 'logo.file-removed',
    subjectId: String(logoId),
    before: { file: before.files.find(({ id }) => id === fileId)?.name ?? null },
    requestId,
  });
  return getLogo(tx, keeper, logoId);
}
