import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import type { ReplyOf } from '#contract/index.ts';
import { ListBackLink } from '#web/app/lists/list-back-link.tsx';
import { EarlierVersions, Facts } from '#web/ordering/proofs/proof-card.tsx';
import { formatColours, formatProofSize } from '#web/ordering/proofs/proof-texts.ts';
import { StatusBadge } from '#web/ui/content/status-badge.tsx';
import { isNotFound } from '#web/ui/feedback/not-found.ts';
import { SkeletonRows } from '#web/ui/feedback/skeleton.tsx';
import { EmptyState, ErrorState } from '#web/ui/feedback/states.tsx';
import { formatDateTime, formatNumber, plural } from '#web/ui/format/format.ts';
import { Card } from '#web/ui/layout/card.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { PageLoading } from '#web/ui/layout/page-loading.tsx';
import { operatorPaths } from '../operator-paths.ts';
import { operatorQuery } from '../session/operator-api.ts';
import css from './proofs.module.css';
import { PROOF_STATES } from './proofs-list.tsx';
import { VersionForm } from './version-form.tsx';

type Request = ReplyOf<'GET /api/operator/proofs/:id'>['request'];

/** A design that needs a proof: what was ordered, its versions, and showing the client the next one. */
export function OperatorProofPage() {
  const id = Number(useParams().id);
  const isValid = Number.isInteger(id) && id > 0 && id <= 2_147_483_647;
  const { data, error, refetch } = useQuery({
    ...operatorQuery('GET /api/operator/proofs/:id', { params: { id } }),
    enabled: isValid,
    retry: false,
  });
  if (data) return <RequestView key={id} request={data.request} />;
  const isMissing = !isValid || isNotFound(error);
  return (
    <>
      <PageHeader title="Proof" above={<BackLink id={id} />} />
      <Card>
        {isMissing ? (
          <EmptyState title="Design not found">There is no design at this address in your brands.</EmptyState>
        ) : error ? (
          <ErrorState title="The design could not be loaded." error={error} onRetry={() => void refetch()} />
        ) : (
          <PageLoading label="Loading the design">
            <SkeletonRows rows={3} height={80} />
          </PageLoading>
        )}
      </Card>
    </>
  );
}

const BackLink = ({ id }: { id: number }) => (
  <ListBackLink to={operatorPaths.proofs} label="Proofs" list="proofs" noun="design" id={id} pathOf={operatorPaths.proof} />
);

function RequestView({ request }: { request: Request }) {
  const { state, versions, name } = request;
  const [latest, ...earlier] = versions;
  return (
    <>
      <PageHeader title={name} above={<BackLink id={request.id} />}>
        <StatusBadge tone={PROOF_STATES[state].tone}>{PROOF_STATES[state].label}</StatusBadge>
      </PageHeader>
      <Stack>
        <Card title="Design">
          <DesignFacts request={request} />
        </Card>
        {latest && (
          <Card title={`Version ${latest.version}`}>
            <Stack gap="sm">
              <a className={css.picture} href={latest.fileSrc} target="_blank" rel="noopener">
                <img src={latest.fileSrc} alt={`Proof of ${name}, ${formatProofSize(latest)}`} />
              </a>
              <Facts
                facts={[
                  ['Size', formatProofSize(latest)],
                  ['Colours', formatColours(latest)],
                  ['Sent', formatDateTime(latest.createdOnUtc)],
                  [
                    latest.status === 'approved' ? 'Approved' : 'Decided',
                    latest.decidedOnUtc && [latest.decidedBy, formatDateTime(latest.decidedOnUtc)].filter(Boolean).join(', '),
                  ],
                ]}
              />
              {latest.comment && <blockquote className={css.note}>{latest.comment}</blockquote>}
              <EarlierVersions versions={earlier} name={name} />
            </Stack>
          </Card>
        )}
        {state !== 'approved' && (
          <Card title={latest ? 'Send a new version' : 'Send the proof'}>
            <Stack gap="sm">
              {state === 'waiting' && <Text c="dimmed">The client has not decided yet. A new version replaces this one.</Text>}
              <VersionForm key={latest?.id ?? 0} request={request} />
            </Stack>
          </Card>
        )}
      </Stack>
    </>
  );
}

function DesignFacts({ request }: { request: Request }) {
  const { customisation, threadNumber, orderIds, waitingPieces, productionFiles } = request;
  const { area, logoSrc, text, letterMm, threadColour, nameForm } = customisation;
  return (
    <Facts
      facts={[
        ['Organisation', request.organisationName],
        ['Garment', request.productName],
        ['Method', customisation.method],
        [
          'Position',
          `${customisation.position}, ${area.side}: up to ${formatNumber(area.widthCm)} × ${formatNumber(area.heightCm)} cm`,
        ],
        ['Measured', request.measuredFrom],
        ['Logo', logoSrc && <img key="logo" className={css.logo} src={logoSrc} alt="Logo" />],
        [nameForm === null ? 'Text' : 'Name, for example', text && <span className={css.text}>{text}</span>],
        [
          'Font',
          customisation.fontName &&
            `${customisation.fontName}${letterMm === null ? '' : `, capitals ${formatNumber(letterMm)} mm`}`,
        ],
        ['Colour', threadColour && [threadColour, threadNumber].filter(Boolean).join(' ')],
        ['Comments', customisation.comments],
        ['Production files', productionFiles.length > 0 && productionFiles.map(({ filename }) => filename).join(', ')],
        ['Ordered', [request.requestedBy, formatDateTime(request.requestedOnUtc)].filter(Boolean).join(', ')],
        [
          'Orders waiting',
          orderIds.length > 0 &&
            `${orderIds.slice(0, 8).join(', ')}${orderIds.length > 8 ? ` and ${orderIds.length - 8} more` : ''} (${plural(waitingPieces, 'piece')})`,
        ],
      ]}
    />
  );
}
