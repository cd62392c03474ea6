import { RecordStates } from '#web/ui/layout/record-states.tsx';
import '@mantine/core/styles/FloatingIndicator.layer.css';
import '@mantine/core/styles/SegmentedControl.layer.css';
import { Button, Group, NativeSelect, SegmentedControl, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { Link, useParams } from 'react-router';
import { BackLink } from '#web/app/shell/back-link.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { plural } from '#web/ui/format/format.ts';
import { SaveBar } from '#web/ui/forms/save-bar.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { operatorPaths } from '../../operator-paths.ts';
import { useMay } from '../../session/operator-access.ts';
import { operatorQuery } from '../../session/operator-api.ts';
import type { KeptProduct } from '../product-labels.ts';
import { AttributeEditor } from './attribute-editor.tsx';
import { useVariantsEditor, type VariantsEditor } from './use-variants-editor.ts';
import css from './variants.module.css';
import {
  addAttribute,
  addMissing,
  canChangeAttributes,
  FIELDS,
  listMissing,
  makeSku,
  type VariantField,
} from './variants-draft.ts';
import { VariantsGrid } from './variants-grid.tsx';

/** The attributes that a product can have, with their roles. */
const ROLES = { Colour: 'colour', Size: 'size', Fit: 'fit', Length: 'length' } as const;
type AttributeName = keyof typeof ROLES;

/** What can be chosen of a product, and its combinations in a grid. */
export function VariantsPage() {
  const id = Number(useParams().id);
  const { data, error, refetch } = useQuery({
    ...operatorQuery('GET /api/operator/products/:id', { params: { id } }),
    // What is being edited must not change under the operator's hands.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  if (data) return <VariantsView key={id} product={data.product} />;
  return (
    <>
      <PageHeader title="Variants" />
      <Card>
        <RecordStates
          noun="product"
          error={error}
          onRetry={() => void refetch()}
          action={
            <Button component={Link} to={operatorPaths.products}>
              View the catalogue
            </Button>
          }
          rows={8}
          height={44}
        />
      </Card>
    </>
  );
}

function VariantsView({ product }: { product: KeptProduct }) {
  const mayChange = useMay('catalogue:write');
  const editor = useVariantsEditor(product);
  const formId = useId();
  const refusal = mayChange ? product.refusal : 'You can view these variants. To change them, you need the right “Catalogue”.';
  const isReadOnly = refusal !== null;
  const { draft, change, problems } = editor;
  const { last, lastUndone, isUndoing, undo } = editor.undoing;
  return (
    <>
      <PageHeader
        title={`Variants of ${product.name}`}
        above={<BackLink to={operatorPaths.product(product.id)}>{product.name}</BackLink>}
        actions={
          !isReadOnly &&
          last && (
            <Button variant="default" loading={isUndoing} onClick={() => void undo(last)}>
              Undo last save
            </Button>
          )
        }
      >
        {plural(draft.variants.filter(({ isSold }) => isSold).length, 'variant')} on sale · prices exclude tax
      </PageHeader>
      <form
        id={formId}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (editor.isChanged && problems.length === 0 && !editor.isSaving) editor.save();
        }}
      >
        <Stack>
          {isReadOnly && <Notice tone="info">{refusal}</Notice>}
          {lastUndone?.stays && <Notice tone="info">The last save was undone. {lastUndone.stays}</Notice>}
          {editor.otherError && (
            <Notice tone="danger" role="alert">
              {editor.otherError} Your entries are still here.
            </Notice>
          )}
          <Card title="What can be chosen">
            <div className={css.attributes}>
              {draft.attributes.map((attribute) => (
                <AttributeEditor
                  key={attribute.key}
                  draft={draft}
                  attribute={attribute}
                  isReadOnly={isReadOnly}
                  onChange={change}
                />
              ))}
              {!isReadOnly && canChangeAttributes(draft) && <AddAttribute editor={editor} />}
            </div>
          </Card>
          <Combinations editor={editor} product={product} isReadOnly={isReadOnly} />
          {!isReadOnly && (
            <SaveBar
              isDirty={editor.isChanged}
              isSaving={editor.isSaving}
              blocker={
                problems.length > 0 ? `${plural(problems.length, 'cell needs', 'cells need')} another value first.` : undefined
              }
              onDiscard={editor.discard}
            >
              {editor.label}
            </SaveBar>
          )}
        </Stack>
      </form>
    </>
  );
}

function AddAttribute({ editor: { draft, change } }: { editor: VariantsEditor }) {
  const [name, setName] = useState<AttributeName | ''>('');
  const taken = draft.attributes.map((attribute) => attribute.name);
  const free = (Object.keys(ROLES) as AttributeName[]).filter((each) => !taken.includes(each));
  if (free.length === 0) return null;
  return (
    <Group gap="xs" align="end" wrap="nowrap">
      <NativeSelect
        label="Another choice"
        data={[{ value: '', label: 'Colour or size, for example' }, ...free]}
        value={name}
        onChange={(event) => setName(event.currentTarget.value as AttributeName | '')}
        className={css.grow}
      />
      <Button
        variant="default"
        disabled={name === ''}
        onClick={() => {
          if (name === '') return;
          change((current) => addAttribute(current, name, ROLES[name]));
          setName('');
        }}
      >
        Add
      </Button>
    </Group>
  );
}

function Combinations({ editor, product, isReadOnly }: { editor: VariantsEditor; product: KeptProduct; isReadOnly: boolean }) {
  const [field, setField] = useState<VariantField>('price');
  const { draft, change, problems } = editor;
  const missing = listMissing(draft);
  const first = missing[0];
  const nameOf = (key: string) => draft.variants.find((variant) => variant.key === key)?.sku || 'A variant';
  return (
    <Card title={`Variants (${draft.variants.length})`}>
      <Stack>
        <div className={css.tools}>
          <SegmentedControl
            aria-label="What the cells show"
            value={field}
            onChange={(value) => setField(value as VariantField)}
            data={Object.entries(FIELDS).map(([value, label]) => ({ value, label }))}
          />
          {!isReadOnly && first && (
            <Group gap="xs" align="end">
              <TextInput
                label="SKUs of new variants"
                description={`{Colour} stands for the colour. Next: ${makeSku(draft, first)}`}
                value={draft.pattern}
                maxLength={100}
                onChange={(event) => {
                  const pattern = event.currentTarget.value;
                  change((current) => ({ ...current, pattern }));
                }}
              />
              <Button variant="default" onClick={() => change(addMissing)}>
                Add {plural(missing.length, 'missing variant')}
              </Button>
            </Group>
          )}
        </div>
        {problems.length > 0 && (
          <ul className={css.problems} aria-label="What needs another value">
            {problems.slice(0, 5).map((problem) => (
              <li key={`${problem.variantKey}.${problem.field}`}>
                {nameOf(problem.variantKey)}, {FIELDS[problem.field].toLowerCase()}: {problem.message}{' '}
                {problem.field !== field && (
                  <Button variant="subtle" size="compact-sm" onClick={() => setField(problem.field)}>
                    Show
                  </Button>
                )}
              </li>
            ))}
            {problems.length > 5 && <li>and {problems.length - 5} more</li>}
          </ul>
        )}
        <VariantsGrid
          draft={draft}
          product={product}
          field={field}
          problems={problems}
          isReadOnly={isReadOnly}
          onChange={change}
        />
      </Stack>
    </Card>
  );
}
