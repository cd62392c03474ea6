import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useBrand } from '#web/themes/theme-provider.tsx';
import { SkeletonBlock } from '#web/ui/feedback/skeleton.tsx';
import { settingsQuery } from '../session/profile.ts';
import css from './organisation-logo.module.css';

/** The organisation's logo; its name if it has no logo or the image fails; the brand's logo if the organisation is unknown. */
export function OrganisationLogo() {
  const brand = useBrand();
  const { data: settings, isPending } = useQuery(settingsQuery);
  const [broken, setBroken] = useState<string>();
  if (isPending) return <SkeletonBlock width={140} height={24} />;
  const src = settings?.logoUrl ?? (settings ? null : brand.logo);
  const name = settings?.name ?? brand.company;
  if (!src || broken === src) return <strong className={css.name}>{name}</strong>;
  return <img className={css.logo} src={src} alt={name} onError={() => setBroken(src)} />;
}
