import { Box, Button, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useNavigate } from 'react-router';
import { api, invalidateCalls } from '#web/app/api.ts';
import { cacheCart } from '#web/app/cart.ts';
import { BackLink } from '#web/app/shell/back-link.tsx';
import { GarmentPicture } from '#web/catalogue/products/garment-picture.tsx';
import { CheckIcon } from '#web/ui/content/icons.tsx';
import { VisuallyHidden } from '#web/ui/content/visually-hidden.tsx';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { formatNumber, plural } from '#web/ui/format/format.ts';
import { BottomBar } from '#web/ui/layout/bottom-bar.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { useBuilderContext } from './builder-context.ts';
import { toMidSentence } from './builder-labels.ts';
import { type BuilderProduct, type EitherOr, listChosenOptionIds } from './builder-model.ts';
import css from './choice-view.module.css';
import { Notices } from './notices.tsx';
import { StepPosition } from './step-position.tsx';
import type { BuilderState } from './use-builder.ts';

type Option = EitherOr['options'][number];

/** One either/or. A changed answer removes the lines of the earlier one from the cart, after a question. */
export function ChoiceView({ superGroup }: { superGroup: EitherOr }) {
  const { state, isWide } = useBuilderContext();
  const { builder, lines, canChoose } = state;
  const saved = listChosenOptionIds(builder, superGroup);
  const [selected, setSelected] = useState<readonly number[]>(saved);
  const [asking, setAsking] = useState(false);
  const save = useSaveAnswer(superGroup);
  const isSame = selected.length === saved.length && selected.every((id) => saved.includes(id));
  const lost = isSame ? [] : lines.filter((line) => line.superGroupId === superGroup.id || isIn(builder, superGroup, line));
  const name = useId();
  const isSingle = superGroup.maxSelect === 1;
  const names = superGroup.options.filter(({ id }) => selected.includes(id)).map((option) => toMidSentence(option.name));
  const tooFew = selected.length < superGroup.minSelect;

  const toggle = ({ id }: Option) => {
    if (isSingle) return setSelected([id]);
    setSelected(selected.includes(id) ? selected.filter((one) => one !== id) : [...selected, id]);
  };
  const submit = () => {
    if (lost.length > 0) setAsking(true);
    else save.mutate({ selected, isSame, empties: false });
  };
  const action = (
    <Button fullWidth onClick={submit} loading={save.isPending} disabled={tooFew || selected.length > superGroup.maxSelect}>
      {names.length === 0 ? describeRule(superGroup) : `Continue with ${names.join(' and ')}`}
    </Button>
  );
  return (
    <>
      <PageHeader
        title={`${superGroup.name}${superGroup.name.endsWith('?') ? '' : '?'}`}
        above={
          <StepPosition superGroup={superGroup} back={!isWide && <BackLink to={state.links.overview}>Your uniform</BackLink>} />
        }
      >
        {canChoose && `${describeRule(superGroup)} You can change it until you order.`}
      </PageHeader>
      {!isWide && !canChoose && <Notices state={state} />}
      {save.isError && (
        <Box mb="md">
          <Notice tone="danger" role="alert">
            {save.error.message}
          </Notice>
        </Box>
      )}
      <fieldset disabled={!canChoose || save.isPending}>
        <legend>
          <VisuallyHidden>{superGroup.name}</VisuallyHidden>
        </legend>
        <Stack className={css.options}>
          {superGroup.options.map((option) => (
            <OptionCard
              key={option.id}
              option={option}
              name={name}
              isSingle={isSingle}
              isChosen={selected.includes(option.id)}
              onToggle={() => toggle(option)}
            />
          ))}
        </Stack>
      </fieldset>
      {canChoose && (isWide ? <Box mt={20}>{action}</Box> : <BottomBar>{action}</BottomBar>)}
      <ConfirmChange
        isOpen={asking}
        choice={names.join(' and ')}
        lost={lost}
        onConfirm={() => {
          setAsking(false);
          save.mutate({ selected, isSame: false, empties: true });
        }}
        onClose={() => setAsking(false)}
      />
    </>
  );
}

interface OptionProps {
  option: Option;
  /** The name of the group of inputs. */
  name: string;
  isSingle: boolean;
  isChosen: boolean;
  onToggle: () => void;
}

function OptionCard({ option, name, isSingle, isChosen, onToggle }: OptionProps) {
  const { state } = useBuilderContext();
  return (
    <label className={css.option} data-chosen={isChosen || undefined}>
      <input type={isSingle ? 'radio' : 'checkbox'} name={name} checked={isChosen} onChange={onToggle} />
      <span className={css.picture}>
        <GarmentPicture front={option.imageSrc ?? findOptionPicture(state.products, option.id)} />
      </span>
      <span className={css.text}>
        <span>
          <Text component="strong" size="lg" fw={620}>
            {option.name}
          </Text>
          <Text span display="block" c="dimmed">
            {describeOption(state, option)}
          </Text>
        </span>
        {isChosen ? (
          <span className={css.chosen}>
            <CheckIcon size={14} /> Chosen
          </span>
        ) : (
          <span className={css.circle} />
        )}
      </span>
    </label>
  );
}

interface ConfirmProps {
  isOpen: boolean;
  /** What is chosen now, in words. */
  choice: string;
  /** The lines of the earlier answer. */
  lost: BuilderState['lines'];
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks before a changed answer removes what was chosen under the earlier one. */
const ConfirmChange = ({ isOpen, choice, lost, onConfirm, onClose }: ConfirmProps) => (
  <Dialog opened={isOpen} onClose={onClose} title={`Change to ${choice}?`} closeLabel="Keep my choice" sheet>
    <Stack gap="sm">
      <p>These garments will be removed from your choice:</p>
      <Box component="ul" m={0} pl={20}>
        {lost.map((line) => (
          <li key={line.id}>
            {formatNumber(line.quantity)} × {[line.productName, line.attributeDescription].filter(Boolean).join(', ')}
          </li>
        ))}
      </Box>
      <Button onClick={onConfirm}>
        Change and remove{' '}
        {plural(
          lost.reduce((total, { quantity }) => total + quantity, 0),
          'piece',
        )}
      </Button>
      <Button variant="default" onClick={onClose}>
        Keep my choice
      </Button>
    </Stack>
  </Dialog>
);

function describeRule({ minSelect, maxSelect }: EitherOr): string {
  if (minSelect === 1 && maxSelect === 1) return 'Choose one.';
  if (minSelect === maxSelect) return `Choose ${formatNumber(minSelect)}.`;
  return minSelect === 0
    ? `Choose up to ${formatNumber(maxSelect)}.`
    : `Choose from ${formatNumber(minSelect)} to ${formatNumber(maxSelect)}.`;
}

/** Whether a line counts in a group of this either/or. */
function isIn(
  { collection }: BuilderState['builder'],
  { options }: EitherOr,
  line: { collectionGroupId: number | null },
): boolean {
  const group = collection.collectionGroups.find(({ id }) => id === line.collectionGroupId);
  return options.some(({ id }) => id === group?.superGroupOptionId);
}

const findOptionPicture = (products: readonly BuilderProduct[], optionId: number) =>
  products.find(({ superGroupOptionId }) => superGroupOptionId === optionId)?.images[0]?.src;

/** What an option contains: "3 pieces, 2 garments to choose from". */
function describeOption({ builder, products }: BuilderState, option: Option): string {
  const groups = builder.collection.collectionGroups.filter(({ superGroupOptionId }) => superGroupOptionId === option.id);
  const pieces = groups.reduce((total, { allocatedQuantity }) => total + (allocatedQuantity ?? 0), 0);
  const garments = new Set(products.filter(({ superGroupOptionId }) => superGroupOptionId === option.id).map(({ id }) => id))
    .size;
  return [pieces > 0 && plural(pieces, 'piece'), garments > 1 && `${plural(garments, 'garment')} to choose from`]
    .filter(Boolean)
    .join(' · ');
}

/**
 * Saves the answer and opens what it leads to. The cart is emptied of the earlier answer only once the new one is accepted. In a
 * preview nothing is saved.
 */
function useSaveAnswer(superGroup: EitherOr) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { state } = useBuilderContext();
  return useMutation({
    mutationFn: async ({ selected, isSame, empties }: { selected: readonly number[]; isSame: boolean; empties: boolean }) => {
      if (state.isPreview) state.answerPreview(superGroup, selected);
      else if (!isSame) {
        // The call replaces the answers of all wardrobes.
        const { superGroupOptionIds } = await api('GET /api/customers/getSuperGroupOptionIds');
        const others = superGroupOptionIds.filter((id) => superGroup.options.every((option) => option.id !== id));
        await api('POST /api/customers/saveSuperGroupOptionIds', { body: { superGroupOptionIds: [...others, ...selected] } });
        if (empties)
          cacheCart(
            client,
            await api('DELETE /api/shopping_cart_items/OrganisationCollectionSuperGroup/:id', { params: { id: superGroup.id } }),
          );
        await invalidateCalls(
          client,
          'GET /api/organisation/uniformbuilder/:id',
          'GET /api/productorganisation/uniformBuilderProducts/:id',
        );
      }
      const group = state.builder.collection.collectionGroups.find(
        ({ superGroupOptionId }) => superGroupOptionId !== null && selected.includes(superGroupOptionId),
      );
      await navigate(group ? state.links.group(group.id) : state.links.overview);
    },
  });
}
