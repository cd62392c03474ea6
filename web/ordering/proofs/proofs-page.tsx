import { Button, Stack, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { apiQuery } from '#web/app/api.ts';
import { paths } from '#web/app/paths.ts';
import { OrdersNav } from '#web/app/shell/orders-nav.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { SkeletonRows } from '#web/ui/feedback/skeleton.tsx';
import { EmptyState, ErrorState } from '#web/ui/feedback/states.tsx';
import { formatDate, plural } from '#web/ui/format/format.ts';
import { Card } from '#web/ui/layout/card.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { PageLoading } from '#web/ui/layout/page-loading.tsx';
import { Facts, OrderLinks, ProofCard } from './proof-card.tsx';
import type { ComingProof, Proof } from './proof-texts.ts';
import css from './proofs.module.css';

const STEP = 25;
const MAX_SHOWN = 250;

/** The proofs of one's organisation, or of texts that one has ordered: those to approve first. A link can open one of them. */
export function ProofsPage() {
  const [limit, setLimit] = useState(STEP);
  const [search] = useSearchParams();
  const openedId = Number(search.get('proof')) || undefined;
  const isNarrowed = search.get('status') === 'waiting';
  const { data, error, refetch } = useQuery({
    ...apiQuery('GET /api/proofs', { query: { page: 0, limit, ...(isNarrowed && { status: 'waiting' }) } }),
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <PageHeader title="Proofs" above={<OrdersNav />}>
        {data && data.waitingCount > 0
          ? `${plural(data.waitingCount, 'proof')} to approve. Orders are sent once their designs are approved.`
          : 'Your supplier shows how a design will look before it is made. A design is approved once for all orders.'}
      </PageHeader>
      {!data ? (
        <Card>
          {error ? (
            <ErrorState title="The proofs could not be loaded." error={error} onRetry={() => void refetch()} />
          ) : (
            <PageLoading label="Loading proofs">
              <SkeletonRows rows={3} height={180} />
            </PageLoading>
          )}
        </Card>
      ) : (
        <Stack gap="lg">
          {openedId !== undefined && <OpenedProof proofs={data.proofs} id={openedId} />}
          {isNarrowed ? (
            <AllProofs isDone={data.proofs.length === 0} />
          ) : (
            data.proofs.length === 0 && data.coming.length === 0 && <NoProofs />
          )}
          <Section title="To approve">{cardsOf(data.proofs, 'waiting', openedId)}</Section>
          <Section title="With your supplier">
            {[
              ...cardsOf(data.proofs, 'changeAsked', openedId),
              ...(isNarrowed ? [] : data.coming).map((coming) => <Coming key={`request-${coming.requestId}`} coming={coming} />),
            ]}
          </Section>
          <Section title="Approved">{cardsOf(data.proofs, 'approved', openedId)}</Section>
          {data.totalCount > data.proofs.length && limit < MAX_SHOWN && (
            <Button variant="default" onClick={() => setLimit(Math.min(limit + STEP, MAX_SHOWN))}>
              Show more of {data.totalCount}
            </Button>
          )}
        </Stack>
      )}
    </>
  );
}

const cardsOf = (proofs: readonly Proof[], status: Proof['status'], openedId: number | undefined) =>
  proofs
    .filter((proof) => proof.status === status)
    .map((proof) => <ProofCard key={proof.id} proof={proof} isOpened={proof.id === openedId} />);

const Section = ({ title, children }: { title: string; children: readonly ReactNode[] }) =>
  children.length > 0 && (
    <section aria-label={title}>
      <h2 className={css.title}>{title}</h2>
      <Stack>{children}</Stack>
    </section>
  );

/** What became of the proof that a link names, where it is none of those that are shown. */
function OpenedProof({ proofs, id }: { proofs: readonly Proof[]; id: number }) {
  if (proofs.some((proof) => proof.id === id)) return null;
  const next = proofs.find(({ earlierVersions }) => earlierVersions.some((version) => version.id === id));
  return (
    <Notice role="status">
      {next
        ? `There is a newer version of this proof: version ${next.version} of ${next.name}.`
        : 'The proof that you have opened is not here. Someone else may be responsible for it.'}
    </Notice>
  );
}

/** A design of which the supplier prepares the first proof. */
const Coming = ({ coming: { name, productName, orderIds, requestedOnUtc } }: { coming: ComingProof }) => (
  <Card aria-label={name}>
    <div className={css.head}>
      <h3>{name}</h3>
    </div>
    <Text c="dimmed" mb="xs">
      Your supplier is preparing the proof. We email you when it is ready.
    </Text>
    <Facts
      facts={[
        ['Garment', productName],
        ['Ordered', formatDate(requestedOnUtc)],
        ['Orders waiting', orderIds.length > 0 && <OrderLinks ids={orderIds} />],
      ]}
    />
  </Card>
);

/** Leads from the proofs to approve to all of them. */
const AllProofs = ({ isDone }: { isDone: boolean }) =>
  isDone ? (
    <Card>
      <EmptyState
        title="No proofs to approve"
        action={
          <Button component={Link} to={paths.proofs()} variant="default">
            View all proofs
          </Button>
        }
      >
        You have decided on every proof. We email you when another one is ready.
      </EmptyState>
    </Card>
  ) : (
    <p>
      Only proofs to approve are shown. <Link to={paths.proofs()}>View all proofs</Link>
    </p>
  );

const NoProofs = () => (
  <Card>
    <EmptyState
      title="No proofs yet"
      action={
        <Button component={Link} to={paths.orders()} variant="default">
          View orders
        </Button>
      }
    >
      When a garment is ordered with a new logo or text, its proof appears here. We email you when one is ready.
    </EmptyState>
  </Card>
);
