import { Button, Group, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { memo, useId, useState } from 'react';
import { showSuccess } from '#web/ui/feedback/alerts.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { plural } from '#web/ui/format/format.ts';
import css from './design-editor.module.css';
import { toDesignInput } from './design-input.ts';
import { deleteDesign, saveDesign, savedDesignsQuery } from './design-queries.ts';
import type { DesignPosition, GarmentDesign } from './design-types.ts';
import { describeDesign } from './drawing/drawn-design.ts';
import { useCountFollowers } from './save-draft.tsx';

interface Props {
  productId: number;
  /** The positions where something can be put. */
  positions: readonly DesignPosition[];
  onUse: (design: GarmentDesign) => void;
  onDeleted: (savedId: number) => void;
}

/** The designs that the person has saved for this garment: to use, rename and delete. Nothing while there are none. */
export const SavedDesigns = memo(({ productId, positions, onUse, onDeleted }: Props) => {
  const { data } = useQuery(savedDesignsQuery(productId));
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const saved = (data?.customisations ?? []).filter(({ positionId }) => positions.some((position) => position.id === positionId));
  if (saved.length === 0) return null;
  return (
    <div>
      <Button variant="default" aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)}>
        Use a saved design ({saved.length})
      </Button>
      <ul id={id} className={css.saved} hidden={!isOpen} aria-label="Saved designs">
        {isOpen &&
          saved.map((design) => (
            <SavedDesign
              key={design.id}
              design={design}
              onUse={() => {
                onUse(design);
                setOpen(false);
              }}
              onDeleted={() => onDeleted(design.id)}
            />
          ))}
      </ul>
    </div>
  );
});

type Act = 'rename' | 'delete' | undefined;

function SavedDesign({ design, onUse, onDeleted }: { design: GarmentDesign; onUse: () => void; onDeleted: () => void }) {
  const [act, setAct] = useState<Act>();
  const name = design.name ?? describeDesign(design);
  return (
    <li>
      <strong>{name}</strong>
      <Text size="sm" c="dimmed">
        {describeDesign(design)}
      </Text>
      {act === undefined && (
        <Group gap="xs">
          <Button size="compact-sm" variant="default" aria-label={`Use ${name}`} onClick={onUse}>
            Use
          </Button>
          <Button size="compact-sm" variant="subtle" aria-label={`Rename ${name}`} onClick={() => setAct('rename')}>
            Rename
          </Button>
          <Button size="compact-sm" variant="subtle" aria-label={`Delete ${name}`} onClick={() => setAct('delete')}>
            Delete
          </Button>
        </Group>
      )}
      {act === 'rename' && <RenameDesign design={design} onDone={() => setAct(undefined)} />}
      {act === 'delete' && <DeleteDesign design={design} name={name} onDeleted={onDeleted} onDone={() => setAct(undefined)} />}
    </li>
  );
}

function RenameDesign({ design, onDone }: { design: GarmentDesign; onDone: () => void }) {
  const client = useQueryClient();
  const [name, setName] = useState(design.name ?? '');
  const rename = useMutation({
    mutationFn: () =>
      saveDesign(client, { ...toDesignInput({ ...design, customisationId: null }), id: design.id, name: name.trim() }),
    onSuccess: onDone,
  });
  return (
    <Group gap="xs" align="end">
      <TextInput
        label="New name"
        value={name}
        maxLength={100}
        autoFocus
        error={rename.error?.message}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Button disabled={name.trim() === ''} loading={rename.isPending} onClick={() => rename.mutate()}>
        Rename
      </Button>
      <Button variant="subtle" onClick={onDone}>
        Cancel
      </Button>
    </Group>
  );
}

interface DeleteProps {
  design: GarmentDesign;
  name: string;
  onDeleted: () => void;
  onDone: () => void;
}

/** Asks before a saved design is deleted, naming what else changes. */
function DeleteDesign({ design, name, onDeleted, onDone }: DeleteProps) {
  const client = useQueryClient();
  const lines = useCountFollowers(design.id);
  const remove = useMutation({
    mutationFn: () => deleteDesign(client, design.id),
    onSuccess: () => {
      onDeleted();
      showSuccess(`“${name}” deleted.`);
    },
  });
  return (
    <Notice
      tone="warning"
      role="alert"
      actions={
        <>
          <Button size="compact-sm" loading={remove.isPending} onClick={() => remove.mutate()} autoFocus>
            Delete “{name}”
          </Button>
          <Button size="compact-sm" variant="default" onClick={onDone}>
            Keep
          </Button>
        </>
      }
    >
      {remove.isError
        ? remove.error.message
        : lines > 0
          ? `Delete this design? It will also be removed from ${plural(lines, 'line')} of your cart. Orders keep it.`
          : 'Delete this design? Orders placed with it keep it.'}
    </Notice>
  );
}
