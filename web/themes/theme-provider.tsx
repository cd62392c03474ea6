import { MantineProvider } from '@mantine/core';
import { createContext, type ReactNode, use, useMemo } from 'react';
import type { Brand } from '#brands/brand.ts';
import { createBrandTheme } from './theme.ts';
import type { OrganisationColours } from './variables.ts';

const BrandContext = createContext<Brand | undefined>(undefined);

/** The brand of this host. */
export function useBrand(): Brand {
  const brand = use(BrandContext);
  if (!brand) throw new Error('useBrand must be used inside BrandThemeProvider.');
  return brand;
}

interface BrandThemeProviderProps {
  brand: Brand;
  /** Nonce that lets the page's content security policy accept generated styles. */
  nonce: string;
  organisationColours?: OrganisationColours | undefined;
  children: ReactNode;
  /** `test` where there is no layout: menus then open at once, without asking where they fit. */
  env?: 'default' | 'test';
}

/** Provides a brand's theme, with the organisation's colours if it has its own. */
export function BrandThemeProvider({ brand, nonce, organisationColours, children, env = 'default' }: BrandThemeProviderProps) {
  const { theme, resolver } = useMemo(() => createBrandTheme(brand, organisationColours), [brand, organisationColours]);
  return (
    <BrandContext value={brand}>
      <MantineProvider
        theme={theme}
        env={env}
        cssVariablesResolver={resolver}
        getStyleNonce={() => nonce}
        forceColorScheme="light"
        withStaticClasses={false}
        withGlobalClasses={false}
      >
        {children}
      </MantineProvider>
    </BrandContext>
  );
}
