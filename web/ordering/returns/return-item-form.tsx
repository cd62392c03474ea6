import { Group, Stack, Text, Textarea } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { api } from '#web/app/api.ts';
import { FilePicker } from '#web/app/files/file-picker.tsx';
import { useFileUploads } from '#web/app/files/use-file-uploads.ts';
import { SizeAdvice } from '#web/sizing/size-advice.tsx';
import { getAdvisedSizeId, useSizeAdvice } from '#web/sizing/use-size-advice.ts';
import { BlockableButton } from '#web/ui/buttons/blockable-button.tsx';
import { Toggle } from '#web/ui/buttons/toggle.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { formatDate, formatMoney } from '#web/ui/format/format.ts';
import { Card } from '#web/ui/layout/card.tsx';
import { PiecesField } from '../order-changes/pieces-field.tsx';
import { ExchangeChain } from './exchange-chain.tsx';
import { ItemSummary } from './item-summary.tsx';
import {
  createExchangeStock,
  describeOption,
  isReservable,
  listProblems,
  nameSize,
  PLACE_LABELS,
  type Problem,
  type ReturnForm,
  type ReturnItem,
} from './return-choices.ts';
import css from './returns.module.css';
import { useReturnRequest } from './use-return-request.ts';

/** What is wrong with a garment, what should happen, and one button. */
export function ReturnItemForm({ form, item }: { form: ReturnForm; item: ReturnItem }) {
  const choices = useReturnChoices(form, item);
  const { problem, actionId, isExchange, option } = choices;
  const [comments, setComments] = useState('');
  const upload = useFileUploads((upload) => api('POST /api/returnfile', upload));
  const advice = useSizeAdvice(item.productId, item.fitPlaces.length > 0);
  const request = useReturnRequest(form, item);
  const blocker = choices.blocker ?? (upload.isUploading ? 'Wait until the files are uploaded.' : null);
  return (
    <div className={css.page}>
      <Card>
        <div className={css.item}>
          <ItemSummary item={item} />
        </div>
        {item.exchangeChain.length > 0 && <ExchangeChain steps={item.exchangeChain} shownId={item.id} />}
        {item.onlyIfFaulty && <Notice>This was made for you, so it can only be returned when it is faulty.</Notice>}
        <PiecesField
          label="Pieces to return"
          value={choices.quantity}
          max={item.returnableQuantity}
          onChange={choices.setQuantity}
          onInvalid={choices.setInvalid}
        />
      </Card>
      <ReasonChoices item={item} choices={choices} />
      {isExchange && <ExchangeSizes item={item} choices={choices} advice={advice} />}
      <Card>
        <Textarea
          label="Anything else? (optional)"
          maxLength={1000}
          autosize
          minRows={2}
          value={comments}
          onChange={(event) => setComments(event.currentTarget.value)}
        />
        <FilePicker upload={upload} />
      </Card>
      {isExchange && option && <ExchangeOutcome form={form} item={item} option={option} />}
      {request.error && (
        <Notice tone="danger" role="alert">
          {request.error}
        </Notice>
      )}
      <div className={css.bar}>
        {isExchange && option && (
          <span>
            <strong>{nameSize(item)}</strong> back, <strong>{option.size}</strong> sent
          </span>
        )}
        <BlockableButton
          fullWidth
          size="md"
          blocker={blocker}
          loading={request.isPending}
          onClick={() =>
            request.send({
              reasonId: problem?.reasonId as number,
              actionId: actionId as number,
              fit: problem?.fit ?? null,
              places: choices.places,
              comments,
              fileIds: upload.ids,
              quantity: choices.quantity,
              newSize: isExchange ? option?.combinationId : undefined,
            })
          }
        >
          {isExchange ? `Exchange for ${option?.size ?? 'another size'} and get label` : 'Request return and get label'}
        </BlockableButton>
      </div>
    </div>
  );
}

type ReturnChoices = ReturnType<typeof useReturnChoices>;

/** What is chosen for a garment, step by step, and what is still missing. */
function useReturnChoices(form: ReturnForm, item: ReturnItem) {
  const problems = listProblems(form, item);
  const [problem, setProblem] = useState<Problem | undefined>(problems.length === 1 ? problems[0] : undefined);
  const [places, setPlaces] = useState<readonly string[]>([]);
  const [chosenAction, setAction] = useState<number>();
  const [newSize, setNewSize] = useState<number>();
  const [quantity, setQuantity] = useState(item.returnableQuantity);
  const [isInvalid, setInvalid] = useState(false);
  const actions = form.availableReturnActions.filter(
    ({ id }) => item.actionIds.includes(id) && (id !== form.exchangeActionId || item.exchangeOptions.length > 0),
  );
  // A size that does not fit is exchanged unless something else is chosen.
  const actionId = chosenAction ?? (problem?.fit && item.exchangeOptions.length > 0 ? form.exchangeActionId : undefined);
  const isExchange = actionId !== undefined && actionId === form.exchangeActionId;
  const option = item.exchangeOptions.find(({ combinationId }) => combinationId === newSize);

  function findBlocker(): string | undefined {
    if (isInvalid) return 'Enter a whole number of pieces.';
    if (!problem) return 'Choose what is wrong.';
    if (actionId === undefined) return 'Choose what should happen.';
    return isExchange && !option ? 'Choose the new size.' : undefined;
  }
  return {
    problems,
    problem,
    setProblem,
    places,
    setPlaces,
    actions,
    actionId,
    setAction,
    isExchange,
    /** The new size of an exchange. */
    option,
    setNewSize,
    quantity,
    setQuantity,
    setInvalid,
    blocker: findBlocker(),
  };
}

interface ChoicesProps {
  item: ReturnItem;
  choices: ReturnChoices;
}

/** What is wrong, where it does not fit, and what should happen. */
function ReasonChoices({ item, choices }: ChoicesProps) {
  const { problems, problem, setProblem, places, setPlaces, actions, actionId, setAction } = choices;
  return (
    <>
      <Choices legend="What is wrong?">
        {problems.map((each) => (
          <Toggle key={each.key} pressed={problem?.key === each.key} onChange={() => setProblem(each)}>
            {each.label}
          </Toggle>
        ))}
      </Choices>
      {problem?.fit && (
        <Choices legend={problem.fit === 'tooSmall' ? 'Where is it tight?' : 'Where is it loose?'} hint="Select all that apply">
          {item.fitPlaces.map((place) => (
            <Toggle
              key={place}
              pressed={places.includes(place)}
              onChange={(pressed) => setPlaces(pressed ? [...places, place] : places.filter((each) => each !== place))}
            >
              {PLACE_LABELS[place] ?? place}
            </Toggle>
          ))}
        </Choices>
      )}
      {problem && (
        <Choices legend="What should happen?">
          {actions.map(({ id, name }) => (
            <Toggle key={id} pressed={actionId === id} onChange={() => setAction(id)}>
              {name}
            </Toggle>
          ))}
        </Choices>
      )}
    </>
  );
}

/** The sizes that can be sent instead, with the advised one. */
function ExchangeSizes({
  item,
  choices: { option, setNewSize, quantity },
  advice,
}: ChoicesProps & { advice: ReturnType<typeof useSizeAdvice> }) {
  const advisedId = getAdvisedSizeId(advice);
  return (
    <>
      <Choices legend="New size">
        {item.exchangeOptions.map((each) => (
          <button
            key={each.combinationId}
            type="button"
            className={css.size}
            aria-pressed={option?.combinationId === each.combinationId}
            disabled={!isReservable(each, quantity)}
            onClick={() => setNewSize(each.combinationId)}
          >
            {each.size}
            <small>{describeOption(each, quantity) || (each.sizeId === advisedId ? 'advised' : '')}</small>
          </button>
        ))}
      </Choices>
      <SizeAdvice
        state={advice}
        order={item.exchangeOptions.flatMap(({ sizeId }) => sizeId ?? [])}
        findStock={createExchangeStock(item.exchangeOptions)}
      />
    </>
  );
}

const Choices = ({ legend, hint, children }: { legend: string; hint?: string; children: ReactNode }) => (
  <fieldset className={css.fieldset}>
    <legend>
      {legend}{' '}
      {hint && (
        <Text span c="dimmed">
          {hint}
        </Text>
      )}
    </legend>
    <Group gap="xs">{children}</Group>
  </fieldset>
);

/** What an exchange does, before it is requested. */
function ExchangeOutcome({
  form,
  item,
  option,
}: {
  form: ReturnForm;
  item: ReturnItem;
  option: ReturnItem['exchangeOptions'][number];
}) {
  const until = formatDate(form.reservedUntilUtc);
  const difference = option.priceDifference;
  return (
    <Card aria-label="What happens">
      <Stack component="ul" gap="sm" role="list" className={css.outcome}>
        <li>
          <strong>
            {option.size} is reserved until {until}
          </strong>
          <Text span c="dimmed">
            Send {nameSize(item)} back by then. We send {option.size} when it arrives.
          </Text>
        </li>
        <li>
          <strong>
            {difference === null
              ? item.isCovered
                ? 'Does not use your entitlement'
                : 'Costs nothing'
              : difference > 0
                ? `Takes ${formatMoney(difference, form.currencyCode)} a piece from your budget`
                : `Gives ${formatMoney(-difference, form.currencyCode)} a piece back to your budget`}
          </strong>
          <Text span c="dimmed">
            {difference === null && item.unitPrice !== null
              ? `Nothing to pay, even if ${option.size} has a higher price.`
              : 'Nothing to pay.'}
          </Text>
        </li>
        <li>
          <strong>Free return label</strong>
          <Text span c="dimmed">
            Print it once you have sent the request. No printer? Write the number on the parcel.
          </Text>
        </li>
      </Stack>
    </Card>
  );
}
