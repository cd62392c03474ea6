import { Text } from '@mantine/core';
import { useImpersonatedName } from '#web/app/session/impersonation.ts';
import { useProfile } from '#web/app/session/profile.ts';
import type { BuilderState } from './use-builder.ts';
import { WardrobeChoice } from './wardrobe-choice.tsx';

/** "Your uniform, Niamh"; the name of the wearer while someone orders for them; no name in a preview. */
export function useBuilderTitle(isPreview: boolean): string {
  const profile = useProfile();
  const person = useImpersonatedName();
  if (isPreview) return 'Your uniform';
  return person ? `${person}’s uniform` : `Your uniform, ${profile?.firstName ?? ''}`;
}

/** "All ordered, Aleksandra"; the name of the wearer while someone orders for them. */
export function useAllOrderedTitle(): string {
  const profile = useProfile();
  const person = useImpersonatedName();
  return person ? `All ordered for ${person}` : `All ordered, ${profile?.firstName ?? ''}`;
}

/** Name of the wardrobe and its season, and a note; a choice where the wearer has several. */
export function WardrobeName({ state: { builder }, note }: { state: BuilderState; note?: string }) {
  const { collection, season, organisationCollections } = builder;
  if (organisationCollections.length > 1)
    return (
      <>
        {note && <Text c="dimmed">{note}</Text>}
        <WardrobeChoice builder={builder} />
      </>
    );
  return <Text c="dimmed">{[collection.name, season?.name, note].filter(Boolean).join(' · ')}</Text>;
}
