import { NativeSelect, Text, Textarea, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { DESIGN_FONTS } from '#contract/catalogue/customisation/design-fonts.ts';
import { useEntityForm } from '#web/app/forms/use-entity-form.ts';
import { useIdempotencyKey } from '#web/app/use-idempotency-key.ts';
import { DownIcon } from '#web/ui/content/icons.tsx';
import { showError } from '#web/ui/feedback/alerts.ts';
import { formatMoney, plural } from '#web/ui/format/format.ts';
import { Checkbox } from '#web/ui/forms/checkbox.tsx';
import { FormButtons } from '#web/ui/forms/form-buttons.tsx';
import { FormNotices } from '#web/ui/forms/form-notices.tsx';
import { StackedForm } from '#web/ui/forms/stacked-form.tsx';
import { operatorApi } from '../session/operator-api.ts';
import {
  DESIGN_LABELS,
  type DesignValues,
  findDesignProblems,
  toDesignBody,
  toDesignChange,
  toDesignValues,
} from './design-values.ts';
import {
  type ClientDesign,
  type ClientDesigns,
  type DesignReply,
  describeClientDesign,
  designsQuery,
  NAME_FORM_LABELS,
  useSavedDesigns,
} from './designs.ts';
import { OutcomeStep } from './outcome-step.tsx';
import css from './personalisation.module.css';

interface Props {
  organisationId: number;
  designs: ClientDesigns;
  /** Undefined: one is added. */
  design: ClientDesign | undefined;
  isForNames: boolean;
  onClose: () => void;
}

type Seen = { preview?: boolean; outcomeFingerprint?: string };

/** Adds a design of a client, or changes its name and prices, after what that touches has been shown. */
export function DesignForm({ organisationId, designs, design, isForNames, onClose }: Props) {
  const client = useQueryClient();
  const keyOf = useIdempotencyKey();
  const saved = useSavedDesigns(organisationId);
  const [previewed, setPreviewed] = useState<{ send: (seen: Seen) => Promise<DesignReply>; reply: DesignReply }>();
  const sendWith =
    (values: DesignValues, version: number) =>
    (seen: Seen): Promise<DesignReply> => {
      if (design)
        return operatorApi('PUT /api/operator/organisations/:id/designs/:designId', {
          params: { id: organisationId, designId: design.id },
          body: { ...toDesignChange(values), version, ...seen },
        });
      const body = { ...toDesignBody(values, isForNames), ...seen };
      return operatorApi('POST /api/operator/organisations/:id/designs', {
        params: { id: organisationId },
        body,
        ...(!seen.preview && { headers: keyOf(body) }),
      });
    };
  const saving = useMutation({
    mutationFn: ({ send, reply }: NonNullable<typeof previewed>) => send({ outcomeFingerprint: reply.outcomeFingerprint }),
    onSuccess: (reply) => {
      saved(reply, design ? 'The design has been saved.' : 'The design has been published.');
      onClose();
    },
    onError: (error) => {
      setPreviewed(undefined);
      showError(error);
    },
  });
  const form = useEntityForm<DesignValues, NonNullable<typeof previewed>>({
    saved: toDesignValues(design, designs, isForNames),
    version: design?.version,
    validate: (values) => findDesignProblems(values, isForNames),
    save: async ({ values, expectedVersion }) => {
      const send = sendWith(values, expectedVersion);
      return { send, reply: await send({ preview: true }) };
    },
    reload: async () => {
      const { clientDesigns } = await client.fetchQuery({ ...designsQuery(organisationId), staleTime: 0 });
      return clientDesigns.designs.find(({ id }) => id === design?.id)?.version;
    },
    onSaved: (next) => {
      if (next.reply.outcome.length > 0) setPreviewed(next);
      else saving.mutate(next);
    },
    onUnchanged: onClose,
  });
  if (previewed)
    return (
      <OutcomeStep
        outcome={previewed.reply.outcome}
        label={design ? 'Save design' : 'Publish design'}
        isSaving={saving.isPending}
        onConfirm={() => saving.mutate(previewed)}
        onBack={() => setPreviewed(undefined)}
      />
    );
  const method = designs.methods.find(({ id }) => String(id) === form.values.methodId);
  const money = (amount: number) => formatMoney(amount, designs.currencyCode);
  return (
    <StackedForm {...form.formProps}>
      <FormNotices
        conflicts={form.conflicts.map(({ name, mine, theirs }) => ({
          ...{ name, label: DESIGN_LABELS[name] ?? name, mine: String(mine), theirs: String(theirs) },
        }))}
        onUseSaved={(name) => form.acceptTheirs(name as keyof DesignValues)}
        otherErrors={form.otherErrors}
      />
      <TextInput {...form.getInputProps('name')} label="Name" maxLength={100} autoComplete="off" />
      {design ? (
        <Text size="sm" c="dimmed">
          {describeClientDesign(design)} · {design.position} · {design.method}. What it looks like can’t be changed, because it is
          approved as it is. To change it, add another design and archive this one.
        </Text>
      ) : (
        <Look form={form} designs={designs} isForNames={isForNames} />
      )}
      <div className={css.pair}>
        <TextInput
          {...form.getInputProps('price')}
          label={`Own price per piece (${designs.currencyCode})`}
          description={
            method?.price == null ? 'The method has no price in this currency.' : `Blank: ${money(method.price)}, the method’s.`
          }
          inputMode="decimal"
          autoComplete="off"
        />
        <TextInput
          {...form.getInputProps('setupPrice')}
          label={`Set-up per order (${designs.currencyCode})`}
          description={method?.setupPrice == null ? '0 for none.' : `0 for none. Usually ${money(method.setupPrice)}.`}
          inputMode="decimal"
          autoComplete="off"
        />
      </div>
      <FormButtons isSaving={form.isSaving || saving.isPending} onCancel={onClose}>
        Continue
      </FormButtons>
    </StackedForm>
  );
}

type Form = Pick<
  ReturnType<typeof useEntityForm<DesignValues, { send: (seen: Seen) => Promise<DesignReply>; reply: DesignReply }>>,
  'values' | 'getInputProps' | 'set'
>;

const toOptions = (records: readonly { id: number; name: string }[], none: string) => [
  { value: '', label: none },
  ...records.map(({ id, name }) => ({ value: String(id), label: name })),
];

/** Position, method, content and scope of a new design. */
function Look({ form, designs, isForNames }: { form: Form; designs: ClientDesigns; isForNames: boolean }) {
  const { values, getInputProps, set } = form;
  const select = (field: keyof DesignValues) => ({ rightSection: <DownIcon size={16} />, ...getInputProps(field) });
  const method = designs.methods.find(({ id }) => String(id) === values.methodId);
  const hasLetters = isForNames || values.text.trim() !== '';
  return (
    <>
      <div className={css.pair}>
        <NativeSelect
          label="Position"
          data={designs.places.map(({ place, name }) => ({ value: place, label: name }))}
          {...select('place')}
        />
        <NativeSelect
          label="Method"
          data={designs.methods
            .filter(({ takesText }) => takesText || !isForNames)
            .map(({ id, name }) => ({ value: String(id), label: name }))}
          {...select('methodId')}
        />
      </div>
      {isForNames ? (
        <>
          <NativeSelect
            label="Name as"
            description="Filled in from the wearer. People can change it."
            data={Object.entries(NAME_FORM_LABELS).map(([value, label]) => ({ value, label }))}
            {...select('nameForm')}
          />
          <Checkbox name="isRequired" checked={values.isRequired} onChange={(isRequired) => set({ isRequired })}>
            Required: garments can’t be ordered without a name
          </Checkbox>
        </>
      ) : (
        <>
          {method?.takesLogo !== false && (
            <NativeSelect
              label="Logo"
              description={designs.logos.length === 0 ? 'This client has no logo yet.' : undefined}
              data={toOptions(designs.logos, 'No logo')}
              {...select('logoId')}
            />
          )}
          <Textarea
            {...getInputProps('text')}
            label="Text (optional)"
            description={method && `${plural(method.lines, 'line')} of ${method.longestText} characters at most.`}
            maxLength={200}
            autosize
            minRows={1}
          />
        </>
      )}
      {hasLetters && (
        <div className={css.pair}>
          <NativeSelect label="Font" data={[...DESIGN_FONTS]} {...select('fontName')} />
          <NativeSelect label="Colour" data={toOptions(designs.colours, 'Choose a colour')} {...select('threadColourId')} />
          <TextInput
            label="Letter height (mm)"
            inputMode="decimal"
            autoComplete="off"
            maxLength={5}
            {...getInputProps('letterMm')}
          />
        </div>
      )}
      <NativeSelect
        label="For"
        data={[
          { value: 'everything', label: 'Everything the client orders' },
          { value: 'product', label: 'One product' },
          { value: 'collection', label: 'One wardrobe' },
        ]}
        {...select('scope')}
      />
      {values.scope === 'product' && (
        <NativeSelect label="Product" data={toOptions(designs.products, 'Choose a product')} {...select('productId')} />
      )}
      {values.scope === 'collection' && (
        <NativeSelect label="Wardrobe" data={toOptions(designs.collections, 'Choose a wardrobe')} {...select('collectionId')} />
      )}
    </>
  );
}
