import { notifyManager, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { api, apiQuery, invalidateCalls } from '#web/app/api.ts';
import { ApiError } from '#web/app/api-error.ts';
import { readDraft, writeDraft } from '#web/ui/forms/use-draft.ts';
import { type Contents, type ContentsEdit, toContents, toContentsInput } from './draft-contents.ts';
import { DraftSaver, type DraftState, type UnsavedContents } from './draft-saver.ts';
import { reloadWardrobe, type Wardrobe, wardrobeQuery } from './wardrobe-data.ts';

/** What publishing the draft of a wardrobe would mean. */
export const previewQuery = (id: number) => apiQuery('GET /api/organisation/wardrobes/:id/draft/preview', { params: { id } });

/** The wardrobe's page as it was last read. */
function readWardrobe(client: QueryClient, wardrobe: Wardrobe): Wardrobe {
  return client.getQueryData(wardrobeQuery(wardrobe.id).queryKey)?.wardrobe ?? wardrobe;
}

/** The version of a wardrobe that is in use; 1 before its first change. */
const findVersionInUse = ({ draft, versions }: Wardrobe): number =>
  versions.find(({ isInUse }) => isInUse)?.version ?? draft?.basedOn ?? 1;

/** Shows a draft as saved; null where there is none any more. */
async function storeDraft(client: QueryClient, wardrobe: Wardrobe, draft: Wardrobe['draft']): Promise<void> {
  const { queryKey } = wardrobeQuery(wardrobe.id);
  // One that is being read may be older.
  await client.cancelQueries({ queryKey });
  client.setQueryData(queryKey, { wardrobe: { ...readWardrobe(client, wardrobe), draft } });
  if (draft) void invalidateCalls(client, 'GET /api/organisation/wardrobes/:id/draft/preview');
  else client.removeQueries({ queryKey: previewQuery(wardrobe.id).queryKey });
  // Until the page has it, what was sent stays in sight.
  await new Promise<void>((resolve) => notifyManager.schedule(resolve));
}

function createSaver(client: QueryClient, wardrobe: Wardrobe): DraftSaver {
  const key = `wardrobe.${wardrobe.id}.contents`;
  return new DraftSaver(
    {
      read: () => {
        const current = readWardrobe(client, wardrobe);
        return current.draft
          ? { revision: current.draft.revision, contents: current.draft.contents }
          : { revision: null, version: findVersionInUse(current), contents: toContents(current) };
      },
      save: async ({ revision, version, contents }) => {
        const { draft } = await api('PUT /api/organisation/wardrobes/:id/draft', {
          params: { id: wardrobe.id },
          body: { revision, basedOn: version, contents: toContentsInput(contents) },
        });
        await storeDraft(client, wardrobe, draft);
        return draft;
      },
      reload: () => reloadWardrobe(client, wardrobe.id),
      keep: (unsaved) => writeDraft(key, unsaved),
      isConflict: (error) => error instanceof ApiError && error.status === 409,
    },
    wardrobe.canEdit ? readDraft<UnsavedContents>(key) : undefined,
  );
}

/** The draft of a wardrobe as the page shows and changes it. */
export interface WardrobeDraftEditor {
  /** What the page shows: the draft, with changes that are not saved yet; where there is none, what is in use. */
  contents: Contents;
  /** What is in use. */
  live: Contents;
  /** The version in use, and the number that the draft gets. */
  version: number;
  nextVersion: number;
  state: DraftState;
  /** Whether there is a draft, saved or not. */
  isDraft: boolean;
  change: (edit: ContentsEdit) => void;
  retry: () => void;
  /** Shows what someone else has saved, in place of the changes here, which are returned. */
  acceptTheirs: () => Promise<Contents | undefined>;
  overwriteTheirs: () => void;
  /** Discards the draft and returns what it was. */
  discard: () => Promise<Contents>;
  /** Forgets the draft, which has been published. */
  forget: () => void;
}

/** Reads, changes and saves the draft of a wardrobe. The component is mounted once for each wardrobe. */
export function useWardrobeDraft(wardrobe: Wardrobe): WardrobeDraftEditor {
  const client = useQueryClient();
  const [saver] = useState(() => createSaver(client, wardrobe));
  const state = useSyncExternalStore(saver.subscribe, saver.getState);
  useEffect(() => {
    const save = () => void saver.flush();
    document.addEventListener('visibilitychange', save);
    return () => {
      document.removeEventListener('visibilitychange', save);
      save();
    };
  }, [saver]);
  const live = toContents(wardrobe);
  const { draft, versions } = wardrobe;
  const contents = state.contents ?? (wardrobe.canEdit ? draft?.contents : undefined) ?? live;
  const version = findVersionInUse(wardrobe);
  return {
    contents,
    live,
    version,
    nextVersion: Math.max(version, ...versions.map((one) => one.version)) + 1,
    state,
    isDraft: draft !== null || state.contents !== undefined,
    change: (edit) => saver.change(edit),
    retry: () => void saver.flush(),
    acceptTheirs: () => saver.drop(),
    overwriteTheirs: () => void saver.overwrite(),
    discard: async () => {
      const unsaved = await saver.drop();
      const { revision } = readWardrobe(client, wardrobe).draft ?? {};
      try {
        if (revision !== undefined)
          await api('DELETE /api/organisation/wardrobes/:id/draft', { params: { id: wardrobe.id }, query: { revision } });
      } catch (error) {
        if (unsaved) saver.change(() => unsaved);
        throw error;
      }
      await storeDraft(client, wardrobe, null);
      return contents;
    },
    forget: () => {
      void saver.drop();
      client.removeQueries({ queryKey: previewQuery(wardrobe.id).queryKey });
    },
  };
}
