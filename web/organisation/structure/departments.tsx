import { Button, Group, Stack, Text } from '@mantine/core';
import { PlusIcon } from '#web/ui/content/icons.tsx';
import { EmptyState } from '#web/ui/feedback/states.tsx';
import { plural } from '#web/ui/format/format.ts';
import { Card } from '#web/ui/layout/card.tsx';
import { createDepartmentKind, type Resort } from './item-kinds.ts';
import css from './structure.module.css';
import { ItemActions } from './structure-list.tsx';
import { toPositionedItem } from './structure-lists.tsx';
import { ItemDialogs, useItemDialogs } from './use-item-dialogs.tsx';

/** The departments of a destination: add, edit and delete. */
export function Departments({ destination: { id, departments }, canEdit }: { destination: Resort; canEdit: boolean }) {
  const kind = createDepartmentKind(id);
  const dialogs = useItemDialogs();
  const items = departments.map(toPositionedItem);
  const add = canEdit && (
    <Button leftSection={<PlusIcon size={18} />} aria-haspopup="dialog" onClick={dialogs.add}>
      Add a department
    </Button>
  );
  return (
    <>
      {items.length > 0 && (
        <Group justify="space-between" gap="8px 16px" mb="md">
          <Text size="sm" c="dimmed">
            {plural(items.length, kind.singular, kind.plural)}
          </Text>
          {add}
        </Group>
      )}
      <Card flush>
        {items.length === 0 ? (
          <EmptyState title="No departments yet" action={add}>
            {kind.emptyText}
          </EmptyState>
        ) : (
          <Stack component="ul" gap={0} role="list" aria-label="Departments">
            {items.map((item) => (
              <li key={item.id} className={css.item}>
                <h3 className={css.name}>{item.name}</h3>
                <div className={css.actions}>
                  <ItemActions item={item} reader={{ canEdit, canCreate: canEdit, act: dialogs.act }} />
                </div>
              </li>
            ))}
          </Stack>
        )}
      </Card>
      <ItemDialogs dialogs={dialogs} kind={kind} items={items} />
    </>
  );
}
