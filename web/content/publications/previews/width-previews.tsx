import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Brand } from '#brands/brand.ts';
import type { OrganisationColours } from '#web/themes/variables.ts';
import { PreviewFrame } from './preview-frame.tsx';
import css from './width-previews.module.css';

/** Widths of windows in pixels: a phone, and a desk. */
const WIDTHS = [
  { width: 360, name: 'On a phone' },
  { width: 1440, name: 'On a computer' },
];

interface Props {
  brand: Brand;
  colours?: OrganisationColours | undefined;
  children: ReactNode;
}

/** A part of the portal as its readers will see it, in the look of a brand and at two widths. */
export const WidthPreviews = ({ brand, colours, children }: Props) => (
  <div className={css.previews}>
    {WIDTHS.map(({ width, name }) => (
      <section key={width} aria-label={`${name}, ${width} pixels`}>
        <Text size="sm" c="dimmed" mb={6}>
          {name} ({width} px)
        </Text>
        <PreviewFrame title={`${brand.company}, ${name.toLowerCase()}`} width={width} brand={brand} {...(colours && { colours })}>
          {children}
        </PreviewFrame>
      </section>
    ))}
  </div>
);
