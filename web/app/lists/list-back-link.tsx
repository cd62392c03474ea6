import { Group } from '@mantine/core';
import type { ComponentProps } from 'react';
import { useLocation } from 'react-router';
import { BackLink } from '../shell/back-link.tsx';
import { NextInList } from './next-in-list.tsx';

type Props = ComponentProps<typeof NextInList> & {
  /** The page of the list, and what its link is called. */
  to: string;
  label: string;
};

/** Above a record: back to the list as it was left, and on to the next record of it. */
export function ListBackLink({ to, label, ...others }: Props) {
  const { state } = useLocation();
  const search = typeof state?.list === 'string' ? state.list : '';
  return (
    <Group justify="space-between" gap="xs">
      <BackLink to={{ pathname: to, search }}>{label}</BackLink>
      <NextInList {...others} />
    </Group>
  );
}
