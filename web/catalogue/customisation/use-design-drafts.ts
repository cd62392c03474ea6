import { useMemo, useState } from 'react';
import type { DesignOptions, DesignPosition, GarmentDesign } from './design-types.ts';
import { type DraftDesign, getTextSetting, toDesign, toDraft } from './draft-design.ts';
import { isSameDesign } from './same-designs.ts';
import type { CheckedText, TextSetting } from './text-check.ts';

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

/** The drafts of a garment, one at a position, in the order of its positions. `initial` are the designs that it has; required ones are left out. */
export function useDesignDrafts(
  options: DesignOptions,
  initial: readonly GarmentDesign[],
  check: ((setting: TextSetting) => CheckedText) | undefined,
) {
  const [drafts, setDrafts] = useState<Drafts>(() =>
    initial.filter(({ isMandatory }) => !isMandatory).map((design) => toDraft(design)),
  );

  // The same functions for as long as the editor is open.
  const changes = useMemo(() => createChanges(setDrafts), []);
  // A draft is checked once: those that are not edited stay the same objects, and are not drawn again while someone types.
  const results = useMemo(() => ({ options, check, of: new WeakMap<DraftDesign, CheckedDraft>() }), [options, check]);
  const checked = options.positions.flatMap((position): CheckedDraft[] => {
    const draft = drafts.find(({ positionId }) => positionId === position.id);
    if (!draft) return [];
    const result = results.of.get(draft) ?? checkDraft(options, position, draft, check);
    results.of.set(draft, result);
    return [result];
  });
  const designs = checked.flatMap(({ design }) => (design ? [design] : []));
  const before = initial.filter(({ isMandatory }) => !isMandatory);
  return {
    checked,
    designs,
    hasProblem: checked.some(({ problem, design }) => problem !== undefined || !design),
    /** The letters with which texts are measured have been loaded. */
    isReady: check !== undefined,
    isChanged: drafts.length !== before.length || !designs.every((design) => before.some((old) => isSameDesign(old, design))),
    ...changes,
  };
}

type Drafts = readonly DraftDesign[];

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
