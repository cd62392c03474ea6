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

/** Name of the wardrobe and its season; a choice where the wearer has several. */
export function WardrobeName({ state: { builder } }: { state: BuilderState }) {
  const { collection, season, organisationCollections } = builder;
  if (organisationCollections.length > 1) return <WardrobeChoice builder={builder} />;
  return <Text c="dimmed">{[collection.name, season?.name].filter(Boolean).join(' · ')}</Text>;
}
