import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link, useLocation, useSearchParams } from 'react-router';
import type { ReplyOf } from '#contract/index.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { FormNotices } from '#web/ui/forms/form-notices.tsx';
import { SaveBar } from '#web/ui/forms/save-bar.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import sections from '#web/ui/layout/sections.module.css';
import { ProductPositionsCard } from '../personalisation/product-positions-card.tsx';
import { ProductClients } from '../ranges/product-clients.tsx';
import { operatorQuery } from '../session/operator-api.ts';
import { ProductMarksAndCare } from './marks-and-care.tsx';
import { ProductPictures } from './pictures/product-pictures.tsx';
import { ProductCombinations } from './product-combinations.tsx';
import { describeConflict } from './product-conflicts.ts';
import { ProductClassification, ProductOrdering, ProductTexts } from './product-fields.tsx';
import { ProductHistory } from './product-history.tsx';
import type { KeptProduct } from './product-labels.ts';
import { ProductPricesCard } from './product-prices-card.tsx';
import { ProductStatus } from './product-status.tsx';
import type { ProductValueName } from './product-values.ts';
import css from './products.module.css';
import { ProductShownWith } from './shown-with.tsx';
import { type LastSave, useProductForm } from './use-product-form.ts';

const PARTS = {
  variants: 'Variants',
  texts: 'Texts',
  ordering: 'Ordering',
  related: 'Related',
  status: 'Status',
  clients: 'Clients',
  personalisation: 'Personalisation',
  history: 'History',
} as const;
type Part = keyof typeof PARTS;

/** The part that a field is in, to show it when it is refused; fields that are not named are in the part of ordering. */
const PART_OF_FIELD: Partial<Record<ProductValueName, Part>> = {
  name: 'texts',
  sku: 'texts',
  shortDescription: 'texts',
  fullDescription: 'texts',
  marks: 'texts',
  careWash: 'texts',
  careBleach: 'texts',
  careDry: 'texts',
  careIron: 'texts',
  careDryClean: 'texts',
  careNote: 'texts',
  related: 'related',
  crossSells: 'related',
  state: 'status',
  successorId: 'status',
};

interface Props {
  product: KeptProduct;
  /** Why the operator cannot change it; null when they can. */
  refusal: string | null;
  /** Whether the operator may change the ranges of their clients. */
  mayChangeRanges: boolean;
  onSaved: (save: LastSave) => void;
}

/** The sections of a product: beside and below each other, on a phone one at a time. Nothing is saved before the button says so. */
export function ProductEditor({ product, refusal, mayChangeRanges, onSaved }: Props) {
  const form = useProductForm(product, onSaved);
  const isReadOnly = refusal !== null;
  const [params, setParams] = useSearchParams();
  const current = (Object.keys(PARTS) as Part[]).find((part) => part === params.get('section')) ?? 'variants';
  const conflicts = useConflictTexts(form.conflicts, product);
  const wrong = Object.keys(form.errors)[0] as ProductValueName | undefined;
  useEffect(() => {
    if (wrong) setParams({ section: PART_OF_FIELD[wrong] ?? 'ordering' }, { replace: true, preventScrollReset: true });
  }, [wrong, setParams]);
  const open = (part: Part) => ({ className: `${css.part} ${css.column}`, 'data-open': part === current || undefined });
  const fields = { form, product, isReadOnly };
  return (
    <Stack>
      <FormNotices
        conflicts={conflicts}
        onUseSaved={(name) => form.acceptTheirs(name as ProductValueName)}
        otherErrors={form.otherErrors}
      />
      {isReadOnly && <Notice tone="info">{refusal}</Notice>}
      <PartLinks current={current} />
      <div className={css.columns}>
        <div className={css.column}>
          <div {...open('variants')}>
            <ProductPictures product={product} isReadOnly={isReadOnly} />
            <ProductCombinations product={product} isReadOnly={isReadOnly} />
          </div>
          <form className={css.column} {...form.formProps}>
            <div {...open('texts')}>
              <ProductTexts {...fields} />
              <ProductMarksAndCare form={form} isReadOnly={isReadOnly} />
            </div>
            <div {...open('ordering')}>
              <ProductClassification {...fields} />
              <ProductOrdering {...fields} />
            </div>
            <div {...open('related')}>
              <ProductShownWith {...fields} />
            </div>
            <div {...open('status')}>
              <ProductStatus {...fields} />
            </div>
            {!isReadOnly && (
              <SaveBar isDirty={form.isDirty} isSaving={form.isSaving} onDiscard={form.discard}>
                {form.changed.length > 1 ? `Save ${form.changed.length} changes` : 'Save product'}
              </SaveBar>
            )}
          </form>
        </div>
        {/* What is here saves by itself, so it is no part of the form. */}
        <div className={css.column}>
          <div {...open('clients')}>
            <ProductPricesCard product={product} />
            <ProductClients product={product} mayChange={mayChangeRanges} />
          </div>
          <div {...open('personalisation')}>
            <ProductPositionsCard id={product.id} isReadOnly={isReadOnly} />
          </div>
          <div {...open('history')}>
            <Card title="History">
              <ProductHistory id={product.id} />
            </Card>
          </div>
        </div>
      </div>
    </Stack>
  );
}

function PartLinks({ current }: { current: Part }) {
  const { state } = useLocation();
  return (
    <nav className={`${sections.sections} ${css.tabs}`} aria-label="Sections of the product">
      {Object.entries(PARTS).map(([part, label]) => (
        <Link
          key={part}
          to={{ search: `?section=${part}` }}
          state={state}
          replace
          preventScrollReset
          aria-current={part === current ? 'true' : undefined}
        >
          {label}
        </Link>
      ))}
    </nav>
  );
}

/** Conflicting fields with both values as texts. */
function useConflictTexts(conflicts: ReturnType<typeof useProductForm>['conflicts'], product: KeptProduct) {
  const { data } = useQuery({ ...operatorQuery('GET /api/operator/products/choices'), enabled: conflicts.length > 0 });
  const choices: ReplyOf<'GET /api/operator/products/choices'> = data ?? { categories: [], specifications: [] };
  return conflicts.map((conflict) => describeConflict(conflict, choices, product));
}
