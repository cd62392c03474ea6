import type { Brand } from './brand.ts';
import { asTextOn, hoverOf, isHexColour, palette, shade, textOn } from './colour.ts';

/** Colours that an organisation may put in place of the brand's (call 43). */
export interface OrganisationColours {
  primaryColour: string | null;
  secondaryColour: string | null;
  tertiaryColour: string | null;
}

/** Every custom property that the style sheets read, worked out from the brand and the organisation's colours. */
export function themeVariables(brand: Brand, own?: OrganisationColours): Record<string, string> {
  const primary = isHexColour(own?.primaryColour) ? own.primaryColour : brand.colours.primary;
  const secondary = isHexColour(own?.secondaryColour) ? own.secondaryColour : brand.colours.secondary;
  const tertiary = isHexColour(own?.tertiaryColour) ? own.tertiaryColour : brand.colours.tertiary;
  const tint = palette(primary)[0];
  const hover = hoverOf(primary);
  return {
    '--canvas': brand.canvas,
    '--surface': '#ffffff',
    '--sunken': shade(brand.canvas, 1.012),
    '--line': brand.line,
    '--line-strong': '#8a8a86',
    '--ink': '#1c1d1f',
    '--muted': '#5d605f',
    '--brand': primary,
    '--brand-hover': hover,
    '--on-brand': textOn(primary, primary === brand.colours.primary ? brand.onPrimary : undefined),
    '--on-brand-hover': textOn(hover, primary === brand.colours.primary ? brand.onPrimary : undefined),
    '--brand-text': asTextOn(primary, '#ffffff', brand.canvas, tint),
    '--brand-tint': tint,
    '--secondary': secondary,
    '--on-secondary': textOn(secondary),
    '--tertiary': tertiary,
    '--on-tertiary': textOn(tertiary),
    '--control-height': `${brand.density.control / 16}rem`,
    '--card-padding': `${brand.density.card}px`,
    '--radius-control': `${brand.radius.control}px`,
    '--radius-card': `${brand.radius.card}px`,
    '--heading-face': brand.headings.face,
    '--heading-weight': brand.headings.weight,
    '--heading-spacing': brand.headings.spacing,
  };
}
