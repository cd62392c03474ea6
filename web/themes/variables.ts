import type { Brand } from '#brands/brand.ts';
import { createPalette, darkenToReadable, getHoverColour, getTextColourOn, isHexColour, scaleLightness } from './colour.ts';

/** Colours with which an organisation can replace the brand's (call 43). */
export interface OrganisationColours {
  primaryColour: string | null;
  secondaryColour: string | null;
  tertiaryColour: string | null;
}

/** All custom properties used by the style sheets, derived from the brand's and the organisation's colours. */
export function createThemeVariables(brand: Brand, own?: OrganisationColours): Record<string, string> {
  const primary = isHexColour(own?.primaryColour) ? own.primaryColour : brand.colours.primary;
  const secondary = isHexColour(own?.secondaryColour) ? own.secondaryColour : brand.colours.secondary;
  const tertiary = isHexColour(own?.tertiaryColour) ? own.tertiaryColour : brand.colours.tertiary;
  const tint = createPalette(primary)[0];
  const hover = getHoverColour(primary);
  return {
    '--canvas': brand.canvas,
    '--surface': '#ffffff',
    '--sunken': scaleLightness(brand.canvas, 1.012),
    '--line': brand.line,
    '--line-strong': '#8a8a86',
    '--ink': '#1c1d1f',
    '--muted': '#5d605f',
    '--brand': primary,
    '--brand-hover': hover,
    '--on-brand': getTextColourOn(primary, primary === brand.colours.primary ? brand.onPrimary : undefined),
    '--on-brand-hover': getTextColourOn(hover, primary === brand.colours.primary ? brand.onPrimary : undefined),
    '--brand-text': darkenToReadable(primary, '#ffffff', brand.canvas, tint),
    '--brand-tint': tint,
    '--secondary': secondary,
    '--on-secondary': getTextColourOn(secondary),
    '--tertiary': tertiary,
    '--on-tertiary': getTextColourOn(tertiary),
    '--control-height': `${brand.density.control / 16}rem`,
    '--card-padding': `${brand.density.card}px`,
    '--radius-control': `${brand.radius.control}px`,
    '--radius-card': `${brand.radius.card}px`,
    '--heading-face': brand.headings.face,
    '--heading-weight': brand.headings.weight,
    '--heading-spacing': brand.headings.spacing,
  };
}
