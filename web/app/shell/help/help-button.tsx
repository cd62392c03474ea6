import { type ComponentType, type ReactNode, useRef, useState } from 'react';
import { showError } from '#web/ui/feedback/alerts.ts';

interface Props {
  className?: string | undefined;
  /** What receives the focus when the help closes; by default the button itself. */
  findReturnFocus?: () => HTMLElement | null;
  onOpen?: () => void;
  children: ReactNode;
}

/** Opens the help. Its code is loaded with the first click, because the button is on the log-in page too. */
export function HelpButton({ className, findReturnFocus, onOpen, children }: Props) {
  const button = useRef<HTMLButtonElement>(null);
  const [Dialog, setDialog] = useState<ComponentType<{ opened: boolean; onClose: () => void }>>();
  const [opened, setOpened] = useState(false);
  const open = () => {
    onOpen?.();
    import('./help-dialog.tsx').then(({ HelpDialog }) => {
      setDialog(() => HelpDialog);
      setOpened(true);
    }, showError);
  };
  const close = () => {
    setOpened(false);
    (findReturnFocus?.() ?? button.current)?.focus();
  };
  return (
    <>
      <button ref={button} type="button" className={className} aria-haspopup="dialog" onClick={open}>
        {children}
      </button>
      {Dialog && <Dialog opened={opened} onClose={close} />}
    </>
  );
}
