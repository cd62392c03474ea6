import { Stack, Text, TextInput } from '@mantine/core';
import { useEntityForm } from '#web/app/forms/use-entity-form.ts';
import { TrashIcon } from '#web/ui/content/icons.tsx';
import { Picture } from '#web/ui/content/picture.tsx';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { useRestoreFocus } from '#web/ui/dialogs/use-restore-focus.ts';
import { showSuccess } from '#web/ui/feedback/alerts.ts';
import { formatNumber, plural } from '#web/ui/format/format.ts';
import { FormButtons } from '#web/ui/forms/form-buttons.tsx';
import { StackedForm } from '#web/ui/forms/stacked-form.tsx';
import { MoveAnnouncement, MoveHandle } from '#web/ui/lists/move-handle.tsx';
import { useReorder } from '#web/ui/lists/use-reorder.ts';
import { type ContentsGroup, type ContentsProduct, putGroup } from './draft-contents.ts';
import { ProductSearch } from './product-search.tsx';
import type { WardrobeDraftEditor } from './use-wardrobe-draft.ts';
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

const toLines = ({ products }: ContentsGroup): readonly Line[] =>
  products.map(({ productId, name, imageSrc, allocatedQuantity, points }) => ({
    productId,
    name,
    imageSrc,
    pieces: toText(allocatedQuantity),
    points: toText(points),
  }));

/** The products of the lines, as far as they are known: the server says more of new ones when they are saved. */
const toProducts = (lines: readonly Line[], known: readonly ContentsProduct[]): ContentsProduct[] =>
  lines.map(({ productId, name, imageSrc, pieces, points }) => ({
    ...(known.find((product) => product.productId === productId) ?? {
      productId,
      name,
      imageSrc,
      colours: [],
      sizes: [],
      price: null,
      priceHighest: null,
      isOnSale: true,
      isUnread: true as const,
    }),
    allocatedQuantity: toNumber(pieces),
    points: toNumber(points),
  }));

/** The least that each number can be. */
const MINIMUM = { pieces: 1, points: 0 } as const;
/** The most that each number can be. */
const MAXIMUM = { pieces: 999, points: 100_000 } as const;
const NUMBERS = ['pieces', 'points'] as const;

function isWrong(line: Line, name: (typeof NUMBERS)[number]): boolean {
  const value = toNumber(line[name]);
  return value !== null && (!Number.isInteger(value) || value < MINIMUM[name] || value > MAXIMUM[name]);
}

interface Props {
  wardrobeId: number;
  draft: WardrobeDraftEditor;
  group: ContentsGroup;
  onClose: () => void;
}

/** Dialog for the products of a group in the draft: adding them by search, their numbers, points and order. */
export function ProductsDialog({ wardrobeId, draft, group, onClose }: Props) {
  useRestoreFocus();
  const form = useEntityForm<{ products: readonly Line[] }, void>({
    draftKey: `wardrobe.${wardrobeId}.products.${group.id}`,
    saved: { products: toLines(group) },
    validate: ({ products }) => ({
      ...(products.some((line) => NUMBERS.some((name) => isWrong(line, name))) && { products: 'Correct the marked numbers.' }),
    }),
    save: async ({ values: { products } }) => {
      const known = draft.contents.collectionGroups.flatMap((one) => one.products);
      draft.change((contents) => putGroup(contents, group.id, { name: group.name, products: toProducts(products, known) }));
    },
    onSaved: () => {
      showSuccess(`Products of “${group.name}” changed in the draft.`);
      onClose();
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
    error: isWrong(line, name) && `From ${MINIMUM[name]} to ${formatNumber(MAXIMUM[name])}`,
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
