import type { BodyOf, ReplyOf } from '#contract/index.ts';
import type { TestClient, TestResponse } from './portal.ts';
import { aUniqueName } from './structure-client.ts';

export type Wardrobe = ReplyOf<'GET /api/organisation/wardrobes/:id'>['wardrobe'];
type WardrobeReply = Promise<TestResponse<{ wardrobe: Wardrobe }>>;
type GroupInput = BodyOf<'POST /api/organisation/wardrobes/:id/groups'>;

/** The calls of wardrobe administration, by default as the administrator. Names are unique unless given. */
export function createWardrobeClient(admin: TestClient) {
  const base = '/api/organisation/wardrobes';
  const add = (input: object = {}, person = admin): WardrobeReply =>
    person.post<'POST /api/organisation/wardrobes'>(base, { wardrobe: { name: aUniqueName('Wardrobe'), ...input } });
  const addGroup = (id: number, input: GroupInput = {}, person = admin): WardrobeReply =>
    person.post<'POST /api/organisation/wardrobes/:id/groups'>(`${base}/${id}/groups`, {
      collectionGroup: { name: aUniqueName('Group'), ...input },
    });
  const superGroups = (id: number) => `${base}/${id}/superGroups`;
  return {
    add,
    /** Adds a wardrobe; throws when it is refused. */
    addOrThrow: async (input: object = {}): Promise<Wardrobe> => {
      const response = await add(input);
      if (response.status !== 200) throw new Error(JSON.stringify(response.errors));
      return response.body.wardrobe;
    },
    list: async (person = admin) => (await person.get<'GET /api/organisation/wardrobes'>(base)).body.wardrobes,
    get: (id: number, person = admin): WardrobeReply => person.get<'GET /api/organisation/wardrobes/:id'>(`${base}/${id}`),
    change: (id: number, input: object, person = admin): WardrobeReply =>
      person.put<'PUT /api/organisation/wardrobes/:id'>(`${base}/${id}`, { wardrobe: input }),
    usage: (id: number, person = admin) => person.get<'GET /api/organisation/wardrobes/:id/usage'>(`${base}/${id}/usage`),
    remove: (id: number, person = admin) => person.delete<'DELETE /api/organisation/wardrobes/:id'>(`${base}/${id}`),
    history: (id: number, person = admin) => person.get<'GET /api/organisation/wardrobes/:id/history'>(`${base}/${id}/history`),
    copy: (id: number, input: { seasonId: number; name?: string }, person = admin): WardrobeReply =>
      person.post<'POST /api/organisation/wardrobes/:id/copy'>(`${base}/${id}/copy`, input),
    reorder: (
      id: number,
      collectionGroupIds: number[],
      superGroupIds: number[],
      { person = admin, version }: { person?: TestClient; version?: number } = {},
    ): WardrobeReply =>
      person.put<'PUT /api/organisation/wardrobes/:id/order'>(`${base}/${id}/order`, {
        collectionGroupIds,
        superGroupIds,
        ...(version === undefined ? {} : { version }),
      }),

    addGroup,
    /** Adds a group and returns it; throws when it is refused. */
    addGroupOrThrow: async (id: number, input: GroupInput = {}) => {
      const response = await addGroup(id, input);
      const group = response.body?.wardrobe?.collectionGroups.at(-1);
      if (!group) throw new Error(JSON.stringify(response.errors));
      return group;
    },
    changeGroup: (id: number, groupId: number, input: GroupInput, person = admin): WardrobeReply =>
      person.put<'PUT /api/organisation/wardrobes/:id/groups/:groupId'>(`${base}/${id}/groups/${groupId}`, {
        collectionGroup: input,
      }),
    groupUsage: (id: number, groupId: number, person = admin) =>
      person.get<'GET /api/organisation/wardrobes/:id/groups/:groupId/usage'>(`${base}/${id}/groups/${groupId}/usage`),
    removeGroup: (id: number, groupId: number, confirmed = false, person = admin): WardrobeReply =>
      person.delete<'DELETE /api/organisation/wardrobes/:id/groups/:groupId'>(
        `${base}/${id}/groups/${groupId}?confirmed=${confirmed}`,
      ),

    addSuperGroup: (
      id: number,
      input: {
        name?: string;
        minSelect?: number | null;
        maxSelect?: number | null;
        options?: { name: string; imageSrc?: string }[];
      } = {},
      person = admin,
    ): WardrobeReply =>
      person.post<'POST /api/organisation/wardrobes/:id/superGroups'>(superGroups(id), {
        superGroup: { name: aUniqueName('Either/or'), options: [{ name: 'Trousers' }, { name: 'Skirt' }], ...input },
      }),
    changeSuperGroup: (id: number, superGroupId: number, input: object, person = admin): WardrobeReply =>
      person.put<'PUT /api/organisation/wardrobes/:id/superGroups/:superGroupId'>(`${superGroups(id)}/${superGroupId}`, {
        superGroup: input,
      }),
    superGroupUsage: (id: number, superGroupId: number, person = admin) =>
      person.get<'GET /api/organisation/wardrobes/:id/superGroups/:superGroupId/usage'>(
        `${superGroups(id)}/${superGroupId}/usage`,
      ),
    removeSuperGroup: (id: number, superGroupId: number, confirmed = false, person = admin): WardrobeReply =>
      person.delete<'DELETE /api/organisation/wardrobes/:id/superGroups/:superGroupId'>(
        `${superGroups(id)}/${superGroupId}?confirmed=${confirmed}`,
      ),

    addOption: (id: number, superGroupId: number, input: object, person = admin): WardrobeReply =>
      person.post<'POST /api/organisation/wardrobes/:id/superGroups/:superGroupId/options'>(
        `${superGroups(id)}/${superGroupId}/options`,
        { superGroupOption: input },
      ),
    changeOption: (id: number, superGroupId: number, optionId: number, input: object, person = admin): WardrobeReply =>
      person.put<'PUT /api/organisation/wardrobes/:id/superGroups/:superGroupId/options/:optionId'>(
        `${superGroups(id)}/${superGroupId}/options/${optionId}`,
        { superGroupOption: input },
      ),
    optionUsage: (id: number, superGroupId: number, optionId: number, person = admin) =>
      person.get<'GET /api/organisation/wardrobes/:id/superGroups/:superGroupId/options/:optionId/usage'>(
        `${superGroups(id)}/${superGroupId}/options/${optionId}/usage`,
      ),
    removeOption: (id: number, superGroupId: number, optionId: number, confirmed = false, person = admin): WardrobeReply =>
      person.delete<'DELETE /api/organisation/wardrobes/:id/superGroups/:superGroupId/options/:optionId'>(
        `${superGroups(id)}/${superGroupId}/options/${optionId}?confirmed=${confirmed}`,
      ),
  };
}
