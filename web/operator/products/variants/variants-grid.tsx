import { type ClipboardEvent, type KeyboardEvent, memo, useRef } from 'react';
import { PlusIcon } from '#web/ui/content/icons.tsx';
import { VisuallyHidden } from '#web/ui/content/visually-hidden.tsx';
import type { KeptProduct } from '../product-labels.ts';
import type { VariantProblem } from './use-variants-editor.ts';
import css from './variants.module.css';
import {
  addVariant,
  layOutVariants,
  setVariant,
  type VariantDraft,
  type VariantField,
  type VariantsDraft,
} from './variants-draft.ts';

interface Props {
  draft: VariantsDraft;
  product: KeptProduct;
  field: VariantField;
  problems: readonly VariantProblem[];
  isReadOnly: boolean;
  onChange: (update: (draft: VariantsDraft) => VariantsDraft) => void;
}

const STEPS: Readonly<Record<string, readonly [rows: number, columns: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  Enter: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/** The combinations of a product, one field of each: colours and fits down, sizes across. Arrow keys move; a block copied from a spreadsheet fills several. */
export function VariantsGrid({ draft, product, field, problems, isReadOnly, onChange }: Props) {
  const table = useRef<HTMLTableElement>(null);
  const { heading, columns, rows } = layOutVariants(draft);
  const prices = new Map(product.combinations.map(({ id, price }) => [id, price]));

  const onKeyDown = (event: KeyboardEvent<HTMLTableElement>) => {
    const step = STEPS[event.key];
    const cell = (event.target as HTMLElement).closest<HTMLElement>('[data-cell]');
    if (!step || !cell?.dataset.cell || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (event.target instanceof HTMLInputElement && event.target.type === 'text') {
      const { selectionStart, selectionEnd, value } = event.target;
      // Inside a text, the left and right arrows move the cursor.
      const isSelected = selectionStart === 0 && selectionEnd === value.length;
      if (event.key === 'ArrowLeft' && !isSelected && selectionStart !== 0) return;
      if (event.key === 'ArrowRight' && !isSelected && selectionEnd !== value.length) return;
    } else if (event.key === 'Enter') return;
    const [row = 0, column = 0] = cell.dataset.cell.split(',').map(Number);
    const next = table.current?.querySelector<HTMLElement>(
      `[data-cell="${row + step[0]},${column + step[1]}"] :is(input, button)`,
    );
    event.preventDefault();
    next?.focus();
    if (next instanceof HTMLInputElement && next.type === 'text') next.select();
  };
  const onPaste = (event: ClipboardEvent<HTMLTableElement>) => {
    const place = (event.target as HTMLElement).closest<HTMLElement>('[data-cell]')?.dataset.cell;
    const block = event.clipboardData
      .getData('text/plain')
      .replace(/\r?\n$/, '')
      .split(/\r?\n/)
      .map((line) => line.split('\t'));
    if (!place || isReadOnly || field === 'isSold' || (block.length < 2 && (block[0]?.length ?? 0) < 2)) return;
    event.preventDefault();
    const [row = 0, column = 0] = place.split(',').map(Number);
    const pasted = block.flatMap((line, down) =>
      line.flatMap((text, right) => {
        const key = rows[row + down]?.cells[column + right]?.variant?.key;
        return key === undefined ? [] : [[key, text.trim()] as const];
      }),
    );
    onChange((current) => pasted.reduce((next, [key, text]) => setVariant(next, key, { [field]: text }), current));
  };

  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by key
    <section className={css.scroll} aria-label="Variants" tabIndex={0}>
      <table ref={table} className={css.grid} onKeyDown={onKeyDown} onPaste={onPaste}>
        <thead>
          <tr>
            <th scope="col">{heading || <VisuallyHidden>Variant</VisuallyHidden>}</th>
            {columns.map(({ key, name }) => (
              <th key={key} scope="col">
                {name || <VisuallyHidden>Value</VisuallyHidden>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, name, cells }, row) => (
            <tr key={key}>
              <th scope="row">{name || product.name}</th>
              {cells.map(({ values, variant }, column) => {
                const label = [name, columns[column]?.name].filter(Boolean).join(', ') || product.name;
                return (
                  <td
                    key={columns[column]?.key}
                    data-cell={`${row},${column}`}
                    data-off={(variant && !variant.isSold) || undefined}
                    data-new={(variant && variant.id === undefined) || undefined}
                  >
                    {variant ? (
                      <Cell
                        variant={variant}
                        field={field}
                        label={label}
                        placeholder={(prices.get(variant.id ?? 0) ?? product.price).toFixed(2)}
                        problem={problems.find((one) => one.variantKey === variant.key && one.field === field)?.message}
                        isReadOnly={isReadOnly}
                        onChange={onChange}
                      />
                    ) : (
                      !isReadOnly && (
                        <button
                          type="button"
                          className={css.add}
                          aria-label={`Add ${label}`}
                          title="Add this variant"
                          onClick={() => onChange((current) => addVariant(current, values))}
                        >
                          <PlusIcon size={16} />
                        </button>
                      )
                    )}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface CellProps {
  variant: VariantDraft;
  field: VariantField;
  label: string;
  /** The price of the product, where the combination has none of its own. */
  placeholder: string;
  problem: string | undefined;
  isReadOnly: boolean;
  onChange: Props['onChange'];
}

/** Drawn again only when it changes itself: a key in one of a thousand cells draws that cell alone. */
const Cell = memo(function Cell({ variant, field, label, placeholder, problem, isReadOnly, onChange }: CellProps) {
  const set = (changes: Partial<VariantDraft>) => onChange((draft) => setVariant(draft, variant.key, changes));
  if (field === 'isSold')
    return (
      <input
        type="checkbox"
        className={css.box}
        aria-label={`${label} on sale`}
        checked={variant.isSold}
        disabled={isReadOnly}
        aria-invalid={problem !== undefined || undefined}
        title={problem}
        onChange={(event) => set({ isSold: event.currentTarget.checked })}
      />
    );
  return (
    <input
      type="text"
      className={css.cell}
      data-field={field}
      aria-label={label}
      aria-invalid={problem !== undefined || undefined}
      title={problem}
      placeholder={field === 'price' ? placeholder : undefined}
      inputMode={field === 'price' ? 'decimal' : field === 'gtin' ? 'numeric' : 'text'}
      readOnly={isReadOnly}
      autoComplete="off"
      spellCheck={false}
      maxLength={field === 'sku' ? 100 : 20}
      value={variant[field]}
      onChange={(event) => set({ [field]: event.currentTarget.value })}
    />
  );
});
