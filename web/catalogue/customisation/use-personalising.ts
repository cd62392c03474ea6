import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { orderingPermissions, useHasPermission, useProfile } from '#web/app/session/profile.ts';
import { designOptionsQuery } from './design-queries.ts';
import type { DesignOptions, GarmentDesign } from './design-types.ts';
import { findNamedPerson } from './named-person.ts';

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
  /** Names without which it is not ordered: where no one has typed them, that of the wearer. */
  requiredNames: readonly GarmentDesign[];
  /** The garment cannot be ordered before something is chosen, or a name entered. */
  isMissing: boolean;
  isOpen: boolean;
  open: () => void;
  close: () => void;
  choose: (designs: readonly GarmentDesign[]) => void;
}

interface PersonalisingFor {
  collectionId?: number;
  wearerName?: string | undefined;
  chosen?: Pick<Personalising, 'designs' | 'choose'>;
}

/**
 * Keeps the designs chosen for a garment while its page is open. `isForSale` is false where it cannot be ordered at all; `collectionId` is the wardrobe in
 * which it counts, `wearerName` the name of the person for whom it is, where that is not whoever's cart it is, and `chosen` where the designs are kept
 * instead.
 */
export function usePersonalising(
  garment: PersonalisableGarment,
  isForSale: boolean,
  { collectionId, wearerName, chosen: kept }: PersonalisingFor = {},
): Personalising {
  const person = findNamedPerson(useProfile(), wearerName);
  const mayOrder = useHasPermission(...orderingPermissions);
  const isOffered = isForSale && mayOrder && garment.customisationEnabled === true;
  const own = useState<readonly GarmentDesign[]>(NONE);
  const [designs, choose] = kept ? [kept.designs, kept.choose] : own;
  const [isOpen, setOpen] = useState(false);
  const { data } = useQuery({ ...designOptionsQuery(garment.id, collectionId), enabled: isOffered });
  const mandatory = data?.customisationBuilder.mandatory ?? NONE;
  const requiredNames = (data?.customisationBuilder.nameDesigns ?? NONE).filter(
    ({ isMandatory, positionId }) => isMandatory && designs.every((design) => design.positionId !== positionId),
  );
  const isUndecorated =
    (garment.customisationRequired ?? data?.customisationBuilder.isRequired) === true &&
    designs.length + mandatory.length + requiredNames.length === 0;
  return {
    isOffered,
    options: data?.customisationBuilder,
    designs,
    mandatory,
    requiredNames,
    isMissing: isOffered && (isUndecorated || (requiredNames.length > 0 && !person)),
    isOpen,
    open: () => setOpen(true),
    close: () => setOpen(false),
    choose,
  };
}
