import { MantineProvider } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { createContext, type ReactNode, use, useMemo, useState, useSyncExternalStore } from 'react';
import { isLoggedIn, onSession } from '../access/session.ts';
import { settingsQuery } from '../hooks/profile.ts';
import type { Brand } from './brand.ts';
import { brandOfPage } from './brands.ts';
import { makeTheme } from './theme.ts';
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
export function Look({ children }: { children: ReactNode }) {
  const [page] = useState(() => ({ brand: brandOfPage(), nonce: readNonce() }));
  const loggedIn = useSyncExternalStore(onSession, isLoggedIn);
  const { data: own } = useQuery({ ...settingsQuery, enabled: loggedIn });
  return (
    <BrandLook {...page} own={loggedIn ? own : undefined}>
      {children}
    </BrandLook>
  );
}

interface BrandLookProps {
  brand: Brand;
  /** Lets the page's policy accept the styles that are made here. */
  nonce: string;
  own?: OrganisationColours | undefined;
  children: ReactNode;
}

/** A brand's look, with an organisation's colours where it has its own. */
export function BrandLook({ brand, nonce, own, children }: BrandLookProps) {
  const { theme, resolver } = useMemo(() => makeTheme(brand, own), [brand, own]);
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
