import { Button, Text } from '@mantine/core';
import type { ReplyOf } from '#contract/index.ts';
import docs from '#web/app/documents/documents.module.css';
import { formatDateTime, plural } from '#web/ui/format/format.ts';
import { Card } from '#web/ui/layout/card.tsx';

interface Props {
  data: ReplyOf<'GET /api/owndocuments/:id/downloads'> | undefined;
  /** How many are asked for. */
  limit: number;
  onMore: () => void;
}

/** Who downloaded a document and when, the latest first. */
export function DownloadsCard({ data, limit, onMore }: Props) {
  return (
    <Card title="Downloads">
      {data && data.totalCount === 0 && <Text c="dimmed">No one has downloaded it yet.</Text>}
      {data && data.totalCount > 0 && (
        <>
          <Text size="sm" c="dimmed" mb="sm">
            {plural(data.totalCount, 'download')}, the latest first.
          </Text>
          <ul className={docs.list} aria-label="Downloads">
            {data.downloads.map(({ id, by, organisation, version, downloadedOnUtc }) => (
              <li key={id}>
                <span className={docs.facts}>
                  {by ?? 'Name no longer stored'}
                  <span className={docs.small}>
                    {organisation} · version {version}
                  </span>
                </span>
                <span className={docs.small}>{formatDateTime(downloadedOnUtc)}</span>
              </li>
            ))}
          </ul>
          {data.totalCount > limit && (
            <Button variant="default" size="compact-md" mt="sm" onClick={onMore}>
              Show more
            </Button>
          )}
        </>
      )}
    </Card>
  );
}

/** Downloads that are shown first, and at most. */
export const DOWNLOADS = { first: 10, all: 250 } as const;
