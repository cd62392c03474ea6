import { Menu } from '@mantine/core';
import { VisuallyHidden } from '../content/visually-hidden.tsx';
import { MenuButton } from './menu-button.tsx';
import { type FetchFile, useDownload } from './use-download.ts';

interface Props {
  label: string;
  /** The label while a file is being fetched: "Exporting". */
  busyLabel: string;
  choices: readonly { label: string; file: FetchFile }[];
  disabled?: boolean;
}

const formatMegabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;

/** A button with several forms of a file to choose from. While one is fetched, it says how much of it has arrived. */
export function DownloadMenu({ label, busyLabel, choices, disabled = false }: Props) {
  const { busy, bytes, save } = useDownload();
  const progress = bytes < 100_000 ? `${busyLabel}…` : `${busyLabel}… ${formatMegabytes(bytes)}`;
  return (
    <>
      <MenuButton label={busy ? progress : label} disabled={disabled || busy}>
        {choices.map((choice) => (
          <Menu.Item key={choice.label} onClick={() => void save(choice.file)}>
            {choice.label}
          </Menu.Item>
        ))}
      </MenuButton>
      <output>
        <VisuallyHidden>{busy ? `${busyLabel}…` : null}</VisuallyHidden>
      </output>
    </>
  );
}
