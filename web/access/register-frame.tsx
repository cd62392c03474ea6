import { type CSSProperties, type ReactNode, useState } from 'react';
import { useBrand } from '../themes/look.tsx';
import { type OrganisationColours, themeVariables } from '../themes/variables.ts';
import { EntryFrame } from './entry-frame.tsx';

interface Props {
  /** The organisation's, where it is known. */
  look?: (OrganisationColours & { logoUrl: string | null }) | undefined;
  children: ReactNode;
}

/** A screen of joining, in the look of the organisation that asks for it. */
export function RegisterFrame({ look, children }: Props) {
  const brand = useBrand();
  const [broken, setBroken] = useState<string>();
  const own = look?.logoUrl && look.logoUrl !== broken ? look.logoUrl : undefined;
  return (
    <EntryFrame
      logo={own ? { src: own, alt: 'Your organisation', onError: () => setBroken(own) } : undefined}
      style={look && ownColours(themeVariables(brand, look))}
    >
      {children}
    </EntryFrame>
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
