import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Sessions } from '#api/identity/sessions/sessions.ts';
import type { Db } from '#api/platform/db/database.ts';
import { runInTransaction } from '#api/platform/db/database.ts';
import { registerEndpoint } from '#api/platform/http/endpoint.ts';
import type { RequestContext } from '#api/platform/http/request-context.ts';
import type { ServerDependencies } from '#api/platform/server-dependencies.ts';
import { listBusinessAreas, listGroups, listJobRoles, listResorts, listSeasons } from './organisation.queries.ts';
import { addResortAddress, changeResortAddress, deleteResortAddress, restoreResortAddress } from './resort-addresses.actions.ts';
import { changePermissions } from './roles.actions.ts';
import { listRoles } from './roles.queries.ts';
import { addItem, type CommandContext, changeItem, getItemUsage, getListedItem, removeItem } from './structure.actions.ts';
import { countPeopleByItem, findDepartment } from './structure.queries.ts';
import type { StructureItemKind } from './structure.rules.ts';

interface StructureRequest {
  context: RequestContext;
  request: FastifyRequest;
}

/** What administrators change of the parts of their organisation: always the caller's own, whoever is acted for. */
export function routes(
  app: FastifyInstance,
  { db, authenticator, sessions }: Pick<ServerDependencies, 'authenticator' | 'db'> & { sessions: Sessions },
): void {
  const at = async <T>({ context, request }: StructureRequest, work: (desk: CommandContext) => Promise<T>): Promise<T> => {
    const done = await runInTransaction(db, (tx) => work({ tx, context: context, requestId: request.id }));
    // Groups and roles are rights: they count from the next request on.
    sessions.evictOrganisation(context.caller.organisationId);
    return done;
  };
  const usage =
    (kind: StructureItemKind) =>
    ({ params, context }: { params: { id: number }; context: RequestContext }) =>
      runInTransaction(db, (tx) => getItemUsage(tx, context.caller, kind, params.id));
  const removal =
    (kind: StructureItemKind) =>
    async (
      asked: StructureRequest & { params: { id: number }; query: { moveToId?: number } },
    ): Promise<Record<string, never>> => {
      await at(asked, (desk) => removeItem(desk, kind, asked.params.id, asked.query.moveToId));
      return {};
    };
  /** Adds a thing, or changes the one with the id, and reads it from its list. */
  const write = <T extends { id: number }>(
    asked: StructureRequest & { body: object },
    kind: StructureItemKind,
    id: number | undefined,
    list: (tx: Db, context: RequestContext) => Promise<T[]>,
  ): Promise<T> =>
    at(asked, async (desk) => {
      const sent = { ...asked.body };
      const written = id ?? (await addItem(desk, kind, sent));
      if (id !== undefined) await changeItem(desk, kind, id, sent);
      return getListedItem(list(desk.tx, asked.context), kind, written);
    });

  registerEndpoint(app, authenticator, 'GET /api/organisationstructure/people', ({ context }) =>
    countPeopleByItem(db, context.caller),
  );

  const groups = (tx: Db, { caller }: RequestContext) => listGroups(tx, caller);
  registerEndpoint(app, authenticator, 'POST /api/organisationgroups', async (asked) => ({
    organisationGroup: await write(asked, 'group', undefined, groups),
  }));
  registerEndpoint(app, authenticator, 'PUT /api/organisationgroups/:id', async (asked) => ({
    organisationGroup: await write(asked, 'group', asked.params.id, groups),
  }));
  registerEndpoint(app, authenticator, 'GET /api/organisationgroups/:id/usage', usage('group'));
  registerEndpoint(app, authenticator, 'DELETE /api/organisationgroups/:id', removal('group'));

  const resorts = (tx: Db, { caller }: RequestContext) => listResorts(tx, caller, true);
  registerEndpoint(app, authenticator, 'POST /api/organisationresorts', async (asked) => ({
    organisationResort: await write(asked, 'resort', undefined, resorts),
  }));
  registerEndpoint(app, authenticator, 'PUT /api/organisationresorts/:id', async (asked) => ({
    organisationResort: await write(asked, 'resort', asked.params.id, resorts),
  }));
  registerEndpoint(app, authenticator, 'GET /api/organisationresorts/:id/usage', usage('resort'));
  registerEndpoint(app, authenticator, 'DELETE /api/organisationresorts/:id', removal('resort'));

  registerEndpoint(app, authenticator, 'POST /api/organisationresorts/:id/departments', async (asked) => ({
    department: await at(asked, async (desk) => {
      const id = await addItem(desk, 'department', { ...asked.body }, asked.params.id);
      return getListedItem(findDepartment(desk.tx, asked.context.caller, id), 'department', id);
    }),
  }));
  registerEndpoint(app, authenticator, 'PUT /api/organisationdepartments/:id', async (asked) => ({
    department: await write(asked, 'department', asked.params.id, (tx, { caller }) =>
      findDepartment(tx, caller, asked.params.id),
    ),
  }));
  registerEndpoint(app, authenticator, 'GET /api/organisationdepartments/:id/usage', usage('department'));
  registerEndpoint(app, authenticator, 'DELETE /api/organisationdepartments/:id', removal('department'));

  registerEndpoint(app, authenticator, 'POST /api/organisationresorts/:id/addresses', async (asked) => ({
    address: await at(asked, (desk) => addResortAddress(desk, asked.params.id, asked.body)),
  }));
  registerEndpoint(app, authenticator, 'PUT /api/organisationresortaddresses/:id', async (asked) => ({
    address: await at(asked, (desk) => changeResortAddress(desk, asked.params.id, asked.body)),
  }));
  registerEndpoint(app, authenticator, 'DELETE /api/organisationresortaddresses/:id', async (asked) => {
    await at(asked, (desk) => deleteResortAddress(desk, asked.params.id));
    return {};
  });
  registerEndpoint(app, authenticator, 'POST /api/organisationresortaddresses/:id/restore', async (asked) => ({
    address: await at(asked, (desk) => restoreResortAddress(desk, asked.params.id)),
  }));

  const areas = (tx: Db, { caller }: RequestContext) => listBusinessAreas(tx, caller);
  registerEndpoint(app, authenticator, 'POST /api/organisationbusinessareas', async (asked) => ({
    organisationBusinessArea: await write(asked, 'businessArea', undefined, areas),
  }));
  registerEndpoint(app, authenticator, 'PUT /api/organisationbusinessareas/:id', async (asked) => ({
    organisationBusinessArea: await write(asked, 'businessArea', asked.params.id, areas),
  }));
  registerEndpoint(app, authenticator, 'GET /api/organisationbusinessareas/:id/usage', usage('businessArea'));
  registerEndpoint(app, authenticator, 'DELETE /api/organisationbusinessareas/:id', removal('businessArea'));

  const jobRoles = (tx: Db, { caller }: RequestContext) => listJobRoles(tx, caller);
  registerEndpoint(app, authenticator, 'POST /api/organisationjobroles', async (asked) => ({
    organisationJobRole: await write(asked, 'jobRole', undefined, jobRoles),
  }));
  registerEndpoint(app, authenticator, 'PUT /api/organisationjobroles/:id', async (asked) => ({
    organisationJobRole: await write(asked, 'jobRole', asked.params.id, jobRoles),
  }));
  registerEndpoint(app, authenticator, 'GET /api/organisationjobroles/:id/usage', usage('jobRole'));
  registerEndpoint(app, authenticator, 'DELETE /api/organisationjobroles/:id', removal('jobRole'));

  const seasons = (tx: Db, { caller }: RequestContext) => listSeasons(tx, caller);
  registerEndpoint(app, authenticator, 'POST /api/organisationseasons', async (asked) => ({
    organisationSeason: await write(asked, 'season', undefined, seasons),
  }));
  registerEndpoint(app, authenticator, 'PUT /api/organisationseasons/:id', async (asked) => ({
    organisationSeason: await write(asked, 'season', asked.params.id, seasons),
  }));
  registerEndpoint(app, authenticator, 'GET /api/organisationseasons/:id/usage', usage('season'));
  registerEndpoint(app, authenticator, 'DELETE /api/organisationseasons/:id', removal('season'));

  const roles = (tx: Db, { caller }: RequestContext) => listRoles(tx, caller);
  registerEndpoint(app, authenticator, 'GET /api/customerroles', async ({ context }) => ({
    customerRoles: await listRoles(db, context.caller),
  }));
  registerEndpoint(app, authenticator, 'POST /api/customerroles', async (asked) => ({
    customerRoles: [await write(asked, 'role', undefined, roles)],
  }));
  registerEndpoint(app, authenticator, 'PUT /api/customerroles/:id', async (asked) => ({
    customerRoles: [await write(asked, 'role', asked.params.id, roles)],
  }));
  registerEndpoint(app, authenticator, 'PUT /api/customerroles/:id/permissions', async (asked) => ({
    customerRoles: [
      await at(asked, async (desk) => {
        await changePermissions(desk, asked.params.id, asked.body);
        return getListedItem(listRoles(desk.tx, asked.context.caller), 'role', asked.params.id);
      }),
    ],
  }));
  registerEndpoint(app, authenticator, 'GET /api/customerroles/:id/usage', usage('role'));
  registerEndpoint(app, authenticator, 'DELETE /api/customerroles/:id', removal('role'));
}
