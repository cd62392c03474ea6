import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { orderingPermissions, useHasPermission } from '#web/app/session/profile.ts';
import { designOptionsQuery } from './design-queries.ts';
import type { DesignOptions, GarmentDesign } from './design-types.ts';

const NONE: readonly GarmentDesign[] = [];

interface PersonalisableGarment {
  id: number;
  customisationEnabled?: boolean;
  customisationRequired?: boolean;
}

/** The designs that were chosen on a page for a garment, which all lines get that are added from it. */
export interface Personalising {
  /** Whether personalising is offered here, to this person. */
  isOffered: boolean;
  /** What can be put on the garment; undefined until that is known. */
  options: DesignOptions | undefined;
  designs: readonly GarmentDesign[];
  /** What the organisation requires, which the garment has by itself; empty until that is known. */
  mandatory: readonly GarmentDesign[];
  /** The garment cannot be ordered before something is chosen. */
  isMissing: boolean;
  isOpen: boolean;
  open: () => void;
  close: () => void;
  choose: (designs: readonly GarmentDesign[]) => void;
}

/**
 * Keeps the designs chosen for a garment while its page is open. `isForSale` is false where it cannot be ordered at all; `collectionId` is the wardrobe in
 * which it counts.
 */
export function usePersonalising(garment: PersonalisableGarment, isForSale: boolean, collectionId?: number): Personalising {
  const mayOrder = useHasPermission(...orderingPermissions);
  const isOffered = isForSale && mayOrder && garment.customisationEnabled === true;
  const [designs, choose] = useState<readonly GarmentDesign[]>([]);
  const [isOpen, setOpen] = useState(false);
  const { data } = useQuery({ ...designOptionsQuery(garment.id, collectionId), enabled: isOffered });
  const mandatory = data?.customisationBuilder.mandatory ?? NONE;
  return {
    isOffered,
    options: data?.customisationBuilder,
    designs,
    mandatory,
    isMissing: isOffered && garment.customisationRequired === true && designs.length + mandatory.length === 0,
    isOpen,
    open: () => setOpen(true),
    close: () => setOpen(false),
    choose,
  };
}
