import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { apiQuery } from '#web/app/api.ts';
import { cartQuery } from '#web/app/cart.ts';
import { readId } from '#web/app/lists/filter-kinds.tsx';
import { paths } from '#web/app/paths.ts';
import { BackLink } from '#web/app/shell/back-link.tsx';
import { dialogToOrderableGarment } from '#web/catalogue/products/garment.ts';
import { productDialogQuery } from '#web/catalogue/products/product/product-query.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { SkeletonText } from '#web/ui/feedback/skeleton.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { PageLoading } from '#web/ui/layout/page-loading.tsx';
import { RequestForm } from './request-form.tsx';
import { addLines, EMPTY_REQUEST, type RequestValues, startFromCart, startFromProduct, startFromQuote } from './request-lines.ts';

/** Requesting a quote: from a blank page, a product, the cart, or an earlier quote. */
export function NewQuotePage() {
  const [search] = useSearchParams();
  const start = useStart(search);
  return (
    <>
      <PageHeader title="Request a quote" above={<BackLink to={paths.quotes()}>Quotes</BackLink>}>
        Your supplier answers with prices and lead times. You order only what you accept.
      </PageHeader>
      {start ? (
        <Stack gap="md">
          {start.notice}
          <RequestForm key={start.name} name={start.name} start={start.values} />
        </Stack>
      ) : (
        <Card>
          <PageLoading label="Loading the request">
            <SkeletonText lines={5} />
          </PageLoading>
        </Card>
      )}
    </>
  );
}

interface Start {
  /** Of its draft. */
  name: string;
  values: RequestValues;
  notice?: ReactNode;
}

const COULD_NOT = 'You can still describe what you need below.';

/** With what the request begins, by the address; undefined while it is loaded. */
function useStart(search: URLSearchParams): Start | undefined {
  const productId = readId(search.get('productId') ?? '');
  const likeId = readId(search.get('like') ?? '');
  const isFromCart = search.get('from') === 'cart';
  const product = useQuery({ ...productDialogQuery(productId ?? 0), enabled: productId !== undefined, retry: false });
  const cart = useQuery({ ...cartQuery, enabled: isFromCart });
  const like = useQuery({
    ...apiQuery('GET /api/quote/:id', { params: { id: likeId ?? 0 }, query: {} }),
    enabled: likeId !== undefined,
    retry: false,
  });
  if (productId !== undefined) {
    const name = `quote-request.product-${productId}`;
    if (product.data) {
      const line = startFromProduct(
        dialogToOrderableGarment(product.data),
        Number(search.get('combinationId')),
        readId(search.get('quantity') ?? '') ?? 1,
      );
      return { name, values: { ...EMPTY_REQUEST, title: `Price of ${line.name}`.slice(0, 200), lines: addLines([], [line]) } };
    }
    return product.error
      ? { name, values: EMPTY_REQUEST, notice: <NotFilledIn>The product isn’t in your range.</NotFilledIn> }
      : undefined;
  }
  if (likeId !== undefined) {
    const name = `quote-request.like-${likeId}`;
    if (like.data) return { name, values: startFromQuote(like.data.quote) };
    return like.error
      ? { name, values: EMPTY_REQUEST, notice: <NotFilledIn>The earlier quote could not be loaded.</NotFilledIn> }
      : undefined;
  }
  if (isFromCart) {
    const name = 'quote-request.cart';
    if (cart.data) {
      const lines = addLines([], startFromCart(cart.data));
      const notice =
        lines.length > 0 ? (
          <Notice>The lines stay in your cart until you remove them. Accepted lines are added to it at the quoted price.</Notice>
        ) : (
          <NotFilledIn>Your cart has no lines to ask for.</NotFilledIn>
        );
      return { name, values: { ...EMPTY_REQUEST, lines }, notice };
    }
    return cart.error
      ? { name, values: EMPTY_REQUEST, notice: <NotFilledIn>Your cart could not be loaded.</NotFilledIn> }
      : undefined;
  }
  return { name: 'quote-request', values: EMPTY_REQUEST };
}

const NotFilledIn = ({ children }: { children: ReactNode }) => (
  <Notice tone="warning">
    {children} {COULD_NOT}
  </Notice>
);
