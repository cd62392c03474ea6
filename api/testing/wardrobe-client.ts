import type { ReplyOf } from '#contract/index.ts';
import type { TestClient, TestResponse } from './portal.ts';
import { aUniqueName } from './structure-client.ts';
import {
  changeContents,
  type DraftGroup,
  type WardrobeChange,
  withGroup,
  withNewGroup,
  withNewOption,
  withNewSuperGroup,
  withoutGroup,
  withoutSuperGroup,
} from './wardrobe-changes.ts';

export type Wardrobe = ReplyOf<'GET /api/organisation/wardrobes/:id'>['wardrobe'];
type WardrobeReply = Promise<TestResponse<{ wardrobe: Wardrobe }>>;
type Publish = 'POST /api/organisation/wardrobes/:id/draft/publish';
type PublishReply = Promise<TestResponse<ReplyOf<Publish>>>;

/**
 * The calls of wardrobe administration, by default as the administrator. What a wardrobe contains is changed in a draft, which is previewed and published at
 * once. Names are unique unless given.
 */
export function createWardrobeClient(admin: TestClient) {
  const base = '/api/organisation/wardrobes';
  const add = (input: object = {}, person = admin): WardrobeReply =>
    person.post<'POST /api/organisation/wardrobes'>(base, { wardrobe: { name: aUniqueName('Wardrobe'), ...input } });
  const publish = (id: number, change: WardrobeChange, person = admin): PublishReply =>
    changeContents(
      (method, path, body) =>
        method === 'GET'
          ? person.get<Publish>(path)
          : method === 'PUT'
            ? person.put<Publish>(path, body)
            : person.post<Publish>(path, body),
      id,
      change,
    );
  const addGroup = (id: number, input: Partial<DraftGroup> = {}, person = admin): PublishReply =>
    publish(id, withNewGroup({ name: aUniqueName('Group'), ...input }), person);
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

    publish,
    addGroup,
    /** Adds a group and returns it; throws when it is refused. */
    addGroupOrThrow: async (id: number, input: Partial<DraftGroup> = {}) => {
      const response = await addGroup(id, input);
      const group = response.body?.wardrobe?.collectionGroups.at(-1);
      if (!group) throw new Error(JSON.stringify(response.errors));
      return group;
    },
    changeGroup: (id: number, groupId: number, changes: Partial<DraftGroup>): PublishReply =>
      publish(id, withGroup(groupId, changes)),
    removeGroup: (id: number, groupId: number): PublishReply => publish(id, withoutGroup(groupId)),
    addSuperGroup: (id: number, input: Partial<Parameters<typeof withNewSuperGroup>[0]> = {}): PublishReply =>
      publish(
        id,
        withNewSuperGroup({ name: aUniqueName('Either/or'), options: [{ name: 'Trousers' }, { name: 'Skirt' }], ...input }),
      ),
    removeSuperGroup: (id: number, superGroupId: number): PublishReply => publish(id, withoutSuperGroup(superGroupId)),
    addOption: (id: number, superGroupId: number, option: { name: string }): PublishReply =>
      publish(id, withNewOption(superGroupId, option)),
  };
}
