import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { CommandContext } from '#api/organisation/structure/structure.actions.ts';
import type { BulkEdit } from '#api/platform/bulk-edit/bulk-edit.mapper.ts';
import type { BulkEdits } from '#api/platform/bulk-edit/bulk-edit-engine.ts';
import { type Db, runInTransaction } from '#api/platform/db/database.ts';
import { registerEndpoint } from '#api/platform/http/endpoint.ts';
import { notFound } from '#api/platform/http/errors.ts';
import type { RequestContext } from '#api/platform/http/request-context.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import type { ServerDependencies } from '#api/platform/server-dependencies.ts';
import { listUnorderableGroups } from './unorderable-groups.queries.ts';
import { publishChange } from './versions/publish.actions.ts';
import { type FindDraft, findWardrobe, listWardrobes, type Wardrobe } from './wardrobe-detail.queries.ts';
import { listWardrobeHistory } from './wardrobe-history.queries.ts';
import {
  addWardrobe,
  assertWardrobeVisible,
  changeWardrobe,
  copyWardrobeToSeason,
  getWardrobeUsage,
  removeWardrobe,
} from './wardrobes.actions.ts';

interface WardrobeRequest {
  context: RequestContext;
  request: FastifyRequest;
}

/** Wardrobes as the administrators of the caller's own organisation see and change them. */
export function routes(
  app: FastifyInstance,
  {
    db,
    authenticator,
    bulkEdits,
    findDraft,
  }: Pick<ServerDependencies, 'authenticator' | 'db'> & { bulkEdits: BulkEdits; findDraft: FindDraft },
): void {
  const runCommand = <T>({ context, request }: WardrobeRequest, work: (command: CommandContext) => Promise<T>): Promise<T> =>
    runInTransaction(db, (tx) => work({ tx, context, requestId: request.id }));
  const read = async (from: Db, caller: Scope, id: number): Promise<{ wardrobe: Wardrobe }> => {
    const wardrobe = await findWardrobe(from, caller, id);
    if (!wardrobe) throw notFound('wardrobe');
    return { wardrobe: { ...wardrobe, draft: await findDraft(from, caller, id) } };
  };
  /** Runs a change and returns the wardrobe whose id it returns. */
  const create = (
    input: WardrobeRequest,
    change: (command: CommandContext) => Promise<number>,
  ): Promise<{ wardrobe: Wardrobe }> =>
    runCommand(input, async (command) => read(command.tx, input.context.caller, await change(command)));
  /** Runs a change of the wardrobe in the path and returns the wardrobe, with the edit by which its wearers follow. */
  const change = (
    input: WardrobeRequest & { params: { id: number } },
    // Answers whether wearers follow although the contents stay the same.
    work: (command: CommandContext) => Promise<unknown>,
  ): Promise<{ wardrobe: Wardrobe; bulkEdit: BulkEdit | null }> =>
    runCommand(input, async (command) => {
      const { id } = input.params;
      const { bulkEdit } = await publishChange(bulkEdits, command, id, () => work(command), {
        isNeeded: (isNeeded) => isNeeded === true,
      });
      return { ...(await read(command.tx, input.context.caller, id)), bulkEdit };
    });

  registerEndpoint(app, authenticator, 'GET /api/organisation/wardrobes', async ({ context }) => ({
    wardrobes: await listWardrobes(db, context.caller),
  }));
  registerEndpoint(app, authenticator, 'GET /api/organisation/unorderablegroups', async ({ query, context }) => {
    const collectionId = query.collectionId || null;
    if (collectionId !== null) await assertWardrobeVisible(db, context.caller, collectionId);
    return { unorderableGroups: await listUnorderableGroups(db, context.caller, collectionId) };
  });
  registerEndpoint(app, authenticator, 'POST /api/organisation/wardrobes', (input) =>
    create(input, (command) => addWardrobe(command, input.body)),
  );
  registerEndpoint(app, authenticator, 'GET /api/organisation/wardrobes/:id', ({ params, context }) =>
    read(db, context.caller, params.id),
  );
  registerEndpoint(app, authenticator, 'PUT /api/organisation/wardrobes/:id', (input) =>
    change(input, (command) => changeWardrobe(command, input.params.id, input.body)),
  );
  registerEndpoint(app, authenticator, 'GET /api/organisation/wardrobes/:id/usage', ({ params, context }) =>
    runInTransaction(db, (tx) => getWardrobeUsage(tx, context.caller, params.id)),
  );
  registerEndpoint(app, authenticator, 'DELETE /api/organisation/wardrobes/:id', async (input) => {
    await runCommand(input, (command) => removeWardrobe(command, input.params.id));
    return {};
  });
  registerEndpoint(app, authenticator, 'GET /api/organisation/wardrobes/:id/history', async ({ params, query, context }) => {
    await assertWardrobeVisible(db, context.caller, params.id);
    const { page = 0, limit = 10 } = query;
    return listWardrobeHistory(db, context.caller, params.id, { offset: page * limit, limit });
  });
  registerEndpoint(app, authenticator, 'POST /api/organisation/wardrobes/:id/copy', (input) =>
    create(input, (command) => copyWardrobeToSeason(command, input.params.id, input.body)),
  );
}
