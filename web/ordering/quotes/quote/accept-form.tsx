import { Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useMemo, useState, useSyncExternalStore } from 'react';
import { useNavigate } from 'react-router';
import { api, invalidateCalls } from '#web/app/api.ts';
import { paths } from '#web/app/paths.ts';
import { useIdempotencyKey } from '#web/app/use-idempotency-key.ts';
import { QuantityStore } from '#web/catalogue/products/size-grid/quantity-store.ts';
import { BlockableButton } from '#web/ui/buttons/blockable-button.tsx';
import { showSuccess } from '#web/ui/feedback/alerts.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Loading, SkeletonBlock } from '#web/ui/feedback/skeleton.tsx';
import { formatMoney, formatNumber, plural } from '#web/ui/format/format.ts';
import { QuantityInput } from '#web/ui/forms/quantity-input.tsx';
import { findQuantityTextProblem } from '#web/ui/forms/quantity-text.ts';
import { Card } from '#web/ui/layout/card.tsx';
import type { Quote, QuoteItem } from '../quote-status.ts';
import {
  type Chosen,
  chooseAll,
  countLeft,
  findBlocker,
  groupItems,
  type ItemGroup,
  isAcceptable,
  listAcceptErrors,
  needsSizes,
  sumUp,
  type Taken,
  toAcceptedItems,
} from './accept-choices.ts';
import css from './quote.module.css';
import { QuoteLine } from './quote-line.tsx';
import { QUOTE_CALLS, quoteQuery } from './quote-query.ts';

// Most lines have a size already.
const SizeFieldsOfLine = lazy(async () => ({ default: (await import('./line-sizes.tsx')).LineSizes }));

/** The lines of an answered quote, which of them are accepted and how many, what that costs, and one button. */
export function AcceptForm({ quote }: { quote: Quote }) {
  const groups = useMemo(() => groupItems(quote.items), [quote]);
  const [chosen, setChosen] = useState<Chosen>(() => chooseAll(groups));
  const [quantities, setQuantities] = useState<ReadonlyMap<number, number>>(new Map());
  const [invalid, setInvalid] = useState<ReadonlyMap<number, string>>(new Map());
  const sizes = useSizeStores(quote.items);
  const accept = useAccept(quote);
  const taken = groups.flatMap(({ options }): Taken[] =>
    options
      .filter(({ id }) => [...chosen.values()].includes(id))
      .map((item) => {
        const entries = sizes.entriesOf(item.id);
        return entries
          ? { item, quantity: [...entries.values()].reduce((sum, pieces) => sum + pieces, 0), sizes: entries }
          : { item, quantity: quantities.get(item.id) ?? countLeft(item) };
      }),
  );
  const hasInvalid = taken.some(({ item }) => invalid.has(item.id)) || sizes.hasInvalid(taken);
  const blocker = hasInvalid ? 'Enter whole numbers of pieces.' : findBlocker(taken);
  const choose = (groupId: number, itemId: number | null) => setChosen(new Map(chosen).set(groupId, itemId));

  const renderControls = (group: ItemGroup, item: QuoteItem) => {
    if (!isAcceptable(item)) return {};
    const isTaken = chosen.get(group.id) === item.id;
    const store = sizes.storeOf(item.id);
    return {
      choice: <AcceptChoice group={group} item={item} isTaken={isTaken} onChoose={(itemId) => choose(group.id, itemId)} />,
      below: isTaken && (
        <>
          {store && item.productId !== null ? (
            <>
              <Text
                size="sm"
                className="figures"
                c={sizes.total(item.id) > countLeft(item) ? 'var(--mantine-color-error)' : 'dimmed'}
              >
                {formatNumber(sizes.total(item.id))} of {plural(countLeft(item), 'piece')} in sizes
              </Text>
              <Suspense
                fallback={
                  <Loading label="Loading the sizes">
                    <SkeletonBlock height={160} />
                  </Loading>
                }
              >
                <SizeFieldsOfLine item={item} productId={item.productId} store={store} />
              </Suspense>
            </>
          ) : (
            <Pieces
              item={item}
              value={quantities.get(item.id) ?? countLeft(item)}
              invalidText={invalid.get(item.id)}
              onChange={(quantity) => setQuantities(new Map(quantities).set(item.id, quantity))}
              onInvalidText={(text) => {
                const next = new Map(invalid);
                if (text) next.set(item.id, text);
                else next.delete(item.id);
                setInvalid(next);
              }}
            />
          )}
          {accept.errors.has(item.id) && (
            <Text size="sm" c="var(--mantine-color-error)" role="alert">
              {accept.errors.get(item.id)}
            </Text>
          )}
        </>
      ),
    };
  };
  return (
    <form
      className={css.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!blocker) accept.send(taken);
      }}
    >
      <Card title="Lines" action={<Text c="dimmed">Prices excl. tax</Text>}>
        <ul className={css.lines}>
          {groups.map((group) => (
            <QuoteLine
              key={group.id}
              group={group}
              currencyCode={quote.currencyCode}
              renderControls={(item) => renderControls(group, item)}
              below={<NoneOfThem group={group} chosen={chosen} onChoose={() => choose(group.id, null)} />}
            />
          ))}
        </ul>
      </Card>
      {accept.error && (
        <Notice tone="danger" role="alert">
          {accept.error}
        </Notice>
      )}
      <AcceptBar taken={taken} currencyCode={quote.currencyCode} blocker={blocker} isPending={accept.isPending} />
    </form>
  );
}

/** The sum of what is chosen, and the button; at the lower edge of the window, so that it follows the choice. */
function AcceptBar({
  taken,
  currencyCode,
  blocker,
  isPending,
}: {
  taken: readonly Taken[];
  currencyCode: string;
  blocker: string | undefined;
  isPending: boolean;
}) {
  const { pieces, goods, setup } = sumUp(taken);
  return (
    <div className={css.bar}>
      <div className="figures" role="status">
        <strong>
          {goods === null
            ? plural(pieces, 'piece').replace(/^no/, 'No')
            : `${formatMoney(goods + (setup ?? 0), currencyCode)} excl. tax`}
        </strong>
        <Text size="sm" c="dimmed">
          {blocker ??
            [
              plural(pieces, 'piece'),
              setup !== null && setup > 0 && `with ${formatMoney(setup, currencyCode)} set-up, once in an order`,
            ]
              .filter(Boolean)
              .join(' ')}
        </Text>
      </div>
      <BlockableButton type="submit" size="md" blocker={blocker} loading={isPending}>
        Accept and add to cart
      </BlockableButton>
    </div>
  );
}

interface AcceptChoiceProps {
  group: ItemGroup;
  item: QuoteItem;
  isTaken: boolean;
  onChoose: (itemId: number | null) => void;
}

/** Takes a line or leaves it out; of a line and its alternatives one can be taken. */
function AcceptChoice({ group, item, isTaken, onChoose }: AcceptChoiceProps) {
  const name = [item.name, item.attributeDescription].filter(Boolean).join(', ');
  return (
    <label className={css.choice}>
      <input
        type={isChoice(group) ? 'radio' : 'checkbox'}
        name={`line-${group.id}`}
        aria-label={`Accept ${name}`}
        checked={isTaken}
        onChange={(event) => onChoose(event.currentTarget.checked ? item.id : null)}
      />
      <span aria-hidden>{isChoice(group) ? 'Choose this' : 'Accept'}</span>
    </label>
  );
}

/** Whether several of a line and its alternatives can be taken, of which one is chosen. */
const isChoice = ({ options }: ItemGroup): boolean => options.filter(isAcceptable).length > 1;

/** Takes neither a line nor one of its alternatives. */
const NoneOfThem = ({ group, chosen, onChoose }: { group: ItemGroup; chosen: Chosen; onChoose: () => void }) =>
  isChoice(group) && (
    <label className={css.choice}>
      <input
        type="radio"
        name={`line-${group.id}`}
        checked={(chosen.get(group.id) ?? null) === null}
        onChange={() => onChoose()}
      />
      <span>None of these</span>
    </label>
  );

interface PiecesProps {
  item: QuoteItem;
  value: number;
  invalidText: string | undefined;
  onChange: (quantity: number) => void;
  onInvalidText: (text: string) => void;
}

/** How many pieces of a line with a size are accepted. */
function Pieces({ item, value, invalidText, onChange, onInvalidText }: PiecesProps) {
  const left = countLeft(item);
  const problem = findQuantityTextProblem(invalidText ?? '');
  if (left === 1) return null;
  return (
    <div className={css.pieces}>
      <QuantityInput
        size="sm"
        label={`Pieces of ${[item.name, item.attributeDescription].filter(Boolean).join(', ')}`}
        min={1}
        max={left}
        value={value}
        onChange={onChange}
        invalidText={invalidText}
        onInvalidText={onInvalidText}
      />
      <Text size="sm" c={problem ? 'var(--mantine-color-error)' : 'dimmed'} className="figures">
        {problem ?? `of ${formatNumber(left)}${item.acceptedQuantity > 0 ? ' left' : ''}`}
      </Text>
    </div>
  );
}

/** The sizes of lines without one. */
function useSizeStores(items: readonly QuoteItem[]) {
  const [stores] = useState(
    () => new Map(items.filter((item) => isAcceptable(item) && needsSizes(item)).map(({ id }) => [id, new QuantityStore()])),
  );
  const [subscribe] = useState(() => (listener: () => void) => {
    const ends = [...stores.values()].map((store) => store.subscribe(listener));
    return () => {
      for (const end of ends) end();
    };
  });
  // One text for all of them, so that the sums follow every change.
  useSyncExternalStore(subscribe, () =>
    [...stores.values()].map((store) => [...store.snapshot()].join('|') + store.listInvalid().join()).join('/'),
  );
  const entriesOf = (id: number) => stores.get(id)?.snapshot();
  return {
    storeOf: (id: number) => stores.get(id),
    entriesOf,
    total: (id: number) => [...(entriesOf(id)?.values() ?? [])].reduce((sum, pieces) => sum + pieces, 0),
    hasInvalid: (taken: readonly Taken[]) => taken.some(({ item }) => (stores.get(item.id)?.listInvalid().length ?? 0) > 0),
  };
}

/** Accepts once, also when it is sent again after the connection was lost, and leads to the cart. */
function useAccept({ id, version }: Quote) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const keyOf = useIdempotencyKey();
  const sending = useMutation({
    mutationFn: (taken: readonly Taken[]) => {
      const body = { version, items: toAcceptedItems(taken) };
      return api('POST /api/quote/:id/accept', { params: { id }, body, headers: keyOf({ id, ...body }) });
    },
    onSuccess: async ({ quote }, taken) => {
      await navigate(paths.cart());
      showSuccess(
        `Accepted: ${plural(sumUp(taken).pieces, 'piece')} of ${quote.quoteNumber} added to your cart at the quoted price.`,
      );
      await invalidateCalls(client, ...QUOTE_CALLS, 'GET /api/shopping_cart_items');
    },
    // It may have been revised, or accepted elsewhere.
    onError: () => client.invalidateQueries({ queryKey: quoteQuery(id).queryKey }),
  });
  const errors = listAcceptErrors(sending.error, sending.variables ? toAcceptedItems(sending.variables) : []);
  return {
    isPending: sending.isPending,
    errors,
    /** Why nothing was accepted, where that belongs to no line. */
    error: sending.error && errors.size === 0 ? sending.error.message : undefined,
    send: (taken: readonly Taken[]) => sending.mutate(taken),
  };
}
