import { Button, Group, NativeSelect, Stack } from '@mantine/core';
import { useState } from 'react';
import { type FetchFile, useDownload } from '#web/ui/buttons/use-download.ts';
import { DownIcon } from '#web/ui/content/icons.tsx';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { formatMonth } from '#web/ui/format/format.ts';

/** The months that can be chosen, the current one first. */
function listMonths(count: number): string[] {
  const now = new Date();
  return Array.from({ length: count }, (_, index) => {
    const month = new Date(now.getFullYear(), now.getMonth() - index, 1);
    return `${month.getFullYear()}-${String(month.getMonth() + 1).padStart(2, '0')}`;
  });
}

const TWO_YEARS = 24;

/** A button that asks for a month and saves its statement of account. */
export function StatementButton({ file }: { file: (month: string) => ReturnType<FetchFile> }) {
  const [opened, setOpened] = useState(false);
  const [months] = useState(() => listMonths(TWO_YEARS));
  const [month, setMonth] = useState(months[0] as string);
  const { busy, save } = useDownload();
  const close = () => setOpened(false);
  return (
    <>
      <Button variant="default" onClick={() => setOpened(true)}>
        Statement
      </Button>
      <Dialog opened={opened} onClose={close} title="Statement of account" closeLabel="Close" width={440}>
        <Stack>
          <p>Charges, payments and credits in a month, and the invoices still open at the end of it.</p>
          <NativeSelect
            label="Month"
            rightSection={<DownIcon size={16} />}
            value={month}
            data={months.map((value) => ({ value, label: formatMonth(`${value}-01`) }))}
            onChange={(event) => setMonth(event.currentTarget.value)}
          />
          <Group gap="xs">
            <Button loading={busy} onClick={() => void save(() => file(month)).then(close)}>
              Download PDF
            </Button>
            <Button variant="default" onClick={close}>
              Cancel
            </Button>
          </Group>
        </Stack>
      </Dialog>
    </>
  );
}
