import { Button, Group, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useSingleKeys } from '#web/ui/browser/use-single-keys.ts';
import { LeftIcon, RightIcon } from '#web/ui/content/icons.tsx';
import { showError } from '#web/ui/feedback/alerts.ts';
import { formatNumber } from '#web/ui/format/format.ts';
import { extendTrail, findTrail, type ListTrail, saveTrail } from '../list-trail.ts';
import type { ListCall } from './define-list.ts';
import { useListClient } from './list-client.ts';
import css from './lists.module.css';

interface Props {
  /** The name of the list. */
  list: string;
  /** The record that is shown. */
  id: number;
  /** What is listed: "order". */
  noun: string;
  /** The page of a record. */
  pathOf: (id: number) => string;
  /** False on pages where keys have another meaning, for example those of a scanner. */
  hasKeys?: boolean;
  /** Whether it says which record of the list this is. */
  hasPlace?: boolean;
}

/** Leads from a record to the next and the previous one of the list from which it was opened; nothing where it was opened from elsewhere. J and K do the same. */
export function NextInList({ list, id, noun, pathOf, hasKeys = true, hasPlace = true }: Props) {
  const { state } = useLocation();
  const search: unknown = state?.list;
  const [extended, setExtended] = useState<ListTrail>();
  const trail = typeof search === 'string' ? (extended ?? findTrail(list, search)) : undefined;
  const index = trail?.ids.indexOf(id) ?? -1;
  const navigate = useNavigate();
  const queries = useQueryClient();
  const client = useListClient();
  const areKeysOn = client.useSingleKeysOn() && hasKeys;
  const [isLoading, setLoading] = useState(false);
  const open = (other: number | undefined) => {
    if (other !== undefined) void navigate(pathOf(other), { state: { list: search } });
  };
  const position = (trail?.before ?? 0) + index + 1;
  const hasMore = trail !== undefined && (index < trail.ids.length - 1 || position < trail.totalCount);

  async function openNext(): Promise<void> {
    if (!trail || !hasMore) return;
    if (index < trail.ids.length - 1) return open(trail.ids[index + 1]);
    setLoading(true);
    try {
      const longer = await extendTrail(trail, async (query) => {
        const reply = await queries.fetchQuery(client.apiQuery(trail.call as ListCall, { query } as never));
        return (reply as unknown as Record<string, { id: number }[]>)[trail.rowsKey] ?? [];
      });
      const ended = longer === trail ? { ...trail, totalCount: position } : longer;
      saveTrail(list, ended);
      setExtended(ended);
      open(ended.ids[index + 1]);
    } catch (error) {
      showError(error);
    } finally {
      setLoading(false);
    }
  }
  const openPrevious = () => open(trail?.ids[index - 1]);
  useSingleKeys(trail && index >= 0 && areKeysOn ? { j: () => void openNext(), k: openPrevious } : {});
  if (!trail || index < 0) return null;
  return (
    <Group component="nav" gap="xs" aria-label={`Other ${noun}s of the list`}>
      {hasPlace && (
        <Text span size="sm" c="dimmed" className="figures">
          {formatNumber(position)} of {formatNumber(Math.max(trail.totalCount, position))}
        </Text>
      )}
      <Button
        variant="default"
        size="compact-sm"
        leftSection={<LeftIcon size={16} />}
        disabled={index === 0}
        aria-keyshortcuts={areKeysOn ? 'k' : undefined}
        onClick={openPrevious}
      >
        Previous
      </Button>
      <Button
        variant="default"
        size="compact-sm"
        rightSection={<RightIcon size={16} />}
        disabled={!hasMore}
        loading={isLoading}
        aria-keyshortcuts={areKeysOn ? 'j' : undefined}
        onClick={() => void openNext()}
      >
        Next {noun}
        {areKeysOn && (
          <kbd className={css.nextKey} aria-hidden>
            J
          </kbd>
        )}
      </Button>
    </Group>
  );
}
