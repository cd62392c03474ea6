import { MantineProvider } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { createContext, type ReactNode, use, useMemo, useSyncExternalStore } from 'react';
import { isLoggedIn, onSession } from '../access/session.ts';
import { settingsQuery } from '../hooks/profile.ts';
import type { Brand } from './brand.ts';
import { brandOfPage } from './brands.ts';
import { makeTheme } from './theme.ts';

const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';
// Dialogs lock the page's scrolling with a style element of their own, which asks for the nonce here.
Object.assign(globalThis, { __webpack_nonce__: nonce });

const BrandContext = createContext<Brand | undefined>(undefined);

/** The brand of this host. */
export function useBrand(): Brand {
  const brand = use(BrandContext);
  if (!brand) throw new Error('useBrand is used outside of Look.');
  return brand;
}

/** The brand's look, with the organisation's own colours as soon as somebody is logged in. */
export function Look({ children }: { children: ReactNode }) {
  const brand = useMemo(() => brandOfPage(), []);
  const loggedIn = useSyncExternalStore(onSession, isLoggedIn);
  const { data: own } = useQuery({ ...settingsQuery, enabled: loggedIn });
  const { theme, resolver } = useMemo(() => makeTheme(brand, loggedIn ? own : undefined), [brand, own, loggedIn]);
  return (
    <BrandContext value={brand}>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={resolver}
        getStyleNonce={() => nonce}
        forceColorScheme="light"
        withStaticClasses={false}
      >
        {children}
      </MantineProvider>
    </BrandContext>
  );
}
