import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Sessions } from '#api/identity/sessions/sessions.ts';
import type { BulkEdit } from '#api/platform/bulk-edit/bulk-edit.mapper.ts';
import type { BulkEdits } from '#api/platform/bulk-edit/bulk-edit-engine.ts';
import { type Db, runInTransaction } from '#api/platform/db/database.ts';
import { registerEndpoint } from '#api/platform/http/endpoint.ts';
import type { RequestContext } from '#api/platform/http/request-context.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import type { ServerDependencies } from '#api/platform/server-dependencies.ts';
import type { BodyOf, ReplyOf } from '#contract/index.ts';
import { removeItem, type SeasonHooks } from './item-removal.actions.ts';
import { listBusinessAreas, listGroups, listJobRoles, listResorts, listSeasons } from './organisation.queries.ts';
import { addResortAddress, changeResortAddress, deleteResortAddress, restoreResortAddress } from './resort-addresses.actions.ts';
import { changePermissions } from './roles.actions.ts';
import { listRoles } from './roles.queries.ts';
import { addItem, type CommandContext, changeItem, getItemUsage, getListedItem } from './structure.actions.ts';
import { countPeopleByItem, findDepartment } from './structure.queries.ts';
import type { StructureItemKind } from './structure.rules.ts';

interface StructureRequest {
  context: RequestContext;
  request: FastifyRequest;
}

/** Dependencies of changing the structure. */
interface StructureDependencies {
  bulkEdits: BulkEdits;
  seasonHooks: SeasonHooks;
  sessions: Sessions;
  /**
   * Runs a change of seasons, and starts the bulk edit of what areas above derive from them; null where nothing changed. Throws 409 when the fingerprint is
   * not that of what the change means for people.
   */
  changeSeasons: <T>(
    command: CommandContext,
    change: () => Promise<T>,
    outcomeFingerprint?: string | null,
  ) => Promise<{ result: T; bulkEdit: BulkEdit | null }>;
  /** What saving a season means for people, as the areas above say it. */
  previewSeason: (
    db: Db,
    caller: Scope,
    seasonId: number,
    input: BodyOf<'POST /api/organisationseasons/:id/preview'>,
  ) => Promise<ReplyOf<'POST /api/organisationseasons/:id/preview'>>;
}

/** Changes to the structure of the caller's own organisation, also while impersonating. */
export function routes(
  app: FastifyInstance,
  {
    db,
    authenticator,
    sessions,
    changeSeasons,
    previewSeason,
    bulkEdits,
    seasonHooks,
  }: Pick<ServerDependencies, 'authenticator' | 'db'> & StructureDependencies,
): void {
  const runCommand = async <T>(
    { context, request }: StructureRequest,
    work: (command: CommandContext) => Promise<T>,
  ): Promise<T> => {
    const result = await runInTransaction(db, (tx) => work({ tx, context, requestId: request.id }));
    // Groups and roles determine access rights, so a change applies from the next request on.
    sessions.evictOrganisation(context.caller.organisationId);
    return result;
  };
  const getUsage =
    (kind: StructureItemKind) =>
    ({ params, context }: { params: { id: number }; context: RequestContext }) =>
      runInTransaction(db, (tx) => getItemUsage(tx, context.caller, kind, params.id));
  const remove =
    (kind: StructureItemKind) =>
    async (
      input: StructureRequest & { params: { id: number }; query: { moveToId?: number } },
    ): Promise<{ bulkEdit: BulkEdit | null }> =>
      runCommand(input, async (command) => {
        const change = () => removeItem(bulkEdits, seasonHooks, command, kind, input.params.id, input.query.moveToId);
        if (kind !== 'season') return { bulkEdit: await change() };
        const { result, bulkEdit } = await changeSeasons(command, change);
        return { bulkEdit: result ?? bulkEdit };
      });
  /** Adds an item, or changes the one with the id, and returns it as its list shows it. */
  const write = <T extends { id: number }>(
    input: StructureRequest & { body: object },
    kind: StructureItemKind,
    id: number | undefined,
    list: (tx: Db, context: RequestContext) => Promise<T[]>,
  ): Promise<T> =>
    runCommand(input, async (command) => {
      const values = { ...input.body };
      const itemId = id ?? (await addItem(command, kind, values));
      if (id !== undefined) await changeItem(command, kind, id, values);
      return getListedItem(list(command.tx, input.context), kind, itemId);
    });

  registerEndpoint(app, authenticator, 'GET /api/organisationstructure/people', ({ context }) =>
    countPeopleByItem(db, context.caller),
  );

  const groups = (tx: Db, { caller }: RequestContext) => listGroups(tx, caller);
  registerEndpoint(app, authenticator, 'POST /api/organisationgroups', async (input) => ({
    organisationGroup: await write(input, 'group', undefined, groups),
  }));
  registerEndpoint(app, authenticator, 'PUT /api/organisationgroups/:id', async (input) => ({
    organisationGroup: await write(input, 'group', input.params.id, groups),
  }));
  registerEndpoint(app, authenticator, 'GET /api/organisationgroups/:id/usage', getUsage('group'));
  registerEndpoint(app, authenticator, 'DELETE /api/organisationgroups/:id', remove('group'));

  const resorts = (tx: Db, { caller }: RequestContext) => listResorts(tx, caller, true);
  registerEndpoint(app, authenticator, 'POST /api/organisationresorts', async (input) => ({
    organisationResort: await write(input, 'resort', undefined, resorts),
  }));
  registerEndpoint(app, authenticator, 'PUT /api/organisationresorts/:id', async (input) => ({
    organisationResort: await write(input, 'resort', input.params.id, resorts),
  }));
  registerEndpoint(app, authenticator, 'GET /api/organisationresorts/:id/usage', getUsage('resort'));
  registerEndpoint(app, authenticator, 'DELETE /api/organisationresorts/:id', remove('resort'));

  registerEndpoint(app, authenticator, 'POST /api/organisationresorts/:id/departments', async (input) => ({
    department: await runCommand(input, async (command) => {
      const id = await addItem(command, 'department', { ...input.body }, input.params.id);
      return getListedItem(findDepartment(command.tx, input.context.caller, id), 'department', id);
    }),
  }));
  registerEndpoint(app, authenticator, 'PUT /api/organisationdepartments/:id', async (input) => ({
    department: await write(input, 'department', input.params.id, (tx, { caller }) =>
      findDepartment(tx, caller, input.params.id),
    ),
  }));
  registerEndpoint(app, authenticator, 'GET /api/organisationdepartments/:id/usage', getUsage('department'));
  registerEndpoint(app, authenticator, 'DELETE /api/organisationdepartments/:id', remove('department'));

  registerEndpoint(app, authenticator, 'POST /api/organisationresorts/:id/addresses', async (input) => ({
    address: await runCommand(input, (command) => addResortAddress(command, input.params.id, input.body)),
  }));
  registerEndpoint(app, authenticator, 'PUT /api/organisationresortaddresses/:id', async (input) => ({
    address: await runCommand(input, (command) => changeResortAddress(command, input.params.id, input.body)),
  }));
  registerEndpoint(app, authenticator, 'DELETE /api/organisationresortaddresses/:id', async (input) => {
    await runCommand(input, (command) => deleteResortAddress(command, input.params.id));
    return {};
  });
  registerEndpoint(app, authenticator, 'POST /api/organisationresortaddresses/:id/restore', async (input) => ({
    address: await runCommand(input, (command) => restoreResortAddress(command, input.params.id)),
  }));

  const areas = (tx: Db, { caller }: RequestContext) => listBusinessAreas(tx, caller);
  registerEndpoint(app, authenticator, 'POST /api/organisationbusinessareas', async (input) => ({
    organisationBusinessArea: await write(input, 'businessArea', undefined, areas),
  }));
  registerEndpoint(app, authenticator, 'PUT /api/organisationbusinessareas/:id', async (input) => ({
    organisationBusinessArea: await write(input, 'businessArea', input.params.id, areas),
  }));
  registerEndpoint(app, authenticator, 'GET /api/organisationbusinessareas/:id/usage', getUsage('businessArea'));
  registerEndpoint(app, authenticator, 'DELETE /api/organisationbusinessareas/:id', remove('businessArea'));

  const jobRoles = (tx: Db, { caller }: RequestContext) => listJobRoles(tx, caller);
  registerEndpoint(app, authenticator, 'POST /api/organisationjobroles', async (input) => ({
    organisationJobRole: await write(input, 'jobRole', undefined, jobRoles),
  }));
  registerEndpoint(app, authenticator, 'PUT /api/organisationjobroles/:id', async (input) => ({
    organisationJobRole: await write(input, 'jobRole', input.params.id, jobRoles),
  }));
  registerEndpoint(app, authenticator, 'GET /api/organisationjobroles/:id/usage', getUsage('jobRole'));
  registerEndpoint(app, authenticator, 'DELETE /api/organisationjobroles/:id', remove('jobRole'));

  const writeSeason = (input: StructureRequest & { body: BodyOf<'PUT /api/organisationseasons/:id'> }, id?: number) =>
    runCommand(input, async (command) => {
      const { outcomeFingerprint, ...values } = input.body;
      const change = async () => {
        if (id === undefined) return addItem(command, 'season', values);
        await changeItem(command, 'season', id, values);
        return id;
      };
      const { result: itemId, bulkEdit } = await changeSeasons(command, change, outcomeFingerprint);
      const organisationSeason = await getListedItem(listSeasons(command.tx, input.context.caller), 'season', itemId);
      return { organisationSeason, bulkEdit };
    });
  registerEndpoint(app, authenticator, 'POST /api/organisationseasons', (input) => writeSeason(input));
  registerEndpoint(app, authenticator, 'PUT /api/organisationseasons/:id', (input) => writeSeason(input, input.params.id));
  registerEndpoint(app, authenticator, 'POST /api/organisationseasons/:id/preview', ({ params, body, context }) =>
    previewSeason(db, context.caller, params.id, body),
  );
  registerEndpoint(app, authenticator, 'GET /api/organisationseasons/:id/usage', getUsage('season'));
  registerEndpoint(app, authenticator, 'DELETE /api/organisationseasons/:id', remove('season'));

  const roles = (tx: Db, { caller }: RequestContext) => listRoles(tx, caller);
  registerEndpoint(app, authenticator, 'GET /api/customerroles', async ({ context }) => ({
    customerRoles: await listRoles(db, context.caller),
  }));
  registerEndpoint(app, authenticator, 'POST /api/customerroles', async (input) => ({
    customerRoles: [await write(input, 'role', undefined, roles)],
  }));
  registerEndpoint(app, authenticator, 'PUT /api/customerroles/:id', async (input) => ({
    customerRoles: [await write(input, 'role', input.params.id, roles)],
  }));
  registerEndpoint(app, authenticator, 'PUT /api/customerroles/:id/permissions', async (input) => ({
    customerRoles: [
      await runCommand(input, async (command) => {
        await changePermissions(command, input.params.id, input.body);
        return getListedItem(listRoles(command.tx, input.context.caller), 'role', input.params.id);
      }),
    ],
  }));
  registerEndpoint(app, authenticator, 'GET /api/customerroles/:id/usage', getUsage('role'));
  registerEndpoint(app, authenticator, 'DELETE /api/customerroles/:id', remove('role'));
}
