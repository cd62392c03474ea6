import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { getCompanyDesign } from '#brands/brands.ts';
import { type AudienceChoices, listReached } from '#web/content/publications/audience.ts';
import { Toggle } from '#web/ui/buttons/toggle.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Loading, SkeletonRows } from '#web/ui/feedback/skeleton.tsx';
import { ErrorState } from '#web/ui/feedback/states.tsx';
import { operatorApi } from '../../session/operator-api.ts';
import { PreviewFrame } from '../preview-frame.tsx';
import { TopicInPlace } from './topic-in-place.tsx';
import { toLocation } from './topic-labels.ts';
import type { TopicValues } from './topic-values.ts';
import css from './topics.module.css';

/** Widths of windows in pixels: a phone, and a desk. */
const WIDTHS = [
  { width: 360, name: 'On a phone' },
  { width: 1440, name: 'On a desk' },
];

/** A topic as its readers will see it, in the look of each brand, after the server has taken out what is not kept. Nothing is saved. */
export function TopicPreview({ values, choices }: { values: TopicValues; choices: AudienceChoices }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['POST /api/operator/topics/preview', values.body],
    queryFn: ({ signal }) => operatorApi('POST /api/operator/topics/preview', { body: { body: values.body }, signal }),
  });
  const reached = new Set([...values.brandIds, ...listReached(choices, values).map(({ brandId }) => brandId)]);
  // While no readers are chosen, any brand may be theirs.
  const brands = reached.size === 0 ? choices.brands : choices.brands.filter(({ id }) => reached.has(id));
  const [chosen, setChosen] = useState(brands[0]?.id);
  const brand = brands.find(({ id }) => id === chosen) ?? brands[0];
  if (error) return <ErrorState title="The preview could not be loaded." error={error} onRetry={() => void refetch()} />;
  if (!data || !brand)
    return (
      <Loading label="Loading the preview">
        <SkeletonRows rows={4} height={80} />
      </Loading>
    );
  const design = getCompanyDesign(brand.theme ?? '', brand.name);
  return (
    <Stack>
      {data.leftOut.length > 0 && (
        <Notice tone="warning" role="status">
          {data.leftOut.join(' ')}
        </Notice>
      )}
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
      <div className={css.previews}>
        {WIDTHS.map(({ width, name }) => (
          <section key={width} aria-label={`${name}, ${width} pixels`}>
            <Text size="sm" c="dimmed" mb={6}>
              {name} ({width} px)
            </Text>
            <PreviewFrame key={brand.id} title={`${brand.name}, ${name.toLowerCase()}`} width={width} brand={design}>
              <TopicInPlace
                brand={design}
                location={toLocation(values.portalLocation)}
                title={values.title.trim()}
                html={data.body}
              />
            </PreviewFrame>
          </section>
        ))}
      </div>
      <Text size="sm" c="dimmed">
        Clients with colours of their own see these instead of the brand’s.
      </Text>
    </Stack>
  );
}
