import { Button, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { ReplyOf } from '#contract/index.ts';
import { api } from '#web/app/api.ts';
import { ApiError } from '#web/app/api-error.ts';
import { useEditConflicts } from '#web/app/optimistic-concurrency.ts';
import { invalidatePrices } from '#web/app/session/profile.ts';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { showError, showSuccess } from '#web/ui/feedback/alerts.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Checkbox } from '#web/ui/forms/checkbox.tsx';
import { EditConflicts } from '#web/ui/forms/edit-conflicts.tsx';
import { MultiChoice } from '#web/ui/forms/multi-choice.tsx';
import { useDraft } from '#web/ui/forms/use-draft.ts';
import list from '#web/ui/lists/list.module.css';
import css from './range.module.css';
import {
  formatCataloguePrice,
  getRangeProductName,
  parseAmount,
  parseSignedPercent,
  type RangeProduct,
  SUPPLIER_SETS_PRICES,
} from './range-labels.ts';
import type { RangeBulkEdits } from './use-range-bulk-edit.ts';
import { listOptionNames, type RestrictionOptions, restrictionLabels, restrictionNames } from './use-restriction-options.ts';

const LIST = 'GET /api/productsorganisation';

type RangeProductFormValues = {
  name: string;
  organisationSku: string;
  overriddenPrice: string;
  pricePercent: string;
  published: boolean;
  featured: boolean;
  businessAreaIds: readonly number[];
  jobRoleIds: readonly number[];
  collectionIds: readonly number[];
  customerRoleIds: readonly number[];
};

const toFormValues = (product: RangeProduct): RangeProductFormValues => ({
  name: product.name ?? '',
  organisationSku: product.organisationSku ?? '',
  overriddenPrice: product.overriddenPrice === null ? '' : product.overriddenPrice.toFixed(2),
  pricePercent: product.pricePercent === null ? '' : String(product.pricePercent),
  published: product.published,
  featured: product.featured,
  businessAreaIds: product.businessAreaIds,
  jobRoleIds: product.jobRoleIds,
  collectionIds: product.collectionIds,
  customerRoleIds: product.customerRoles.map(({ customerRoleId }) => customerRoleId),
});

const labels: Record<keyof RangeProductFormValues, string> = {
  name: 'Custom name',
  organisationSku: 'Custom SKU',
  overriddenPrice: 'Custom price',
  pricePercent: 'Adjust catalogue price by (%)',
  published: 'Published',
  featured: 'Feature on the home page',
  ...restrictionLabels,
};

/** A custom price and a percentage exclude each other: setting one clears the other. */
const clearedBy: Partial<Record<keyof RangeProductFormValues, Partial<RangeProductFormValues>>> = {
  overriddenPrice: { pricePercent: '' },
  pricePercent: { overriddenPrice: '' },
};

interface Props {
  product: RangeProduct;
  parts: RestrictionOptions;
  currencyCode: string;
  /** Whether the organisation keeps its own prices; otherwise they are only shown. */
  canSetPrices: boolean;
  remove: RangeBulkEdits['bulk'];
  onClose: () => void;
}

/**
 * Edits one product of the range. Input is kept as a draft until it is saved or discarded; conflicting changes are shown
 * with both values.
 */
export function RangeProductDialog({ product, parts, currencyCode, canSetPrices, remove, onClose }: Props) {
  const client = useQueryClient();
  const form = useRef<HTMLFormElement>(null);
  const edit = useEditConflicts<RangeProductFormValues>(
    toFormValues(product),
    product.version,
    useDraft<Partial<RangeProductFormValues>>(`range.${product.id}`),
  );
  const { values: typed, changed } = edit;
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [opener] = useState(() => document.activeElement as HTMLElement | null);
  useEffect(() => () => opener?.focus(), [opener]);

  const save = useMutation({
    mutationFn: () => {
      const sent: Record<string, unknown> = Object.fromEntries(
        changed.map((name) => [name, typed[name] === '' ? null : typed[name]]),
      );
      if (typeof sent.overriddenPrice === 'string') sent.overriddenPrice = parseAmount(sent.overriddenPrice) ?? null;
      if (typeof sent.pricePercent === 'string') sent.pricePercent = parseSignedPercent(sent.pricePercent) ?? null;
      return api('PUT /api/productorganisation', {
        body: { productOrganisation: { ...sent, id: product.id, version: edit.expectedVersion } },
      });
    },
    onSuccess: ({ productOrganisation }) => {
      edit.markSaved(productOrganisation.version);
      showSuccess(`“${getRangeProductName(productOrganisation)}” saved.`);
      onClose();
      return invalidatePrices(client);
    },
    onError: async (error) => {
      if (!(error instanceof ApiError)) return showError(error);
      showFieldErrors(Object.fromEntries(Object.entries(error.errors).map(([name, texts]) => [name, texts[0] ?? ''])));
      if (error.status !== 409) return showError(error);
      // The dialog's product comes from the list, so reloading the list brings the values saved by someone else.
      await client.refetchQueries({ queryKey: [LIST], type: 'active' });
      const lists = client.getQueriesData<ReplyOf<typeof LIST>>({ queryKey: [LIST], type: 'active' });
      const current = lists.flatMap(([, list]) => list?.productOrganisations ?? []).find(({ id }) => id === product.id);
      edit.showConflict(current?.version ?? product.version);
    },
  });
  const showFieldErrors = (fieldErrors: Record<string, string>) => {
    setErrors(fieldErrors);
    const first = Object.keys(labels).find((name) => fieldErrors[name]);
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus());
  };
  function submit(event: FormEvent) {
    event.preventDefault();
    if (typed.overriddenPrice.trim() !== '' && parseAmount(typed.overriddenPrice) === undefined)
      showFieldErrors({ overriddenPrice: 'Price must be an amount, such as 12.50.' });
    else if (typed.pricePercent.trim() !== '' && parseSignedPercent(typed.pricePercent) === undefined)
      showFieldErrors({ pricePercent: 'Enter a number, such as 7.5 or -10.' });
    else if (changed.length === 0) onClose();
    else save.mutate();
  }
  const set = (change: Partial<RangeProductFormValues>) => {
    setErrors({});
    edit.set(change);
  };
  const formatValue = (name: keyof RangeProductFormValues, value: unknown) =>
    Array.isArray(value)
      ? listOptionNames(parts[name as keyof RestrictionOptions], value).join(', ') || 'Everyone'
      : typeof value === 'boolean'
        ? value
          ? 'Yes'
          : 'No'
        : String(value);
  const conflicts = edit.conflicts.map(({ name, mine, theirs }) => ({
    name,
    label: labels[name],
    mine: formatValue(name, mine),
    theirs: formatValue(name, theirs),
  }));
  const otherErrors = Object.entries(errors).filter(([name]) => !(name in labels));
  const text = (
    name: 'name' | 'organisationSku' | 'overriddenPrice' | 'pricePercent',
    description: string,
    maxLength: number,
    readOnly = false,
  ) => (
    <TextInput
      name={name}
      label={labels[name]}
      description={description}
      inputMode={name === 'overriddenPrice' ? 'decimal' : undefined}
      maxLength={maxLength}
      readOnly={readOnly}
      variant={readOnly ? 'filled' : 'default'}
      value={typed[name]}
      error={errors[name]}
      onChange={({ currentTarget }) =>
        set({ [name]: currentTarget.value, ...(currentTarget.value === '' ? {} : (clearedBy[name] ?? {})) })
      }
    />
  );
  const catalogue = formatCataloguePrice(product.cataloguePrice, product.cataloguePriceHighest, currencyCode);
  const busy = save.isPending || remove.isPending;

  return (
    <Dialog opened onClose={onClose} title={`Edit ${getRangeProductName(product)}`} closeLabel="Close product" width={640}>
      <form ref={form} noValidate className={css.form} onSubmit={submit}>
        {conflicts.length > 0 ? (
          <EditConflicts conflicts={conflicts} onUseSaved={(name) => edit.acceptTheirs(name as keyof RangeProductFormValues)} />
        ) : (
          otherErrors.length > 0 && (
            <Notice tone="danger" role="alert">
              {otherErrors.map(([, sentence]) => sentence).join(' ')}
            </Notice>
          )
        )}
        <div className={css.pair}>
          {text('name', `Leave blank to use “${product.productName}”.`, 200)}
          {text('organisationSku', product.sku ? `Leave blank to use ${product.sku}.` : 'Leave blank for none.', 60)}
        </div>
        <div className={css.pair}>
          {text(
            'overriddenPrice',
            `${canSetPrices ? 'For all sizes' : 'Set by your supplier'}, excl. tax. Catalogue: ${catalogue}.`,
            12,
            !canSetPrices,
          )}
          {text(
            'pricePercent',
            canSetPrices ? 'Instead of a custom price. E.g. 7.5 or -10.' : SUPPLIER_SETS_PRICES,
            8,
            !canSetPrices,
          )}
        </div>
        {canSetPrices && product.cataloguePriceHighest !== null && typed.overriddenPrice.trim() !== '' && (
          <Notice tone="warning">In the catalogue, the price depends on the size. A custom price applies to all sizes.</Notice>
        )}
        <div className={css.boxes}>
          <Checkbox name="published" checked={typed.published} onChange={(published) => set({ published })}>
            Published: people can find and order it
          </Checkbox>
          <Checkbox name="featured" checked={typed.featured} onChange={(featured) => set({ featured })}>
            Feature on the home page
          </Checkbox>
        </div>
        <p className={list.quiet}>
          Who can see it. Leave empty for everyone. Business areas, job roles and wardrobes restrict wearers only, who still see
          what is in their own wardrobe; roles apply to everyone.
        </p>
        {restrictionNames.map((name) => (
          <MultiChoice
            key={name}
            name={name}
            label={restrictionLabels[name]}
            placeholder="Everyone"
            options={parts[name]}
            chosen={typed[name]}
            error={errors[name]}
            onChange={(ids) => set({ [name]: ids.toSorted((a, b) => a - b) })}
          />
        ))}
        <div className={css.buttons}>
          <Button type="submit" loading={save.isPending} disabled={busy}>
            Save product
          </Button>
          <Button
            variant="default"
            disabled={busy}
            onClick={() => {
              edit.discard();
              onClose();
            }}
          >
            Cancel
          </Button>
          <Button
            className={css.last}
            variant="default"
            disabled={busy}
            onClick={() =>
              remove.mutate(
                { ids: [product.id], change: { remove: true } },
                {
                  onSuccess: () => {
                    edit.discard();
                    onClose();
                  },
                },
              )
            }
          >
            Remove from range
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
