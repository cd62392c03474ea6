import '@mantine/core/styles/Paper.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/CloseButton.layer.css';
import { Modal } from '@mantine/core';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useIsNarrow } from '#web/ui/browser/use-is-narrow.ts';
import { useCaller } from '../session/profile.ts';
import { addRecent } from './recent.ts';
import css from './search-dialog.module.css';
import type { SearchOption } from './search-options.tsx';
import { SearchPanel } from './search-panel.tsx';
import { useSearchAct } from './use-search-act.ts';

interface Props {
  opened: boolean;
  onClose: () => void;
}

/** The search of the whole portal. Opening a result goes to its page, whose heading receives the focus. */
export function SearchDialog({ opened, onClose }: Props) {
  const caller = useCaller();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const isNarrow = useIsNarrow(768);
  const [isLeaving, setLeaving] = useState(false);
  const runAct = useSearchAct();
  if (opened && isLeaving) setLeaving(false);
  if (!caller) return null;

  const open = ({ icon: _icon, status: _status, kind, act, ...item }: SearchOption) => {
    if (act) {
      setLeaving(act.kind === 'orderFor');
      onClose();
      void runAct(act);
      return;
    }
    if (kind && caller.impersonatedCustomer === null) addRecent(caller.id, { ...item, kind });
    setLeaving(true);
    onClose();
    void navigate(item.to);
    // Another search of the same list is no other page, so nothing else moves the focus.
    if (item.to.split('?')[0] === pathname)
      requestAnimationFrame(() => document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true }));
  };
  return (
    <Modal.Root
      // On paper it would cover the page.
      className="not-printed"
      opened={opened}
      onClose={onClose}
      size={640}
      fullScreen={isNarrow}
      yOffset="10vh"
      returnFocus={!isLeaving}
      transitionProps={{ duration: 120 }}
      classNames={{ content: css.content }}
    >
      <Modal.Overlay backgroundOpacity={0.4} />
      <Modal.Content radius={isNarrow ? 0 : 'lg'} aria-label="Search" data-search="true">
        <SearchPanel caller={caller} onOpen={open} />
      </Modal.Content>
    </Modal.Root>
  );
}
