import type { CSSProperties, ReactNode } from 'react';
import { AuthLayout } from '#web/identity/layout/auth-layout.tsx';
import { useBrand } from '#web/themes/theme-provider.tsx';
import { createThemeVariables, type OrganisationColours } from '#web/themes/variables.ts';

interface Props {
  /** The organisation's logo and colours, if known. */
  branding?: (OrganisationColours & { logoUrl: string | null }) | undefined;
  children: ReactNode;
}

/** Layout of registration and opt-out screens, with the organisation's logo and colours. */
export function RegisterLayout({ branding, children }: Props) {
  const brand = useBrand();
  return (
    <AuthLayout logoUrl={branding?.logoUrl} style={branding && toThemeStyle(createThemeVariables(brand, branding))}>
      {children}
    </AuthLayout>
  );
}

/** Custom properties for the content; those that Mantine has already derived from the brand are set again. */
const toThemeStyle = (variables: Record<string, string>) =>
  ({
    ...variables,
    '--mantine-color-anchor': variables['--brand-text'],
    '--mantine-primary-color-filled': variables['--brand'],
    '--mantine-primary-color-filled-hover': variables['--brand-hover'],
    '--mantine-primary-color-contrast': variables['--on-brand'],
  }) as CSSProperties;
