import '@mantine/core/styles/Paper.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Drawer.layer.css';
import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/CloseButton.layer.css';
import { Button, Drawer } from '@mantine/core';
import { plural } from '#web/ui/format/format.ts';
import css from './filter-drawer.module.css';
import { FilterPanel } from './filter-panel.tsx';

type Props = Parameters<typeof FilterPanel>[0] & {
  opened: boolean;
  onClose: () => void;
  found: number | undefined;
};

/** The filters on a phone. They apply immediately, and the button shows the number of matching products. */
export function FilterDrawer({ opened, onClose, found, ...panel }: Props) {
  return (
    <Drawer.Root
      opened={opened}
      onClose={onClose}
      position="left"
      size="min(88vw, 380px)"
      transitionProps={{ duration: 180 }}
      classNames={{ content: css.content }}
    >
      <Drawer.Overlay backgroundOpacity={0.4} />
      <Drawer.Content>
        <div className={css.head}>
          <Drawer.Title className={css.title}>Filter products</Drawer.Title>
          <Drawer.CloseButton aria-label="Close filters" />
        </div>
        <Drawer.Body className={css.body}>
          <FilterPanel {...panel} />
        </Drawer.Body>
        <div className={css.foot}>
          <Button fullWidth onClick={onClose}>
            {found === undefined ? 'Show products' : `Show ${plural(found, 'product')}`}
          </Button>
        </div>
      </Drawer.Content>
    </Drawer.Root>
  );
}
