import { Button, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '#web/app/api.ts';
import { ApiError } from '#web/app/api-error.ts';
import { TrashIcon } from '#web/ui/content/icons.tsx';
import { Picture } from '#web/ui/content/picture.tsx';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { useRestoreFocus } from '#web/ui/dialogs/use-restore-focus.ts';
import { showSuccess } from '#web/ui/feedback/alerts.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { plural } from '#web/ui/format/format.ts';
import { useReorder } from '#web/ui/lists/use-reorder.ts';
import { MoveAnnouncement, MoveHandle } from './move-handle.tsx';
import { ProductSearch } from './product-search.tsx';
import { reloadWardrobe, storeWardrobe, type Wardrobe, type WardrobeGroup } from './wardrobe-data.ts';
import css from './wardrobes.module.css';

interface Line {
  productId: number;
  name: string;
  imageSrc: string | null;
  /** Texts as they are typed; empty for no number. */
  pieces: string;
  points: string;
}

const toText = (value: number | null) => (value === null ? '' : String(value));
const toNumber = (typed: string) => (typed.trim() === '' ? null : Number(typed));
const isWrong = (typed: string, minimum: number) => {
  const value = toNumber(typed);
  return value !== null && (!Number.isInteger(value) || value < minimum);
};

interface Props {
  wardrobe: Wardrobe;
  group: WardrobeGroup;
  onClose: () => void;
}

/** Dialog for the products of a group: adding them by search, their numbers, points and order. */
export function ProductsDialog({ wardrobe, group, onClose }: Props) {
  const client = useQueryClient();
  const [version, setVersion] = useState(group.version);
  const [lines, setLines] = useState<readonly Line[]>(
    group.products.map(({ productId, name, imageSrc, allocatedQuantity, points }) => ({
      productId,
      name,
      imageSrc,
      pieces: toText(allocatedQuantity),
      points: toText(points),
    })),
  );
  const [problem, setProblem] = useState('');
  const [areNumbersChecked, setNumbersChecked] = useState(false);
  useRestoreFocus();
  const change = (productId: number, values: Partial<Line>) =>
    setLines(lines.map((line) => (line.productId === productId ? { ...line, ...values } : line)));
  const reorder = useReorder(
    lines.map(({ productId }) => productId),
    (ids) => setLines(ids.flatMap((id) => lines.filter(({ productId }) => productId === id))),
  );
  const save = useMutation({
    mutationFn: () =>
      api('PUT /api/organisation/wardrobes/:id/groups/:groupId', {
        params: { id: wardrobe.id, groupId: group.id },
        body: {
          collectionGroup: {
            version,
            products: lines.map(({ productId, pieces, points }) => ({
              productId,
              allocatedQuantity: toNumber(pieces),
              points: toNumber(points),
            })),
          },
        },
      }),
    onSuccess: (saved) => {
      storeWardrobe(client, saved.wardrobe);
      showSuccess(`Products of “${group.name}” saved.`);
      onClose();
    },
    onError: async (error) => {
      setProblem(error.message);
      if (!(error instanceof ApiError) || error.status !== 409) return;
      const current = await reloadWardrobe(client, wardrobe.id).catch(() => undefined);
      const theirs = current?.collectionGroups.find(({ id }) => id === group.id);
      if (!theirs) return;
      setVersion(theirs.version);
      setProblem(
        `Someone else has saved these products in the meantime: ${theirs.products.map(({ name }) => name).join(', ') || 'none'}. Save again to replace them.`,
      );
    },
  });
  const submit = () => {
    setNumbersChecked(true);
    if (!lines.some(({ pieces, points }) => isWrong(pieces, 1) || isWrong(points, 0))) save.mutate();
  };

  return (
    <Dialog opened onClose={onClose} title={`Products of ${group.name}`} closeLabel="Close without saving" width={680}>
      <div className={css.form}>
        {problem !== '' && (
          <Notice tone="danger" role="alert">
            {problem}
          </Notice>
        )}
        <ProductSearch
          chosen={lines.map(({ productId }) => productId)}
          onAdd={(line) => setLines([...lines, { ...line, pieces: '', points: '' }])}
        />
        <MoveAnnouncement>{reorder.announcement}</MoveAnnouncement>
        {lines.length === 0 ? (
          <p>No products yet. Search for the first one.</p>
        ) : (
          <ul className={css.lines} aria-label="Products of the group">
            {lines.map((line) => (
              <li key={line.productId} className={css.line} {...reorder.item(line.productId)}>
                <MoveHandle {...reorder.handle(line.productId, line.name)} />
                <Picture src={line.imageSrc} alt="" size={44} />
                <span className={css.lineName}>{line.name}</span>
                <TextInput
                  className={css.number}
                  size="sm"
                  label="Pieces"
                  aria-label={`Pieces of ${line.name}`}
                  inputMode="numeric"
                  value={line.pieces}
                  error={areNumbersChecked && isWrong(line.pieces, 1) && 'From 1'}
                  onChange={({ currentTarget }) => change(line.productId, { pieces: currentTarget.value })}
                />
                <TextInput
                  className={css.number}
                  size="sm"
                  label="Points"
                  aria-label={`Points for ${line.name}`}
                  inputMode="numeric"
                  value={line.points}
                  error={areNumbersChecked && isWrong(line.points, 0) && 'From 0'}
                  onChange={({ currentTarget }) => change(line.productId, { points: currentTarget.value })}
                />
                <button
                  type="button"
                  className={css.iconButton}
                  aria-label={`Remove ${line.name}`}
                  onClick={() => setLines(lines.filter(({ productId }) => productId !== line.productId))}
                >
                  <TrashIcon size={18} />
                </button>
              </li>
            ))}
          </ul>
        )}
        <p className={css.muted}>
          Pieces are the number of exactly this product under fixed allocation. Points are the cost of one piece under allocation
          by points; without points it cannot be ordered then. Leave both blank if they do not apply.
        </p>
        <div className={css.buttons}>
          <Button loading={save.isPending} disabled={save.isPending} onClick={submit}>
            Save {lines.length === 0 ? 'group' : plural(lines.length, 'product')}
          </Button>
          <Button variant="default" disabled={save.isPending} onClick={onClose}>
            Cancel
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
