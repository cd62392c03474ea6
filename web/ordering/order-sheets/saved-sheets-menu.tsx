import { Button, Group, Menu, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { Link } from 'react-router';
import { MAX_SHEET_NAME, MAX_SHEETS } from '#contract/ordering/order-sheets/sheet-limits.ts';
import { apiQuery, invalidateCalls } from '#web/app/api.ts';
import { MenuAction } from '#web/ui/buttons/menu-action.tsx';
import { MenuButton } from '#web/ui/buttons/menu-button.tsx';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { showError, showSuccess } from '#web/ui/feedback/alerts.ts';
import { formatDateTime, plural } from '#web/ui/format/format.ts';
import { deleteSheet } from './delete-sheet.ts';
import css from './order-sheet-page.module.css';
import { fromTypedRows } from './sheet-rows.ts';
import { createSheet, readSheet, type SavedSheet, type SheetSaver } from './sheet-saver.ts';
import { sheetAddress } from './use-sheet-address.ts';

interface Props {
  saver: SheetSaver;
}

/** The saved sheets, and what can be done with the one that is open. */
export function SavedSheetsMenu({ saver }: Props) {
  const { sheet, hiddenRowCount } = useSyncExternalStore(saver.subscribe, saver.state);
  const client = useQueryClient();
  const { data } = useQuery({ ...apiQuery('GET /api/ordersheets'), staleTime: 0 });
  const [isNaming, setNaming] = useState(false);
  const [isDeleting, setDeleting] = useState(false);
  const sheetId = sheet?.id;
  // Another sheet is open, which may be new.
  useEffect(() => {
    if (sheetId !== undefined) void invalidateCalls(client, 'GET /api/ordersheets');
  }, [client, sheetId]);

  const run = (action: () => Promise<unknown>, message?: string) => {
    void action().then(
      () => {
        void invalidateCalls(client, 'GET /api/ordersheets');
        if (message) showSuccess(message);
      },
      (error: unknown) => showError(error),
    );
  };
  const copy = (from: SavedSheet) =>
    run(async () => {
      await saver.settle();
      const { rows } = await readSheet(from.id);
      const made = await createSheet(`${from.name.slice(0, MAX_SHEET_NAME - 7)} (copy)`, fromTypedRows(rows));
      await saver.open(made.id);
    }, 'Copied. You are editing the copy.');
  const remove = async (gone: SavedSheet) => {
    await saver.settle();
    await deleteSheet(gone, async ({ id }) => {
      await saver.open(id);
      await invalidateCalls(client, 'GET /api/ordersheets');
    });
    saver.detach([]);
  };
  const ownOnly = sheet?.isOwn ? null : 'Only the person whose sheet it is can do this.';
  const isFull = data?.canSaveMore === false;
  const others = data?.orderSheets.filter(({ id }) => id !== sheet?.id) ?? [];

  return (
    <>
      <MenuButton label="Saved sheets" withinPortal>
        <MenuAction blocker={null} onClick={() => run(() => saver.startNew())}>
          New sheet
        </MenuAction>
        {sheet && (
          <>
            <Menu.Label>{sheet.name}</Menu.Label>
            <MenuAction blocker={ownOnly} onClick={() => setNaming(true)}>
              Rename
            </MenuAction>
            <MenuAction
              blocker={ownOnly}
              onClick={() =>
                run(
                  () => saver.change({ isShared: !sheet.isShared }),
                  sheet.isShared
                    ? 'Only you see this sheet now.'
                    : 'Colleagues who order for others now see the rows of their own people.',
                )
              }
            >
              {sheet.isShared ? 'Stop sharing' : 'Share with colleagues'}
            </MenuAction>
            <MenuAction blocker={isFull ? 'Delete a sheet you no longer need first.' : null} onClick={() => copy(sheet)}>
              Make a copy
            </MenuAction>
            <MenuAction blocker={ownOnly} onClick={() => (hiddenRowCount > 0 ? setDeleting(true) : run(() => remove(sheet)))}>
              Delete
            </MenuAction>
          </>
        )}
        {isFull && (
          <p className={css.noSheets} role="note">
            You have {MAX_SHEETS} saved sheets, which is the limit. Open one you no longer need and delete it.
          </p>
        )}
        <Menu.Label>Open</Menu.Label>
        <div className={css.sheets}>
          {others.map((other) => (
            <Menu.Item key={other.id} component={Link} to={sheetAddress(other.id)}>
              {other.name}
              <small>
                {[
                  plural(other.rowCount, 'row'),
                  other.isOwn ? other.isShared && 'shared with colleagues' : `shared by ${other.ownerName}`,
                  formatDateTime(other.updatedOnUtc),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </small>
            </Menu.Item>
          ))}
          {others.length === 0 && <p className={css.noSheets}>Sheets are saved here as you type.</p>}
        </div>
      </MenuButton>
      {sheet && (
        <Dialog
          opened={isNaming}
          onClose={() => setNaming(false)}
          title="Rename sheet"
          closeLabel="Close without renaming"
          width={420}
        >
          <RenameForm
            name={sheet.name}
            onRename={async (name) => {
              await saver.change({ name });
              setNaming(false);
              void invalidateCalls(client, 'GET /api/ordersheets');
            }}
          />
        </Dialog>
      )}
      {sheet && (
        <Dialog
          opened={isDeleting}
          onClose={() => setDeleting(false)}
          title="Delete sheet"
          closeLabel="Close without deleting"
          width={420}
        >
          <p>
            Colleagues entered {plural(hiddenRowCount, 'row')} for people you can’t order for. Deleting the sheet deletes{' '}
            {hiddenRowCount === 1 ? 'it' : 'them'} too, which cannot be undone.
          </p>
          <Group gap="xs" justify="flex-end">
            <Button variant="default" onClick={() => setDeleting(false)}>
              Cancel
            </Button>
            <Button
              color="red"
              data-autofocus
              onClick={() => {
                setDeleting(false);
                run(() => remove(sheet));
              }}
            >
              Delete sheet
            </Button>
          </Group>
        </Dialog>
      )}
    </>
  );
}

function RenameForm({ name, onRename }: { name: string; onRename: (name: string) => Promise<void> }) {
  const [typed, setTyped] = useState(name);
  const [error, setError] = useState<string>();
  return (
    <form
      className={css.form}
      onSubmit={(event) => {
        event.preventDefault();
        onRename(typed).catch((problem: unknown) => setError(problem instanceof Error ? problem.message : String(problem)));
      }}
    >
      <TextInput
        label="Name"
        value={typed}
        maxLength={MAX_SHEET_NAME}
        error={error}
        data-autofocus
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <Button type="submit" disabled={typed.trim() === ''}>
        Rename sheet
      </Button>
    </form>
  );
}
