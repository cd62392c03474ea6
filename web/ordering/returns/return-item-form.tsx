import { Textarea } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import { api, invalidateCalls } from '#web/app/api.ts';
import { ApiError } from '#web/app/api-error.ts';
import { paths } from '#web/app/paths.ts';
import { useIdempotencyKey } from '#web/app/use-idempotency-key.ts';
import { SizeAdvice } from '#web/sizing/size-advice.tsx';
import { getAdvisedSizeId, useSizeAdvice } from '#web/sizing/use-size-advice.ts';
import { BlockableButton } from '#web/ui/buttons/blockable-button.tsx';
import { showSuccess } from '#web/ui/feedback/alerts.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { formatDate, formatMoney } from '#web/ui/format/format.ts';
import { Card } from '#web/ui/layout/card.tsx';
import { Toggle } from '#web/ui/lists/chips.tsx';
import { PiecesField } from '../order-changes/pieces-field.tsx';
import { ExchangeChain } from './exchange-chain.tsx';
import { FilePicker } from './file-picker.tsx';
import { ItemSummary } from './item-summary.tsx';
import {
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
import { useReturnFiles } from './use-return-files.ts';

/** What is wrong with a garment, what should happen, and one button. */
export function ReturnItemForm({ form, item }: { form: ReturnForm; item: ReturnItem }) {
  const problems = listProblems(form, item);
  const [problem, setProblem] = useState<Problem | undefined>(problems.length === 1 ? problems[0] : undefined);
  const [places, setPlaces] = useState<readonly string[]>([]);
  const [actionId, setActionId] = useState<number>();
  const [newSize, setNewSize] = useState<number>();
  const [quantity, setQuantity] = useState(item.returnableQuantity);
  const [isInvalid, setInvalid] = useState(false);
  const [comments, setComments] = useState('');
  const upload = useReturnFiles();
  const advice = useSizeAdvice(item.productId, item.fitPlaces.length > 0);
  const advisedId = getAdvisedSizeId(advice);
  const actions = form.availableReturnActions.filter(({ id }) => id !== form.exchangeActionId || item.exchangeOptions.length > 0);
  // A size that does not fit is exchanged unless something else is chosen.
  const chosenAction = actionId ?? (problem?.fit && item.exchangeOptions.length > 0 ? form.exchangeActionId : undefined);
  const isExchange = chosenAction !== undefined && chosenAction === form.exchangeActionId;
  const option = item.exchangeOptions.find(({ combinationId }) => combinationId === newSize);
  const request = useReturnRequest(form, item);
  const blocker = isInvalid
    ? 'Enter a whole number of pieces.'
    : !problem
      ? 'Choose what is wrong.'
      : chosenAction === undefined
        ? 'Choose what should happen.'
        : isExchange && !option
          ? 'Choose the new size.'
          : upload.isUploading
            ? 'Wait until the files are uploaded.'
            : null;
  return (
    <div className={css.page}>
      <Card>
        <div className={css.item}>
          <ItemSummary item={item} />
        </div>
        {item.exchangeChain.length > 0 && <ExchangeChain steps={item.exchangeChain} shownId={item.id} />}
        {item.onlyIfFaulty && <Notice>This was made to order, so it can only be returned when it is faulty.</Notice>}
        <PiecesField
          label="Pieces to return"
          value={quantity}
          max={item.returnableQuantity}
          onChange={setQuantity}
          onInvalid={setInvalid}
        />
      </Card>
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
            <Toggle key={id} pressed={chosenAction === id} onChange={() => setActionId(id)}>
              {name}
            </Toggle>
          ))}
        </Choices>
      )}
      {isExchange && (
        <>
          <Choices legend="New size">
            {item.exchangeOptions.map((each) => (
              <button
                key={each.combinationId}
                type="button"
                className={css.size}
                aria-pressed={newSize === each.combinationId}
                disabled={!isReservable(each, quantity)}
                onClick={() => setNewSize(each.combinationId)}
              >
                {each.size}
                <small>{describeOption(each, quantity) || (each.sizeId === advisedId ? 'advised' : '')}</small>
              </button>
            ))}
          </Choices>
          <SizeAdvice state={advice} order={item.exchangeOptions.flatMap(({ sizeId }) => sizeId ?? [])} />
        </>
      )}
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
              actionId: chosenAction as number,
              fit: problem?.fit ?? null,
              places,
              comments,
              fileIds: upload.ids,
              quantity,
              newSize: isExchange ? newSize : undefined,
            })
          }
        >
          {isExchange ? `Exchange for ${option?.size ?? 'another size'} and get label` : 'Request return and get label'}
        </BlockableButton>
      </div>
    </div>
  );
}

const Choices = ({ legend, hint, children }: { legend: string; hint?: string; children: ReactNode }) => (
  <fieldset className={css.fieldset}>
    <legend>
      {legend} {hint && <span className={css.muted}>{hint}</span>}
    </legend>
    <div className={css.chips}>{children}</div>
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
      <ul className={css.outcome}>
        <li>
          <strong>
            {option.size} is reserved until {until}
          </strong>
          <span className={css.muted}>
            Send {nameSize(item)} back by then. We send {option.size} when it arrives.
          </span>
        </li>
        <li>
          <strong>
            {difference === null
              ? 'Costs no entitlement'
              : difference > 0
                ? `Takes ${formatMoney(difference, form.currencyCode)} a piece from your budget`
                : `Gives ${formatMoney(-difference, form.currencyCode)} a piece back to your budget`}
          </strong>
          <span className={css.muted}>Nothing to pay.</span>
        </li>
        <li>
          <strong>Free return label</strong>
          <span className={css.muted}>Print it as soon as you have asked. No printer? Write the number on the parcel.</span>
        </li>
      </ul>
    </Card>
  );
}

interface Request {
  reasonId: number;
  actionId: number;
  fit: string | null;
  places: readonly string[];
  comments: string;
  fileIds: number[];
  quantity: number;
  newSize: number | undefined;
}

/** Sends the request; repeating it after the connection was lost makes it once. */
function useReturnRequest(form: ReturnForm, item: ReturnItem) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const keyOf = useIdempotencyKey();
  const save = useMutation({
    mutationFn: ({ reasonId, actionId, fit, places, comments, fileIds, quantity, newSize }: Request) => {
      const returnRequest = {
        orderId: form.orderId,
        returnRequestReasonId: reasonId,
        returnRequestActionId: actionId,
        fit,
        fitPlaces: fit ? [...places] : [],
        comments: comments.trim() || null,
        fileIds,
        items: [{ id: item.id, quantity, exchangeCombinationId: newSize ?? null }],
      };
      return api('POST /api/returnrequest', { body: { returnRequest }, headers: keyOf(returnRequest) });
    },
    onSuccess: async ({ msg, returnRequests }) => {
      // First: nothing may be left to return, and the form would say so.
      await navigate(paths.returns(), { state: { requestedId: returnRequests[0]?.id } });
      showSuccess(msg ?? '');
      await invalidateCalls(
        client,
        'GET /api/customerreturnrequests',
        'GET /api/returnrequest/:id',
        'GET /api/orders',
        'GET /api/orders/:id',
        'GET /api/products/:id',
      );
    },
    onError: (error) => {
      // Another size may have run out, or the line has been returned meanwhile.
      if (error instanceof ApiError) void invalidateCalls(client, 'GET /api/returnrequest/:id');
    },
  });
  return {
    isPending: save.isPending,
    error: save.error instanceof Error ? save.error.message : undefined,
    send: (request: Request) => save.mutate(request),
  };
}
