import { Stack, Text, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { api } from '#web/app/api.ts';
import { useEntityForm } from '#web/app/forms/use-entity-form.ts';
import { TrashIcon } from '#web/ui/content/icons.tsx';
import { Picture } from '#web/ui/content/picture.tsx';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { useRestoreFocus } from '#web/ui/dialogs/use-restore-focus.ts';
import { showSuccess } from '#web/ui/feedback/alerts.ts';
import { plural } from '#web/ui/format/format.ts';
import { FormButtons } from '#web/ui/forms/form-buttons.tsx';
import { FormNotices } from '#web/ui/forms/form-notices.tsx';
import { StackedForm } from '#web/ui/forms/stacked-form.tsx';
import { MoveAnnouncement, MoveHandle } from '#web/ui/lists/move-handle.tsx';
import { useReorder } from '#web/ui/lists/use-reorder.ts';
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

const toLines = ({ products }: WardrobeGroup): readonly Line[] =>
  products.map(({ productId, name, imageSrc, allocatedQuantity, points }) => ({
    productId,
    name,
    imageSrc,
    pieces: toText(allocatedQuantity),
    points: toText(points),
  }));

const toProducts = (lines: readonly Line[]) =>
  lines.map(({ productId, pieces, points }) => ({
    productId,
    allocatedQuantity: toNumber(pieces),
    points: toNumber(points),
  }));

/** The least that each number can be. */
const MINIMUM = { pieces: 1, points: 0 } as const;
const NUMBERS = ['pieces', 'points'] as const;

function isWrong(line: Line, name: (typeof NUMBERS)[number]): boolean {
  const value = toNumber(line[name]);
  return value !== null && (!Number.isInteger(value) || value < MINIMUM[name]);
}

/** "Polo (2 pieces), Cap", for edit conflicts. */
const describeLines = (lines: readonly Line[]) =>
  lines
    .map(({ name, pieces, points }) => {
      const numbers = [pieces && plural(Number(pieces), 'piece'), points && plural(Number(points), 'point')].filter(Boolean);
      return numbers.length > 0 ? `${name} (${numbers.join(', ')})` : name;
    })
    .join(', ');

interface Props {
  wardrobe: Wardrobe;
  group: WardrobeGroup;
  onClose: () => void;
}

/** Dialog for the products of a group: adding them by search, their numbers, points and order. */
export function ProductsDialog({ wardrobe, group, onClose }: Props) {
  const client = useQueryClient();
  useRestoreFocus();
  const form = useEntityForm<{ products: readonly Line[] }, { wardrobe: Wardrobe }>({
    draftKey: `group-products.${group.id}`,
    saved: { products: toLines(group) },
    version: group.version,
    validate: ({ products }) => ({
      ...(products.some((line) => NUMBERS.some((name) => isWrong(line, name))) && { products: 'Correct the marked numbers.' }),
    }),
    save: ({ values: { products }, expectedVersion }) =>
      api('PUT /api/organisation/wardrobes/:id/groups/:groupId', {
        params: { id: wardrobe.id, groupId: group.id },
        body: { collectionGroup: { version: expectedVersion, products: toProducts(products) } },
      }),
    onSaved: (saved) => {
      storeWardrobe(client, saved.wardrobe);
      showSuccess(`Products of “${group.name}” saved.`);
      onClose();
    },
    onUnchanged: onClose,
    reload: async () => {
      const { collectionGroups } = await reloadWardrobe(client, wardrobe.id);
      return collectionGroups.find(({ id }) => id === group.id)?.version;
    },
  });
  const { products: lines } = form.values;
  const setLines = (products: readonly Line[]) => form.set({ products });

  return (
    <Dialog opened onClose={onClose} title={`Products of ${group.name}`} closeLabel="Close without saving" width={680}>
      <Stack>
        {/* Outside the form: Enter in the search must not save. */}
        <ProductSearch
          chosen={lines.map(({ productId }) => productId)}
          onAdd={(line) => setLines([...lines, { ...line, pieces: '', points: '' }])}
        />
        <StackedForm {...form.formProps}>
          <FormNotices
            conflicts={form.conflicts.map(({ name, mine, theirs }) => ({
              name,
              label: 'Products',
              mine: describeLines(mine),
              theirs: describeLines(theirs),
            }))}
            onUseSaved={() => form.acceptTheirs('products')}
            otherErrors={form.otherErrors}
          />
          <Lines lines={lines} onChange={setLines} />
          {form.errors.products && (
            <Text size="sm" c="var(--mantine-color-error)" role="alert">
              {form.errors.products}
            </Text>
          )}
          <Text size="sm" c="dimmed">
            Pieces: how many of this product each wearer gets under fixed allocation. Points: what one piece costs under points
            allocation; a product without points can’t be ordered then. Leave blank what does not apply.
          </Text>
          <FormButtons
            isSaving={form.isSaving}
            onCancel={() => {
              form.discard();
              onClose();
            }}
          >
            Save {lines.length === 0 ? 'group' : plural(lines.length, 'product')}
          </FormButtons>
        </StackedForm>
      </Stack>
    </Dialog>
  );
}

interface LinesProps {
  lines: readonly Line[];
  onChange: (lines: readonly Line[]) => void;
}

/** The products of the group with their numbers, in an order that can be changed. */
function Lines({ lines, onChange }: LinesProps) {
  const reorder = useReorder(
    lines.map(({ productId }) => productId),
    (ids) => onChange(ids.flatMap((id) => lines.filter(({ productId }) => productId === id))),
  );
  const change = (productId: number, values: Partial<Line>) =>
    onChange(lines.map((line) => (line.productId === productId ? { ...line, ...values } : line)));
  const numberOf = (line: Line, name: (typeof NUMBERS)[number]) => ({
    className: css.number,
    size: 'sm',
    inputMode: 'numeric' as const,
    // The form focuses the field of this name when the numbers are wrong.
    name: isWrong(line, name) ? 'products' : undefined,
    value: line[name],
    error: isWrong(line, name) && `From ${MINIMUM[name]}`,
    onChange: (event: { currentTarget: HTMLInputElement }) => change(line.productId, { [name]: event.currentTarget.value }),
  });
  if (lines.length === 0) return <p>No products yet. Search for the first one.</p>;
  return (
    <>
      <MoveAnnouncement>{reorder.announcement}</MoveAnnouncement>
      <ul className={css.lines} aria-label="Products of the group">
        {lines.map((line) => (
          <li key={line.productId} className={css.line} {...reorder.item(line.productId)}>
            <MoveHandle {...reorder.handle(line.productId, line.name)} />
            <Picture src={line.imageSrc} alt="" size={44} />
            <span className={css.lineName}>{line.name}</span>
            <TextInput label="Pieces" aria-label={`Pieces of ${line.name}`} {...numberOf(line, 'pieces')} />
            <TextInput label="Points" aria-label={`Points for ${line.name}`} {...numberOf(line, 'points')} />
            <button
              type="button"
              className={css.iconButton}
              aria-label={`Remove ${line.name}`}
              onClick={() => onChange(lines.filter(({ productId }) => productId !== line.productId))}
            >
              <TrashIcon size={18} />
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
