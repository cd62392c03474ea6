import { Group } from '@mantine/core';
import type { ComponentProps, ReactNode } from 'react';
import { useLocation } from 'react-router';
import { formatNumber } from '#web/ui/format/format.ts';
import { findTrail } from '../list-trail.ts';
import { BackLink } from '../shell/back-link.tsx';
import { NextInList } from './next-in-list.tsx';

type Props = Omit<ComponentProps<typeof NextInList>, 'hasPlace'> & {
  /** The page of the list, and what its link is called. */
  to: string;
  label: ReactNode;
  /** Whether the link says which record of the list this is, and leads to its row; else the place is beside the buttons. */
  hasPlaceInLabel?: boolean;
};

/** Above a record: back to the list as it was left, and on to the next record of it. */
export function ListBackLink({ to, label, hasPlaceInLabel = false, ...others }: Props) {
  const { state } = useLocation();
  const search = typeof state?.list === 'string' ? state.list : '';
  const trail = findTrail(others.list, search);
  const index = hasPlaceInLabel && state?.list !== undefined ? (trail?.ids.indexOf(others.id) ?? -1) : -1;
  const position = (trail?.before ?? 0) + index + 1;
  return (
    <Group justify="space-between" gap="xs">
      <BackLink to={{ pathname: to, search }} state={index < 0 ? undefined : { left: [others.id] }}>
        {label}
        {trail && index >= 0 && ` · ${formatNumber(position)} of ${formatNumber(Math.max(trail.totalCount, position))}`}
      </BackLink>
      <NextInList {...others} hasPlace={!hasPlaceInLabel} />
    </Group>
  );
}
