import { NativeSelect } from '@mantine/core';
import type { ComponentProps } from 'react';
import { DownIcon } from '#web/ui/content/icons.tsx';

/** A list to choose one value from, with the arrow of the portal. */
export const Select = (props: ComponentProps<typeof NativeSelect>) => (
  <NativeSelect rightSection={<DownIcon size={16} />} {...props} />
);
