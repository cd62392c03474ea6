import type { MenuProps } from '@mantine/core';

/** How menus open. Those that are not in their place in the page are still in its main content, where screen readers expect it. */
export const menuProps = {
  position: 'bottom-end',
  offset: 4,
  shadow: 'md',
  transitionProps: { duration: 120 },
  portalProps: { target: '#content' },
  withInitialFocusPlaceholder: false,
  loop: true,
} satisfies MenuProps;
