import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { normaliseText } from '#lettering/text.ts';
import type { GarmentDesign, NamedPerson } from '#web/catalogue/customisation/design-types.ts';
import { getDesignTextSetting } from '#web/catalogue/customisation/text-check.ts';
import type { Personalising } from '#web/catalogue/customisation/use-personalising.ts';
import { nameAs, useTextCheck } from '#web/catalogue/customisation/use-text-check.ts';

const CONFIRMED = ['confirmed spellings'];

/** A name that a garment gets by itself, in a design of the organisation. */
export interface OwnName {
  design: GarmentDesign;
  /** As it is typed. */
  text: string;
  /** Why it cannot be made, as a sentence. */
  problem: string | undefined;
  /** Whether the fonts that check it have been loaded. */
  isChecked: boolean;
  /** Whether this spelling was confirmed, for this or another garment. */
  isConfirmed: boolean;
  type: (text: string) => void;
  confirm: (isRight: boolean) => void;
}

/**
 * The names that a garment of a wardrobe gets by itself: one at each position that has nothing else, with the name of the person for whom it is ordered.
 * A spelling is confirmed once for all garments of the person.
 */
export function useOwnNames(
  { options, designs, mandatory }: Personalising,
  person: (NamedPerson & { id: number }) | undefined,
): OwnName[] {
  const client = useQueryClient();
  const [typed, setTyped] = useState<Readonly<Record<number, string>>>({});
  const { check } = useTextCheck(options !== undefined && options.nameDesigns.length > 0);
  const [, redraw] = useState(0);
  const confirmedKey = [...CONFIRMED, person?.id ?? 0];
  const confirmed = client.getQueryData<readonly string[]>(confirmedKey) ?? [];
  if (!options) return [];
  const taken = new Set([...designs, ...mandatory].map(({ positionId }) => positionId));
  return options.nameDesigns.flatMap((design): OwnName[] => {
    if (design.nameDesignId === null || taken.has(design.positionId)) return [];
    taken.add(design.positionId);
    const id = design.nameDesignId;
    const text = typed[id] ?? nameAs(design, person);
    const spelling = normaliseText(text);
    return [
      {
        design: { ...design, text: spelling },
        text,
        problem: check?.(getDesignTextSetting(options, design, text)).problem,
        isChecked: check !== undefined,
        isConfirmed: confirmed.includes(spelling),
        type: (next) => setTyped({ ...typed, [id]: next }),
        confirm: (isRight) => {
          // Kept for as long as the portal is open.
          client.setQueryDefaults(CONFIRMED, { gcTime: Number.POSITIVE_INFINITY });
          const others = confirmed.filter((one) => one !== spelling);
          client.setQueryData<readonly string[]>(confirmedKey, isRight ? [...others, spelling] : others);
          redraw((count) => count + 1);
        },
      },
    ];
  });
}

/** Why a garment cannot be added with these names yet, as a sentence; undefined when it can. */
export function findNameReason(names: readonly OwnName[]): string | undefined {
  const wrong = names.find(({ problem }) => problem !== undefined);
  if (wrong) return `${wrong.design.position}: ${wrong.problem}`;
  if (names.some(({ isChecked }) => !isChecked)) return 'The name is being checked.';
  return names.every(({ isConfirmed }) => isConfirmed) ? undefined : 'Confirm the spelling of the name first.';
}

/** Names as designs of a line. */
export const toDesigns = (names: readonly OwnName[]): GarmentDesign[] => names.map(({ design }) => design);
