import { Stack } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { getCompanyDesign } from '#brands/brands.ts';
import { type AudienceChoices, type AudienceValues, listReached } from '#web/content/publications/audience.ts';
import { WidthPreviews } from '#web/content/publications/previews/width-previews.tsx';
import { Toggle } from '#web/ui/buttons/toggle.tsx';
import css from './brand-previews.module.css';

interface Props {
  choices: AudienceChoices;
  values: AudienceValues;
  children: ReactNode;
}

/** A part of Home as its readers will see it, in the look of each of their brands and at two widths. */
export function BrandPreviews({ choices, values, children }: Props) {
  const reached = new Set([...values.brandIds, ...listReached(choices, values).map(({ brandId }) => brandId)]);
  // While no readers are chosen, any brand may be theirs.
  const brands = reached.size === 0 ? choices.brands : choices.brands.filter(({ id }) => reached.has(id));
  const [chosen, setChosen] = useState(brands[0]?.id);
  const brand = brands.find(({ id }) => id === chosen) ?? brands[0];
  if (!brand) return null;
  const design = getCompanyDesign(brand.theme ?? '', brand.name);
  return (
    <Stack>
      {brands.length > 1 && (
        // biome-ignore lint/a11y/useSemanticElements: a row of buttons has no legend
        <div role="group" aria-label="Brand" className={css.brands}>
          {brands.map(({ id, name }) => (
            <Toggle key={id} pressed={id === brand.id} onChange={() => setChosen(id)}>
              {name}
            </Toggle>
          ))}
        </div>
      )}
      <WidthPreviews key={brand.id} brand={design}>
        {children}
      </WidthPreviews>
    </Stack>
  );
}
