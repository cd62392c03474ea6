import { Button, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { Link } from 'react-router';
import { paths, queryString } from '#web/app/paths.ts';
import type { Profile } from '#web/app/session/profile.ts';
import { describeNotice, mayAwaitStock, type StockNotice, stockNoticesQuery, useStockNotices } from '#web/app/stock-notices.ts';
import { VisuallyHidden } from '#web/ui/content/visually-hidden.tsx';
import { Loading, SkeletonText } from '#web/ui/feedback/skeleton.tsx';
import { ErrorState } from '#web/ui/feedback/states.tsx';
import { formatDate } from '#web/ui/format/format.ts';
import { Card } from '#web/ui/layout/card.tsx';
import css from './stock-notices-card.module.css';

/** What the caller waits for, each with a button to remove it. Nothing for people who neither wait nor could. */
export function StockNoticesCard({ id, caller }: { id: string; caller: Profile }) {
  const { data, error, refetch } = useQuery(stockNoticesQuery);
  const { remove, isPending } = useStockNotices(false);
  const intro = useRef<HTMLParagraphElement>(null);
  const notices = data?.stockNotices;
  if (!mayAwaitStock(caller) && (notices?.length ?? 0) === 0) return null;
  return (
    <Card id={id} title="Waiting for stock">
      {!notices ? (
        error ? (
          <ErrorState title="Your stock alerts could not be loaded." error={error} onRetry={() => void refetch()} />
        ) : (
          <Loading label="Loading stock alerts">
            <SkeletonText lines={3} />
          </Loading>
        )
      ) : (
        <Stack gap={14}>
          <p className={css.intro} ref={intro} tabIndex={-1}>
            {notices.length === 0
              ? 'You are not waiting for anything. Where a size is out of stock, choose “Tell me when it can be ordered”.'
              : 'We’ll email you once when one of these can be ordered again. Nothing is reserved for you.'}
          </p>
          {notices.length > 0 && (
            // biome-ignore lint/a11y/noRedundantRoles: without bullets, Safari no longer tells that it is a list
            <ul role="list" aria-label="Stock alerts" className={css.list}>
              {notices.map((notice) => (
                <li key={notice.id} className={css.entry}>
                  <div>
                    <NoticeName notice={notice} />
                    <Text size="sm" c="dimmed">
                      {notice.productId === null ? 'You can’t see this product at the moment. ' : ''}Until{' '}
                      {formatDate(notice.expiresOnUtc)}
                    </Text>
                  </div>
                  <Button
                    size="sm"
                    variant="default"
                    disabled={isPending}
                    onClick={() => {
                      remove(notice);
                      intro.current?.focus();
                    }}
                  >
                    Remove
                    <VisuallyHidden> {describeNotice(notice)}</VisuallyHidden>
                  </Button>
                </li>
              ))}
            </ul>
          )}
        </Stack>
      )}
    </Card>
  );
}

function NoticeName({ notice }: { notice: StockNotice }) {
  const { productId, combinationId, name } = notice;
  const words = describeNotice(notice);
  if (productId === null) return <strong>{words}</strong>;
  return <Link to={paths.product({ id: productId, name }) + queryString({ combination: combinationId })}>{words}</Link>;
}
