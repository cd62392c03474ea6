import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useBrand } from '#web/themes/theme-provider.tsx';
import { SkeletonBlock } from '#web/ui/feedback/skeleton.tsx';
import { settingsQuery } from '../session/profile.ts';
import css from './organisation-logo.module.css';

/** The organisation's own logo, its name where it has none, the brand's logo where neither is known. */
export function OrganisationLogo() {
  const brand = useBrand();
  const { data: own, isPending } = useQuery(settingsQuery);
  const [broken, setBroken] = useState<string>();
  if (isPending) return <SkeletonBlock width={140} height={24} />;
  const src = own?.logoUrl ?? (own ? undefined : brand.logo);
  const name = own?.name ?? brand.company;
  if (!src || broken === src) return <strong className={css.name}>{name}</strong>;
  return <img className={css.logo} src={src} alt={name} onError={() => setBroken(src)} />;
}
