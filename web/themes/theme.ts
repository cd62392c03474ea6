import { type CSSVariablesResolver, createTheme, defaultVariantColorsResolver, type MantineThemeOverride } from '@mantine/core';
import type { Brand } from '#brands/brand.ts';
import { SANS_SERIF_FONTS } from '#brands/brand.ts';
import field from '#web/ui/forms/field.module.css';
import button from '#web/ui/styles/button.module.css';
import { createPalette, type Palette } from './colour.ts';
import { createThemeVariables, type OrganisationColours } from './variables.ts';

const warmGreys: Palette = [
  '#f8f8f6',
  '#f2f1ee',
  '#e9e8e4',
  '#dddbd6',
  '#cfcdc7',
  '#b1afa9',
  '#8a8a86',
  '#5d605f',
  '#3a3c3d',
  '#1c1d1f',
];

/** The Mantine theme and its variables for a brand, with the organisation's colours if it has its own. */
export function createBrandTheme(
  brand: Brand,
  own?: OrganisationColours,
): { theme: MantineThemeOverride; resolver: CSSVariablesResolver } {
  const variables = createThemeVariables(brand, own);
  const theme = createTheme({
    fontFamily: SANS_SERIF_FONTS,
    primaryColor: 'brand',
    primaryShade: 7,
    colors: { brand: createPalette(variables['--brand'] as string), gray: warmGreys },
    defaultRadius: brand.radius.control,
    radius: {
      xs: '2px',
      sm: `${brand.radius.control}px`,
      md: `${brand.radius.control}px`,
      lg: `${brand.radius.card}px`,
      xl: '20px',
    },
    fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.25rem' },
    spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '32px' },
    lineHeights: { xs: '1.35', sm: '1.4', md: '1.5', lg: '1.5', xl: '1.4' },
    headings: {
      fontFamily: brand.headings.face,
      fontWeight: brand.headings.weight,
      sizes: {
        h1: { fontSize: '1.75rem', lineHeight: '1.2' },
        h2: { fontSize: '1.25rem', lineHeight: '1.3' },
        h3: { fontSize: '1rem', lineHeight: '1.4' },
        h4: { fontSize: '0.875rem', lineHeight: '1.4' },
      },
    },
    respectReducedMotion: true,
    cursorType: 'pointer',
    focusRing: 'auto',
    black: variables['--ink'] as string,
    variantColorResolver: (input) => {
      const colours = defaultVariantColorsResolver(input);
      if (input.color !== undefined && input.color !== 'brand') return colours;
      if (input.variant === 'filled') {
        return {
          ...colours,
          background: 'var(--brand)',
          hover: 'var(--brand-hover)',
          color: 'var(--on-brand)',
          hoverColor: 'var(--on-brand-hover)',
        };
      }
      if (input.variant === 'light') return { ...colours, background: 'var(--brand-tint)', color: 'var(--brand-text)' };
      if (input.variant === 'subtle' || input.variant === 'transparent') return { ...colours, color: 'var(--brand-text)' };
      return colours;
    },
    components: {
      Button: { defaultProps: { size: 'md' }, classNames: { root: button.root, label: button.label } },
      Input: { defaultProps: { size: 'md' }, classNames: { wrapper: field.wrapper } },
      InputWrapper: { classNames: { label: field.label, error: field.error } },
      Modal: { defaultProps: { centered: true, overlayProps: { backgroundOpacity: 0.4 }, transitionProps: { duration: 160 } } },
      Drawer: { defaultProps: { overlayProps: { backgroundOpacity: 0.4 }, transitionProps: { duration: 180 } } },
    },
  });
  const resolver: CSSVariablesResolver = () => ({
    variables: {
      ...variables,
      '--mantine-color-body': 'var(--canvas)',
      '--mantine-color-dimmed': 'var(--muted)',
      '--mantine-color-placeholder': '#6f7271',
      '--mantine-color-error': '#b3261e',
      '--mantine-color-anchor': 'var(--brand-text)',
      '--mantine-color-default-border': 'var(--line)',
      '--mantine-primary-color-filled': 'var(--brand)',
      '--mantine-primary-color-filled-hover': 'var(--brand-hover)',
      '--mantine-primary-color-contrast': 'var(--on-brand)',
    },
    light: {},
    dark: {},
  });
  return { theme, resolver };
}
