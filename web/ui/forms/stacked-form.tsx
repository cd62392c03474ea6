import { Stack, type StackProps } from '@mantine/core';
import type { ComponentPropsWithRef } from 'react';

type Props = ComponentPropsWithRef<'form'> & Pick<StackProps, 'gap' | 'align' | 'maw'>;

/** A form with its fields below each other, 16 px apart unless `gap` says otherwise. */
export const StackedForm = ({ gap, align, maw, children, ...form }: Props) => (
  <form {...form}>
    <Stack gap={gap} align={align} maw={maw}>
      {children}
    </Stack>
  </form>
);
