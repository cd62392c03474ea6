import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Drawer.layer.css';
import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/CloseButton.layer.css';
import { Button, Drawer } from '@mantine/core';
import { plural } from '../../ui/format.ts';
import css from './filter-drawer.module.css';
import { FilterPanel } from './filter-panel.tsx';

type Props = Parameters<typeof FilterPanel>[0] & { opened: boolean; onClose: () => void; found: number | undefined };

/** The filters on a phone: they work at once, and the button says how much is left to see. */
export function FilterDrawer({ opened, onClose, found, ...panel }: Props) {
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      position="left"
      size="min(88vw, 380px)"
      title={<strong>Filter products</strong>}
      closeButtonProps={{ 'aria-label': 'Close filters' }}
      classNames={{ body: css.body, content: css.content }}
    >
      <FilterPanel {...panel} />
      <div className={css.foot}>
        <Button fullWidth onClick={onClose}>
          {found === undefined ? 'Show products' : `Show ${plural(found, 'product')}`}
        </Button>
      </div>
    </Drawer>
  );
}
