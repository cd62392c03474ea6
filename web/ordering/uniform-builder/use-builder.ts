import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { type LoaderFunctionArgs, useSearchParams } from 'react-router';
import { apiQuery } from '#web/app/api.ts';
import { type Cart, cartQuery } from '#web/app/cart.ts';
import { queryClient } from '#web/app/query-client.ts';
import { useProfile } from '#web/app/session/profile.ts';
import { ownBuilderQuery } from '#web/app/session/use-ordering-link.ts';
import { heldGarmentsQuery } from '#web/entitlement/issued-garments/issued-garment-list.tsx';
import { applyPendingQuantities } from '../cart/pending-quantities.ts';
import { useCartChanges } from '../cart/use-cart-changes.ts';
import {
  type Builder,
  type BuilderProduct,
  type BuilderStep,
  type EitherOr,
  getTotals,
  listOwnLines,
  listSteps,
  type Totals,
} from './builder-model.ts';
import { answerPreview, type BuilderLinks, createBuilderLinks, type Preview, readPreview } from './preview.ts';

/** Without a preview 0: the wardrobe that the wearer chose last. */
const toRequest = (preview: Preview | undefined) =>
  preview
    ? {
        params: { id: preview.collectionId },
        query: {
          preview: true,
          ...(preview.allocationTypeId === undefined ? {} : { allocationTypeId: preview.allocationTypeId }),
        },
      }
    : { params: { id: 0 } };
const builderQuery = (preview?: Preview) =>
  preview ? { ...apiQuery('GET /api/organisation/uniformbuilder/:id', toRequest(preview)), staleTime: 30_000 } : ownBuilderQuery;
const builderProductsQuery = (preview?: Preview) => ({
  // Options are chosen by the pictures and names of their garments.
  ...apiQuery(
    'GET /api/productorganisation/uniformBuilderProducts/:id',
    preview ? toRequest(preview) : { ...toRequest(preview), query: { includeUnchosen: true } },
  ),
  // A wardrobe is changed and previewed in turns.
  staleTime: preview ? 30_000 : 5 * 60_000,
});

const readRequestedPreview = ({ request }: LoaderFunctionArgs) => readPreview(new URL(request.url).searchParams);

/** Starts loading what every page of the builder shows. */
export const prefetchBuilder = (args: LoaderFunctionArgs): void => prefetch(readRequestedPreview(args));

/** The same for the person's own wardrobe, for other pages that show it. */
export const prefetchOwnBuilder = (): void => prefetch(undefined);

function prefetch(preview: Preview | undefined): void {
  void queryClient.prefetchQuery(builderQuery(preview));
  void queryClient.prefetchQuery(builderProductsQuery(preview));
  if (preview) return;
  void queryClient.prefetchQuery(cartQuery);
  void queryClient.prefetchQuery(heldGarmentsQuery);
}

/** The combinations of a garment, which are loaded when it is opened. The wardrobe of a preview need not be the administrator's own. */
export const garmentQuery = (id: number, isPreview: boolean) => ({
  ...apiQuery('GET /api/product/getbuynowcombinations', { query: { id, context: isPreview ? 'product' : 'builder' } }),
  staleTime: 30_000,
});

/** Starts loading the builder and the garment in the URL. */
export function prefetchGarment(args: LoaderFunctionArgs): void {
  prefetchBuilder(args);
  const id = Number(args.params.product);
  const isPreview = readRequestedPreview(args) !== undefined;
  if (Number.isInteger(id) && id > 0) void queryClient.prefetchQuery(garmentQuery(id, isPreview));
}

/** Everything that the pages of the builder show and change. */
export interface BuilderState {
  builder: Builder;
  products: readonly BuilderProduct[];
  /** All lines of the cart; none in a preview. */
  items: Cart['items'];
  /** The server has not confirmed yet that a line is removed. */
  isSaving: boolean;
  /** Lines of the cart that count in this wardrobe. */
  lines: Cart['items'];
  steps: readonly BuilderStep[];
  totals: Totals;
  currencyCode: string;
  pricesVisible: boolean;
  links: BuilderLinks;
  /** Whether something can be chosen. What is chosen in a preview is never saved. */
  canChoose: boolean;
  isPreview: boolean;
  /** Answers an either/or of a preview, until the page is left. */
  answerPreview: (superGroup: EitherOr, optionIds: readonly number[]) => void;
  remove: ReturnType<typeof useCartChanges>['remove'];
}

/** The builder with the wearer's cart applied to it; `state` is undefined until all of it is loaded. */
export function useBuilder() {
  const profile = useProfile();
  const [search] = useSearchParams();
  const key = search.toString();
  const preview = useMemo(() => readPreview(new URLSearchParams(key)), [key]);
  const [answers, setAnswers] = useState<readonly number[]>([]);
  const builder = useQuery(builderQuery(preview));
  const products = useQuery(builderProductsQuery(preview));
  const cart = useQuery({ ...cartQuery, enabled: preview === undefined });
  const { pendingQuantities, remove } = useCartChanges();
  const queries = preview ? [builder, products] : [builder, products, cart];

  const state = useMemo((): BuilderState | undefined => {
    if (!builder.data || !products.data || !profile) return undefined;
    if (!preview && !cart.data) return undefined;
    const { uniformBuilder } = builder.data;
    const isPreview = preview !== undefined;
    const opened = isPreview ? answerPreview(uniformBuilder, answers) : uniformBuilder;
    const { items } = !isPreview && cart.data ? applyPendingQuantities(cart.data, pendingQuantities) : { items: [] };
    const lines = listOwnLines({ items }, opened, profile.id);
    const steps = listSteps(opened, products.data.products, lines);
    return {
      builder: opened,
      products: products.data.products,
      items,
      isSaving: pendingQuantities.size > 0,
      lines,
      steps,
      totals: getTotals(opened, products.data.products, lines, steps),
      currencyCode: profile.currencyCode,
      // A preview contains prices only where wearers see them.
      pricesVisible: isPreview ? products.data.products.some(({ price }) => price !== null) : profile.pricesVisible,
      links: createBuilderLinks(preview),
      canChoose: isPreview || opened.canOrder,
      isPreview,
      answerPreview: ({ options }, optionIds) =>
        setAnswers((before) => [...before.filter((id) => options.every((option) => option.id !== id)), ...optionIds]),
      remove,
    };
  }, [builder.data, products.data, cart.data, pendingQuantities, profile, remove, preview, answers]);

  return {
    state,
    preview,
    error: queries.find(({ data, error }) => data === undefined && error !== null)?.error ?? null,
    reload: () => void Promise.all(queries.map((query) => query.refetch())),
  };
}
