import { useMemo, useState } from 'react';
import type { DesignOptions, DesignPosition, GarmentDesign } from './design-types.ts';
import { type DraftDesign, findRequiredName, getTextSetting, startDraft, toDesign, toDraft } from './draft-design.ts';
import { isFixed } from './same-designs.ts';
import type { CheckedText, TextSetting } from './text-check.ts';
import type { NameAs } from './use-text-check.ts';

/** A draft with what its check says. */
export interface CheckedDraft {
  draft: DraftDesign;
  position: DesignPosition;
  /** Undefined for a logo, and while the letters of its font are being loaded. */
  setting: TextSetting | undefined;
  /** What keeps it from being ordered, as a sentence. */
  problem: string | undefined;
  /** As it is drawn; undefined where its method is offered no longer. */
  design: GarmentDesign | undefined;
}

/**
 * The drafts of a garment, one at a position, in the order of its positions. `initial` are the designs that it has; what is required as it is, is left out.
 * A required name that it has not begins as `nameAs` has it.
 */
export function useDesignDrafts(
  options: DesignOptions,
  initial: readonly GarmentDesign[],
  check: ((setting: TextSetting) => CheckedText) | undefined,
  nameAs: NameAs = () => '',
) {
  const [start] = useState(() => startDrafts(options, initial, nameAs));
  const [drafts, setDrafts] = useState<Drafts>(start);

  // The same functions for as long as the editor is open.
  const changes = useMemo(() => createChanges(setDrafts), []);
  // A draft is checked once: those that are not edited stay the same objects, and are not drawn again while someone types.
  const results = useMemo(() => ({ options, check, of: new WeakMap<DraftDesign, CheckedDraft>() }), [options, check]);
  // The same object until something changes, so that parts of the editor can follow later.
  return useMemo(() => {
    const checked = options.positions.flatMap((position): CheckedDraft[] => {
      const draft = drafts.find(({ positionId }) => positionId === position.id);
      if (!draft) return [];
      const result = results.of.get(draft) ?? checkDraft(options, position, draft, check);
      results.of.set(draft, result);
      return [result];
    });
    return {
      checked,
      designs: checked.flatMap(({ design }) => (design ? [design] : [])),
      /** The letters with which texts are measured have been loaded. */
      isReady: check !== undefined,
      isChanged: drafts.length !== start.length || !drafts.every((draft) => start.some((old) => isSameDraft(old, draft))),
      ...changes,
    };
  }, [drafts, options, check, results, start, changes]);
}

type Drafts = readonly DraftDesign[];

const isSameDraft = (one: DraftDesign, other: DraftDesign): boolean =>
  one === other || JSON.stringify(one) === JSON.stringify(other);

function startDrafts(options: DesignOptions, initial: readonly GarmentDesign[], nameAs: NameAs): Drafts {
  const drafts = initial.filter((design) => !isFixed(design)).map((design) => toDraft(design));
  const names = options.positions.flatMap((position) => {
    const isTaken = drafts.some(({ positionId }) => positionId === position.id);
    return (!isTaken && findRequiredName(options, position) && startDraft(options, position, nameAs)) || [];
  });
  return [...drafts, ...names];
}

const createChanges = (set: (change: (all: Drafts) => Drafts) => void) => ({
  /** Puts a draft at its position. */
  put: (draft: DraftDesign) => set((all) => [...all.filter(({ positionId }) => positionId !== draft.positionId), draft]),
  /** Changes the draft at a position, if there is one. */
  update: (positionId: number, change: (draft: DraftDesign) => DraftDesign) =>
    set((all) => all.map((draft) => (draft.positionId === positionId ? change(draft) : draft))),
  remove: (positionId: number) => set((all) => all.filter((draft) => draft.positionId !== positionId)),
  /** A saved design was deleted: drafts that followed it are designs of their own. */
  forget: (savedId: number) =>
    set((all) => all.map((draft) => (draft.saved?.id === savedId ? { ...draft, saved: null, followsSaved: false } : draft))),
});

export type DraftChanges = ReturnType<typeof createChanges>;

export type DesignDrafts = ReturnType<typeof useDesignDrafts>;

function checkDraft(
  options: DesignOptions,
  position: DesignPosition,
  draft: DraftDesign,
  check: ((setting: TextSetting) => CheckedText) | undefined,
): CheckedDraft {
  const setting = getTextSetting(options, position, draft);
  const result = setting && check?.(setting);
  return {
    draft,
    position,
    setting,
    problem: result?.problem ?? (draft.content.kind === 'logo' && draft.logoId === null ? 'Choose a logo.' : undefined),
    design: toDesign(options, draft, result?.letterMm ?? setting?.letterMm ?? null),
  };
}
