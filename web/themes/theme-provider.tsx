import { MantineProvider } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { createContext, type ReactNode, use, useMemo, useState, useSyncExternalStore } from 'react';
import { settingsQuery } from '#web/app/session/profile.ts';
import { isLoggedIn, onSessionEvent } from '#web/app/session/session.ts';
import type { Brand } from './brand.ts';
import { getPageBrand } from './brands.ts';
import { createBrandTheme } from './theme.ts';
import type { OrganisationColours } from './variables.ts';

/** The nonce of this page. */
function readNonce(): string {
  const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';
  // Dialogs lock the page's scrolling with a style element of their own, which asks for the nonce here.
  Object.assign(globalThis, { __webpack_nonce__: nonce });
  return nonce;
}

const BrandContext = createContext<Brand | undefined>(undefined);

/** The brand of this host. */
export function useBrand(): Brand {
  const brand = use(BrandContext);
  if (!brand) throw new Error('useBrand is used outside of Look.');
  return brand;
}

/** The look of this page's brand, with the organisation's own colours as soon as somebody is logged in. */
export function ThemeProvider({ children }: { children: ReactNode }) {
  const [page] = useState(() => ({ brand: getPageBrand(), nonce: readNonce() }));
  const loggedIn = useSyncExternalStore(onSessionEvent, isLoggedIn);
  const { data: own } = useQuery({ ...settingsQuery, enabled: loggedIn });
  return (
    <BrandThemeProvider {...page} organisationColours={loggedIn ? own : undefined}>
      {children}
    </BrandThemeProvider>
  );
}

interface BrandThemeProviderProps {
  brand: Brand;
  /** Lets the page's policy accept the styles that are made here. */
  nonce: string;
  organisationColours?: OrganisationColours | undefined;
  children: ReactNode;
}

/** A brand's look, with an organisation's colours where it has its own. */
export function BrandThemeProvider({ brand, nonce, organisationColours, children }: BrandThemeProviderProps) {
  const { theme, resolver } = useMemo(() => createBrandTheme(brand, organisationColours), [brand, organisationColours]);
  return (
    <BrandContext value={brand}>
      <MantineProvider
        theme={theme}
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
