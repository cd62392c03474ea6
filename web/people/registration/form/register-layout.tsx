import { type CSSProperties, type ReactNode, useState } from 'react';
import { AuthLayout } from '#web/identity/layout/auth-layout.tsx';
import { useBrand } from '#web/themes/theme-provider.tsx';
import { createThemeVariables, type OrganisationColours } from '#web/themes/variables.ts';

interface Props {
  /** The organisation's, where it is known. */
  branding?: (OrganisationColours & { logoUrl: string | null }) | undefined;
  children: ReactNode;
}

/** A screen of joining, in the look of the organisation that asks for it. */
export function RegisterLayout({ branding, children }: Props) {
  const brand = useBrand();
  const [broken, setBroken] = useState<string>();
  const own = branding?.logoUrl && branding.logoUrl !== broken ? branding.logoUrl : undefined;
  return (
    <AuthLayout
      logo={own ? { src: own, alt: 'Your organisation', onError: () => setBroken(own) } : undefined}
      style={branding && ownColours(createThemeVariables(brand, branding))}
    >
      {children}
    </AuthLayout>
  );
}

/** The custom properties for what is inside; Mantine has worked out its own from the brand's already. */
const ownColours = (variables: Record<string, string>) =>
  ({
    ...variables,
    '--mantine-color-anchor': variables['--brand-text'],
    '--mantine-primary-color-filled': variables['--brand'],
    '--mantine-primary-color-filled-hover': variables['--brand-hover'],
    '--mantine-primary-color-contrast': variables['--on-brand'],
  }) as CSSProperties;
