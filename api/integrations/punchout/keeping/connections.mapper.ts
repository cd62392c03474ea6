import type { ReplyOf } from '#contract/index.ts';
import { CUSTOM_VALUES } from '#contract/integrations/punchout/connection-values.ts';
import type { ConnectionAttempt } from '../connections/attempts.queries.ts';
import type { Connection } from '../connections/connection.queries.ts';
import type { ConnectionDetails, ListedConnection } from './kept-connections.queries.ts';

type WireConnection = ReplyOf<'GET /api/operator/punchout/connections/:id'>['connection'];
type WireListed = ReplyOf<'GET /api/operator/punchout/connections'>['connections'][number];
type WireAttempt = ReplyOf<'GET /api/operator/punchout/connections/:id/attempts'>['attempts'][number];

const toUtc = (time: Date | string): string => new Date(time).toISOString();

/** A request of a connection as the wire has it. */
export const toWireAttempt = ({
  createdAt,
  ...attempt
}: ConnectionAttempt & { id: number; createdAt: Date | string }): WireAttempt => ({
  ...attempt,
  createdOnUtc: toUtc(createdAt),
});

/** A connection in a list as the wire has it. */
export const toWireListed = ({ lastAttempt, ...connection }: ListedConnection): WireListed => ({
  ...connection,
  lastAttempt: lastAttempt && toWireAttempt(lastAttempt),
});

/** A connection with all its settings as the wire has it. */
export function toWireConnection(connection: Connection, details: ConnectionDetails): WireConnection {
  const { brandId: _, active, units, extrinsics, customFields, classifications, sharedCustomerId: __, ...same } = connection;
  const { createdRoleIds: ___, createdGroupIds: ____, createdCollectionIds: _____, ...settings } = same;
  const { roles, groups, collections, categories, secrets, origin, ...shown } = details;
  return {
    ...settings,
    ...shown,
    url: `${origin}/punchout/${connection.protocol}/${connection.key}`,
    isActive: active,
    buyerIdentities: [...connection.buyerIdentities],
    senderIdentities: [...connection.senderIdentities],
    materialGroups: [...connection.materialGroups],
    frameOrigins: [...connection.frameOrigins],
    returnOrigins: [...connection.returnOrigins],
    outgoingKinds: [...connection.outgoingKinds],
    units: { piece: units.piece ?? null, pair: units.pair ?? null, set: units.set ?? null, pack: units.pack ?? null },
    extrinsics: {
      email: extrinsics.email ?? null,
      firstName: extrinsics.firstName ?? null,
      lastName: extrinsics.lastName ?? null,
      employeeNumber: extrinsics.employeeNumber ?? null,
      group: extrinsics.group ?? null,
    },
    customFields: Object.entries(customFields).flatMap(([number, stored]) =>
      CUSTOM_VALUES.filter((value) => value === stored).map((value) => ({ number: Number(number), value })),
    ),
    classifications: classifications.map(({ categoryId, code }) => ({
      categoryId,
      categoryName: categories.find(({ id }) => id === categoryId)?.name ?? 'No longer there',
      code,
    })),
    createdRoles: roles,
    createdGroups: groups,
    createdCollections: collections,
    secrets: secrets.map(({ id, createdAt, expiresAt }) => ({
      id,
      createdOnUtc: toUtc(createdAt),
      expiresOnUtc: expiresAt && toUtc(expiresAt),
    })),
  };
}
