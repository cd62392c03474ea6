import { recordOperatorAuditEvent } from '#api/platform/audit/audit.queries.ts';
import type { Db, Tx } from '#api/platform/db/database.ts';
import type { JsonObject } from '#api/platform/db/types.ts';
import type { Vault } from '#api/platform/encryption/vault.ts';
import { conflict, invalid, notFound } from '#api/platform/http/errors.ts';
import type { OperatorScope } from '#api/platform/http/operator-scope.ts';
import { createStaleError } from '#api/platform/http/optimistic-concurrency.ts';
import type { BodyOf, ReplyOf } from '#contract/index.ts';
import { type Connection, findConnection } from '../connections/connection.queries.ts';
import { getOutgoingSecretPurpose } from '../connections/outgoing-secret.ts';
import {
  applySettings,
  type ConnectionSettings,
  checkSettings,
  checkShipTos,
  createSettings,
  labelSetting,
  listSettingDifferences,
} from './connection-settings.ts';
import { toWireConnection } from './connections.mapper.ts';
import {
  deleteConnection,
  findBuyingOrganisation,
  findConnectionOwner,
  insertConnection,
  isConnectionNameTaken,
  lockKeptConnection,
  readConnectionDetails,
  replaceShipTos,
  saveOutgoingSecret,
  updateConnection,
} from './kept-connections.queries.ts';
import { findMissing } from './referred-records.queries.ts';

/** Who keeps connections, and with what. */
export interface KeepingContext {
  operator: OperatorScope;
  requestId: string;
  vault: Vault;
  /** Whether documents may be sent to addresses within the network. */
  allowsPrivate: boolean;
}

type WireConnection = ReplyOf<'GET /api/operator/punchout/connections/:id'>['connection'];
type NewConnection = BodyOf<'POST /api/operator/punchout/connections'>;
type ChangedConnection = BodyOf<'PUT /api/operator/punchout/connections/:id'>;
type ShipTo = NonNullable<NewConnection['shipTos']>[number];

/** A connection of an organisation of the operator's brands. Throws 404. */
export async function readConnection(db: Db | Tx, operator: OperatorScope, id: number): Promise<Connection> {
  const organisationId = await findConnectionOwner(db, operator, id);
  const connection = organisationId === undefined ? undefined : await findConnection(db, organisationId, id);
  if (!connection) throw notFound('punchoutConnection');
  return connection;
}

/** The same, with everything that its page shows. Throws 404. */
export async function readWireConnection(db: Db | Tx, operator: OperatorScope, id: number): Promise<WireConnection> {
  const connection = await readConnection(db, operator, id);
  return toWireConnection(connection, await readConnectionDetails(db, connection));
}

/** A connection, locked until the transaction ends. Throws 404. */
export async function lockOwnConnection(tx: Tx, operator: OperatorScope, id: number): Promise<Connection> {
  const { organisationId } = await readConnection(tx, operator, id);
  await lockKeptConnection(tx, organisationId, id);
  return readConnection(tx, operator, id);
}

/** Records what an operator did to a connection. */
export const recordConnectionChange = (
  tx: Tx,
  { operator, requestId }: Pick<KeepingContext, 'operator' | 'requestId'>,
  { organisationId, brandId, id }: Pick<Connection, 'organisationId' | 'brandId' | 'id'>,
  event: { action: string; before?: JsonObject; after?: JsonObject },
): Promise<void> =>
  recordOperatorAuditEvent(tx, operator, { organisationId, brandId }, { ...event, subjectId: String(id), requestId });

/** Throws 422 for records that are not the organisation's, or no longer there. */
async function checkRecords(
  tx: Tx,
  organisationId: number,
  settings: ConnectionSettings,
  shipTos: readonly ShipTo[] | undefined,
  before?: ConnectionSettings,
): Promise<void> {
  // One whose products have left the range since it was entered is no reason to refuse other changes.
  const known = before?.classifications.map(({ categoryId }) => categoryId) ?? [];
  const missing = await findMissing(tx, organisationId, {
    customerId: settings.sharedCustomerId,
    roleIds: settings.createdRoleIds,
    groupIds: settings.createdGroupIds,
    collectionIds: settings.createdCollectionIds,
    categoryIds: settings.classifications.flatMap(({ categoryId }) => (known.includes(categoryId) ? [] : [categoryId])),
    addressIds: [...new Set(shipTos?.map(({ addressId }) => addressId))],
  });
  if (missing.customer)
    throw invalid('sharedCustomerId', 'The organisation has no such person with access. Choose someone else.');
  if (missing.role) throw invalid('createdRoleIds', 'A connection can’t give one of these roles. Choose others.');
  if (missing.group) throw invalid('createdGroupIds', 'The organisation does not have one of these groups. Choose others.');
  if (missing.collection)
    throw invalid('createdCollectionIds', 'The organisation does not have one of these wardrobes. Choose others.');
  if (missing.category)
    throw invalid('classifications', 'The organisation buys nothing of one of the categories. Choose another one.');
  if (missing.address)
    throw invalid('shipTos', 'One of the addresses is not one of the organisation or its destinations. Choose another one.');
}

async function checkName(tx: Tx, organisationId: number, name: string, exceptId: number | null): Promise<void> {
  if (await isConnectionNameTaken(tx, organisationId, name, exceptId))
    throw conflict('name', 'The organisation already has a connection with this name. Enter another one.');
}

/** The encrypted secret of documents that the portal sends; null removes it. */
const sealOutgoing = (vault: Vault, id: number, secret: string | null): Buffer | null =>
  secret === null ? null : vault.seal(getOutgoingSecretPurpose(id), secret);

/** Adds a connection. Throws 404, 409 and 422. */
export async function addConnection(
  tx: Tx,
  context: KeepingContext,
  { organisationId, name, protocol, key, profile, shipTos, outgoingSecret, ...input }: NewConnection,
): Promise<WireConnection> {
  const { operator, vault } = context;
  const organisation = await findBuyingOrganisation(tx, operator, organisationId);
  if (!organisation) throw notFound('organisation');
  const initial = createSettings(
    { name: name.trim(), currencyCode: organisation.currencyCode },
    profile ?? (protocol === 'oci' ? 'oci' : 'general'),
  );
  const settings = checkSettings(applySettings(initial, input), protocol, context);
  const addresses = shipTos && checkShipTos(shipTos);
  await checkRecords(tx, organisationId, settings, addresses);
  await checkName(tx, organisationId, settings.name, null);
  const id = await insertConnection(tx, { organisationId, protocol, key }, settings);
  if (id === undefined) throw conflict('key', 'Another connection has this key. Enter another one.');
  if (addresses) await replaceShipTos(tx, organisationId, id, addresses);
  if (outgoingSecret) await saveOutgoingSecret(tx, organisationId, id, sealOutgoing(vault, id, outgoingSecret));
  await recordConnectionChange(
    tx,
    context,
    { organisationId, brandId: organisation.brandId, id },
    { action: 'punchout-connection.added', after: toAuditValues({ ...settings, protocol, key, shipTos: addresses }) },
  );
  return readWireConnection(tx, operator, id);
}

/** Values as they are recorded: without what is undefined. */
const toAuditValues = (values: object): JsonObject => JSON.parse(JSON.stringify(values)) as JsonObject;

const toSettings = ({
  organisationId: _organisation,
  brandId: _brand,
  id: _id,
  protocol: _protocol,
  key: _key,
  version: _version,
  ...settings
}: Connection): ConnectionSettings => settings;

const pick = (settings: ConnectionSettings, fields: readonly (keyof ConnectionSettings)[]) =>
  Object.fromEntries(fields.map((field) => [field, settings[field]]));

const hasOtherShipTos = (before: readonly ShipTo[], after: readonly ShipTo[]) => {
  const write = (all: readonly ShipTo[]) => JSON.stringify(all.map(({ code, addressId }) => [code, addressId]).toSorted());
  return write(before) !== write(after);
};

/** Changes a connection; what the input does not name stays. Throws 404, 409 and 422. */
export async function changeConnection(
  tx: Tx,
  context: KeepingContext,
  id: number,
  { version, shipTos, outgoingSecret, ...input }: ChangedConnection,
): Promise<WireConnection> {
  const { operator, vault } = context;
  const connection = await lockOwnConnection(tx, operator, id);
  const { organisationId, protocol } = connection;
  const before = toSettings(connection);
  const after = checkSettings(applySettings(before, input), protocol, context);
  const addresses = shipTos && checkShipTos(shipTos);
  const { shipTos: shipTosBefore } = await readConnectionDetails(tx, connection);
  const changed: string[] = listSettingDifferences(before, after);
  const isMapChanged = addresses !== undefined && hasOtherShipTos(shipTosBefore, addresses);
  // A change that was made already, by a request whose reply was lost, is no conflict.
  if (changed.length === 0 && !isMapChanged && outgoingSecret === undefined) return readWireConnection(tx, operator, id);
  if (version != null && version !== connection.version)
    throw createStaleError(
      'connection',
      [...changed, ...(isMapChanged ? ['shipTos'] : [])],
      (field) => (field === 'shipTos' ? 'Addresses' : labelSetting(field)),
      { ...before },
    );
  await checkRecords(tx, organisationId, after, addresses, before);
  if (after.name !== before.name) await checkName(tx, organisationId, after.name, id);
  await updateConnection(tx, organisationId, id, after);
  if (isMapChanged) await replaceShipTos(tx, organisationId, id, addresses);
  if (outgoingSecret !== undefined) await saveOutgoingSecret(tx, organisationId, id, sealOutgoing(vault, id, outgoingSecret));
  const fields = changed as (keyof ConnectionSettings)[];
  await recordConnectionChange(tx, context, connection, {
    action: 'punchout-connection.changed',
    before: toAuditValues({ ...pick(before, fields), ...(isMapChanged && { shipTos: shipTosBefore }) }),
    after: toAuditValues({
      ...pick(after, fields),
      ...(isMapChanged && { shipTos: addresses }),
      ...(outgoingSecret !== undefined && { outgoingSecretChanged: true }),
    }),
  });
  return readWireConnection(tx, operator, id);
}

/** Deletes a connection that was never used. Throws 404, and 409 for one that was. */
export async function removeConnection(tx: Tx, context: KeepingContext, id: number): Promise<void> {
  const connection = await lockOwnConnection(tx, context.operator, id);
  if (!(await deleteConnection(tx, connection.organisationId, id)))
    throw conflict('connection', 'This connection has been used, and its orders refer to it. Switch it off instead.');
  await recordConnectionChange(tx, context, connection, {
    action: 'punchout-connection.removed',
    before: toAuditValues({ ...toSettings(connection), protocol: connection.protocol, key: connection.key }),
  });
}

/** Approves or refuses the return origin that was learnt from the first request. Throws 404 and 409. */
export async function decideReturnOrigin(
  tx: Tx,
  context: KeepingContext,
  id: number,
  { origin, isApproved }: { origin: string; isApproved: boolean },
): Promise<WireConnection> {
  const { operator } = context;
  const connection = await lockOwnConnection(tx, operator, id);
  if (connection.learntReturnOrigin !== origin)
    throw conflict('origin', 'This return address does not wait for approval any more. Reload the page.');
  const before = toSettings(connection);
  const after: ConnectionSettings = isApproved
    ? { ...before, learntReturnOrigin: null, returnOrigins: [origin] }
    : // Otherwise the next request would bring the same one.
      { ...before, learntReturnOrigin: null, active: before.returnOrigins.length > 0 && before.active };
  await updateConnection(tx, connection.organisationId, id, after);
  await recordConnectionChange(tx, context, connection, {
    action: isApproved ? 'punchout-connection.origin-approved' : 'punchout-connection.origin-refused',
    after: { origin },
  });
  return readWireConnection(tx, operator, id);
}
