import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { AudienceChoices } from '#web/content/publications/audience.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Loading, SkeletonRows } from '#web/ui/feedback/skeleton.tsx';
import { ErrorState } from '#web/ui/feedback/states.tsx';
import { operatorApi } from '../../session/operator-api.ts';
import { BrandPreviews } from '../brand-previews.tsx';
import { TopicInPlace } from './topic-in-place.tsx';
import { toLocation } from './topic-labels.ts';
import type { TopicValues } from './topic-values.ts';
import css from './topics.module.css';

/** A topic as its readers will see it, in the look of each brand, after the server has taken out what is not kept. Nothing is saved. */
export function TopicPreview({ values, choices }: { values: TopicValues; choices: AudienceChoices }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['POST /api/operator/topics/preview', values.body],
    queryFn: ({ signal }) => operatorApi('POST /api/operator/topics/preview', { body: { body: values.body }, signal }),
  });
  if (error) return <ErrorState title="The preview could not be loaded." error={error} onRetry={() => void refetch()} />;
  if (!data)
    return (
      <Loading label="Loading the preview">
        <SkeletonRows rows={4} height={80} />
      </Loading>
    );
  return (
    <Stack>
      {data.leftOut.length > 0 && (
        <Notice tone="warning" role="status">
          {data.leftOut.join(' ')}
        </Notice>
      )}
      <BrandPreviews choices={choices} values={values}>
        <TopicInPlace location={toLocation(values.portalLocation)} title={values.title.trim()} html={data.body} />
      </BrandPreviews>
      <p className={css.note}>Clients with colours of their own see these instead of the brand’s.</p>
    </Stack>
  );
}
