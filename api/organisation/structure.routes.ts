import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Db } from '../db/database.ts';
import { inTransaction } from '../db/database.ts';
import { serve, type Visit } from '../http/endpoint.ts';
import type { Portal } from '../portal.ts';
import { listBusinessAreas, listGroups, listJobRoles, listResorts, listSeasons } from './organisation.queries.ts';
import {
  addResortAddress,
  bringResortAddressBack,
  changeResortAddress,
  takeResortAddressAway,
} from './resort-addresses.actions.ts';
import { changePermissions } from './roles.actions.ts';
import { listRoles } from './roles.queries.ts';
import { addThing, changeThing, type Desk, getFrom, readUsage, removeThing } from './structure.actions.ts';
import { countPeople, findDepartment } from './structure.queries.ts';
import type { Kind } from './structure.rules.ts';

interface Asked {
  visit: Visit;
  request: FastifyRequest;
}

/** What administrators change of the parts of their organisation: always the caller's own, whoever is acted for. */
export function structureRoutes(app: FastifyInstance, { db, gate, sessions }: Portal): void {
  const at = async <T>({ visit, request }: Asked, work: (desk: Desk) => Promise<T>): Promise<T> => {
    const done = await inTransaction(db, (tx) => work({ tx, visit, requestId: request.id }));
    // Groups and roles are rights: they count from the next request on.
    sessions.forgetOrganisation(visit.caller.organisationId);
    return done;
  };
  const usage =
    (kind: Kind) =>
    ({ params, visit }: { params: { id: number }; visit: Visit }) =>
      inTransaction(db, (tx) => readUsage(tx, visit.caller, kind, params.id));
  const removal =
    (kind: Kind) =>
    async (asked: Asked & { params: { id: number }; query: { moveToId?: number } }): Promise<Record<string, never>> => {
      await at(asked, (desk) => removeThing(desk, kind, asked.params.id, asked.query.moveToId));
      return {};
    };
  /** Adds a thing, or changes the one with the id, and reads it from its list. */
  const write = <T extends { id: number }>(
    asked: Asked & { body: object },
    kind: Kind,
    id: number | undefined,
    list: (tx: Db, visit: Visit) => Promise<T[]>,
  ): Promise<T> =>
    at(asked, async (desk) => {
      const sent = { ...asked.body };
      const written = id ?? (await addThing(desk, kind, sent));
      if (id !== undefined) await changeThing(desk, kind, id, sent);
      return getFrom(list(desk.tx, asked.visit), kind, written);
    });

  serve(app, gate, 'GET /api/organisationstructure/people', ({ visit }) => countPeople(db, visit.caller));

  const groups = (tx: Db, { caller }: Visit) => listGroups(tx, caller);
  serve(app, gate, 'POST /api/organisationgroups', async (asked) => ({
    organisationGroup: await write(asked, 'group', undefined, groups),
  }));
  serve(app, gate, 'PUT /api/organisationgroups/:id', async (asked) => ({
    organisationGroup: await write(asked, 'group', asked.params.id, groups),
  }));
  serve(app, gate, 'GET /api/organisationgroups/:id/usage', usage('group'));
  serve(app, gate, 'DELETE /api/organisationgroups/:id', removal('group'));

  const resorts = (tx: Db, { caller }: Visit) => listResorts(tx, caller, true);
  serve(app, gate, 'POST /api/organisationresorts', async (asked) => ({
    organisationResort: await write(asked, 'resort', undefined, resorts),
  }));
  serve(app, gate, 'PUT /api/organisationresorts/:id', async (asked) => ({
    organisationResort: await write(asked, 'resort', asked.params.id, resorts),
  }));
  serve(app, gate, 'GET /api/organisationresorts/:id/usage', usage('resort'));
  serve(app, gate, 'DELETE /api/organisationresorts/:id', removal('resort'));

  serve(app, gate, 'POST /api/organisationresorts/:id/departments', async (asked) => ({
    department: await at(asked, async (desk) => {
      const id = await addThing(desk, 'department', { ...asked.body }, asked.params.id);
      return getFrom(findDepartment(desk.tx, asked.visit.caller, id), 'department', id);
    }),
  }));
  serve(app, gate, 'PUT /api/organisationdepartments/:id', async (asked) => ({
    department: await write(asked, 'department', asked.params.id, (tx, { caller }) =>
      findDepartment(tx, caller, asked.params.id),
    ),
  }));
  serve(app, gate, 'GET /api/organisationdepartments/:id/usage', usage('department'));
  serve(app, gate, 'DELETE /api/organisationdepartments/:id', removal('department'));

  serve(app, gate, 'POST /api/organisationresorts/:id/addresses', async (asked) => ({
    address: await at(asked, (desk) => addResortAddress(desk, asked.params.id, asked.body)),
  }));
  serve(app, gate, 'PUT /api/organisationresortaddresses/:id', async (asked) => ({
    address: await at(asked, (desk) => changeResortAddress(desk, asked.params.id, asked.body)),
  }));
  serve(app, gate, 'DELETE /api/organisationresortaddresses/:id', async (asked) => {
    await at(asked, (desk) => takeResortAddressAway(desk, asked.params.id));
    return {};
  });
  serve(app, gate, 'POST /api/organisationresortaddresses/:id/restore', async (asked) => ({
    address: await at(asked, (desk) => bringResortAddressBack(desk, asked.params.id)),
  }));

  const areas = (tx: Db, { caller }: Visit) => listBusinessAreas(tx, caller);
  serve(app, gate, 'POST /api/organisationbusinessareas', async (asked) => ({
    organisationBusinessArea: await write(asked, 'businessArea', undefined, areas),
  }));
  serve(app, gate, 'PUT /api/organisationbusinessareas/:id', async (asked) => ({
    organisationBusinessArea: await write(asked, 'businessArea', asked.params.id, areas),
  }));
  serve(app, gate, 'GET /api/organisationbusinessareas/:id/usage', usage('businessArea'));
  serve(app, gate, 'DELETE /api/organisationbusinessareas/:id', removal('businessArea'));

  const jobRoles = (tx: Db, { caller }: Visit) => listJobRoles(tx, caller);
  serve(app, gate, 'POST /api/organisationjobroles', async (asked) => ({
    organisationJobRole: await write(asked, 'jobRole', undefined, jobRoles),
  }));
  serve(app, gate, 'PUT /api/organisationjobroles/:id', async (asked) => ({
    organisationJobRole: await write(asked, 'jobRole', asked.params.id, jobRoles),
  }));
  serve(app, gate, 'GET /api/organisationjobroles/:id/usage', usage('jobRole'));
  serve(app, gate, 'DELETE /api/organisationjobroles/:id', removal('jobRole'));

  const seasons = (tx: Db, { caller }: Visit) => listSeasons(tx, caller);
  serve(app, gate, 'POST /api/organisationseasons', async (asked) => ({
    organisationSeason: await write(asked, 'season', undefined, seasons),
  }));
  serve(app, gate, 'PUT /api/organisationseasons/:id', async (asked) => ({
    organisationSeason: await write(asked, 'season', asked.params.id, seasons),
  }));
  serve(app, gate, 'GET /api/organisationseasons/:id/usage', usage('season'));
  serve(app, gate, 'DELETE /api/organisationseasons/:id', removal('season'));

  const roles = (tx: Db, { caller }: Visit) => listRoles(tx, caller);
  serve(app, gate, 'GET /api/customerroles', async ({ visit }) => ({ customerRoles: await listRoles(db, visit.caller) }));
  serve(app, gate, 'POST /api/customerroles', async (asked) => ({
    customerRoles: [await write(asked, 'role', undefined, roles)],
  }));
  serve(app, gate, 'PUT /api/customerroles/:id', async (asked) => ({
    customerRoles: [await write(asked, 'role', asked.params.id, roles)],
  }));
  serve(app, gate, 'PUT /api/customerroles/:id/permissions', async (asked) => ({
    customerRoles: [
      await at(asked, async (desk) => {
        await changePermissions(desk, asked.params.id, asked.body);
        return getFrom(listRoles(desk.tx, asked.visit.caller), 'role', asked.params.id);
      }),
    ],
  }));
  serve(app, gate, 'GET /api/customerroles/:id/usage', usage('role'));
  serve(app, gate, 'DELETE /api/customerroles/:id', removal('role'));
}
