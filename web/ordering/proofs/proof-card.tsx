import { Button, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Fragment, type ReactNode, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { api, invalidateCalls } from '#web/app/api.ts';
import { paths } from '#web/app/paths.ts';
import { StatusBadge } from '#web/ui/content/status-badge.tsx';
import { showError, showSuccess } from '#web/ui/feedback/alerts.ts';
import { formatDateTime } from '#web/ui/format/format.ts';
import { Card } from '#web/ui/layout/card.tsx';
import { ChangeDialog } from './change-dialog.tsx';
import { formatColours, formatProofSize, PROOF_STATUSES, type Proof, type ProofVersion } from './proof-texts.ts';
import css from './proofs.module.css';

/** Sends decisions on a proof, and loads again what they change. */
function useDecideOnProof({ id, name }: Proof) {
  const client = useQueryClient();
  const refresh = () =>
    invalidateCalls(
      client,
      'GET /api/proofs',
      'GET /api/orders/:id/proofs',
      'GET /api/orders',
      'GET /api/orders/:id',
      'GET /api/orders/openmatters',
    );
  return useMutation({
    mutationFn: (body: { approve: boolean; comment?: string }) => api('POST /api/proofs/:id/decision', { params: { id }, body }),
    onSuccess: ({ proof: { status } }) => {
      showSuccess(status === 'approved' ? `Proof approved: ${name}.` : 'Change requested. We’ve emailed your supplier.');
      return refresh();
    },
    // What has been decided meanwhile, or replaced, is shown.
    onError: () => void refresh(),
  });
}

interface Props {
  proof: Proof;
  /** It was opened by a link: it takes the focus. */
  isOpened: boolean;
}

/** One proof: its picture, size and colours, the orders that wait for it, its versions, and the decision. */
export function ProofCard({ proof, isOpened }: Props) {
  const { name, status, canDecide, version, orderIds } = proof;
  const [isAsking, setAsking] = useState(false);
  const decision = useDecideOnProof(proof);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!isOpened) return;
    heading.current?.focus({ preventScroll: true });
    heading.current?.closest('section')?.scrollIntoView({ block: 'start' });
  }, [isOpened]);
  return (
    <Card flush className={status === 'waiting' ? css.card : `${css.card} ${css.settled}`} aria-label={name}>
      <a className={css.picture} href={proof.fileSrc} target="_blank" rel="noopener">
        <img src={proof.fileSrc} alt={`Proof of ${name}, ${formatProofSize(proof)}`} />
      </a>
      <div className={css.body}>
        <div className={css.head}>
          <h3 ref={heading} tabIndex={-1}>
            {name}
          </h3>
          <StatusBadge tone={PROOF_STATUSES[status].tone}>{PROOF_STATUSES[status].label}</StatusBadge>
        </div>
        <Facts
          facts={[
            ['Size', formatProofSize(proof)],
            ['Colours', formatColours(proof)],
            ['Garment', proof.productName],
            ['Font', proof.customisation.fontName],
            ['Version', `${version}, ${formatDateTime(proof.createdOnUtc)}`],
            [status === 'approved' ? 'Orders' : 'Orders waiting', orderIds.length > 0 && <OrderLinks ids={orderIds} />],
            ['Decision', describeDecision(proof)],
          ]}
        />
        {proof.comment && <blockquote className={css.quote}>{proof.comment}</blockquote>}
        {canDecide && (
          <>
            <Text size="sm" c="dimmed">
              Approving cannot be undone. The design is then made as shown, in these orders and in later ones.
            </Text>
            <div className={css.actions}>
              <Button variant="default" disabled={decision.isPending} aria-haspopup="dialog" onClick={() => setAsking(true)}>
                Request a change
              </Button>
              <Button
                loading={decision.isPending && !isAsking}
                onClick={() => decision.mutate({ approve: true }, { onError: (error) => showError(error) })}
              >
                Approve proof
              </Button>
            </div>
          </>
        )}
        <EarlierVersions versions={proof.earlierVersions} name={name} />
      </div>
      {isAsking && (
        <ChangeDialog
          proofId={proof.id}
          name={name}
          onClose={() => setAsking(false)}
          onConfirm={(comment) => decision.mutateAsync({ approve: false, comment })}
        />
      )}
    </Card>
  );
}

/** "By Ada Byron on 1 December 2026 at 10:05". */
const describeDecision = ({ decidedBy, decidedOnUtc }: Pick<Proof, 'decidedBy' | 'decidedOnUtc'>) =>
  decidedOnUtc && `${decidedBy === null ? '' : `By ${decidedBy} on `}${formatDateTime(decidedOnUtc)}`;

/** Names with values; those without a value are left out. */
export const Facts = ({ facts }: { facts: readonly (readonly [name: string, value: ReactNode])[] }) => (
  <dl className={css.facts}>
    {facts
      .filter(([, value]) => value)
      .map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
  </dl>
);

const MAX_LINKS = 8;

/** Links to orders; of many, the first. */
export const OrderLinks = ({ ids, pathOf = paths.order }: { ids: readonly number[]; pathOf?: (id: number) => string }) => (
  <>
    {ids.slice(0, MAX_LINKS).map((id, at) => (
      <Fragment key={id}>
        {at > 0 && ', '}
        <Link to={pathOf(id)}>{id}</Link>
      </Fragment>
    ))}
    {ids.length > MAX_LINKS && ` and ${ids.length - MAX_LINKS} more`}
  </>
);

/** The versions before, with what was said to them. */
export function EarlierVersions({ versions, name }: { versions: readonly ProofVersion[]; name: string }) {
  if (versions.length === 0) return null;
  return (
    <details className={css.versions}>
      <summary>Earlier versions ({versions.length})</summary>
      <ul>
        {versions.map((version) => (
          <li key={version.id}>
            <a href={version.fileSrc} target="_blank" rel="noopener">
              <img src={version.fileSrc} alt={`Version ${version.version} of the proof of ${name}`} loading="lazy" />
            </a>
            <div>
              <strong>Version {version.version}</strong>{' '}
              <StatusBadge tone={PROOF_STATUSES[version.status].tone}>{PROOF_STATUSES[version.status].label}</StatusBadge>
              <Text size="sm" c="dimmed">
                {formatProofSize(version)} · {formatColours(version)} · {formatDateTime(version.createdOnUtc)}
              </Text>
              {version.comment && (
                <blockquote className={css.quote}>
                  {version.comment}
                  {version.decidedBy && <footer>{version.decidedBy}</footer>}
                </blockquote>
              )}
            </div>
          </li>
        ))}
      </ul>
    </details>
  );
}
