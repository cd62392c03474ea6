import { Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { ListBackLink } from '#web/app/lists/list-back-link.tsx';
import { useRecordId } from '#web/app/record-id.ts';
import { describeReturnStatus } from '#web/ordering/returns/return-status.ts';
import { useSingleKeys } from '#web/ui/browser/use-single-keys.ts';
import { DownloadButton } from '#web/ui/buttons/download-button.tsx';
import { StatusBadge } from '#web/ui/content/status-badge.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { RecordStates } from '#web/ui/layout/record-states.tsx';
import { operatorPaths } from '../operator-paths.ts';
import { useMay } from '../session/operator-access.ts';
import { operatorDownload, operatorQuery } from '../session/operator-api.ts';
import { CheckGarment } from './check-garment.tsx';
import { ReturnAbout, ReturnedGarment } from './return-facts.tsx';
import { DECISIONS, listReturnDecisions, type OperatorReturn } from './return-outcomes.ts';
import { ReturnPictures } from './return-pictures.tsx';
import { findReturnNumber, RETURN_SEARCH, ReturnSearch } from './return-search.tsx';
import css from './returns.module.css';
import { getStepLabel, SettleDialog, type Step } from './settle-dialog.tsx';

/** One return: what came back and why, and receiving and deciding it. */
export function OperatorReturnPage() {
  const { id, isId } = useRecordId();
  const { data, error, refetch } = useQuery({
    ...operatorQuery('GET /api/operator/returns/:id', { params: { id } }),
    enabled: isId,
    retry: false,
  });
  if (data) return <ReturnView key={id} request={data.returnRequest} />;
  return (
    <>
      <PageHeader title="Return" above={<BackToReturns id={id} />} />
      <Card>
        <RecordStates
          noun="return"
          isId={isId}
          error={error}
          onRetry={() => void refetch()}
          action={
            <Button component={Link} to={operatorPaths.returns}>
              View returns
            </Button>
          }
          rows={3}
          height={80}
        >
          There is no return at this address in your brands. Check the link, or search by the number on the label.
        </RecordStates>
      </Card>
    </>
  );
}

/** What can be done with a return now, in the order of the buttons. */
const listSteps = (request: OperatorReturn): Step[] => [
  ...(request.receivable ? (['receive'] as const) : []),
  ...listReturnDecisions(request),
];

const getKey = (step: Step) => (step === 'receive' ? 'e' : DECISIONS[step].key);

function ReturnView({ request }: { request: OperatorReturn }) {
  const navigate = useNavigate();
  const [step, setStep] = useState<Step>();
  const steps = listSteps(request);
  const mayScan = useMay('orders:read');
  const { label, tone } = describeReturnStatus(request);
  useSingleKeys(Object.fromEntries(steps.map((each) => [getKey(each), () => setStep(each)])));
  // What the dialog was opened for is no longer possible once the return has changed.
  const isPossible = step !== undefined && steps.includes(step);
  useEffect(() => {
    if (step !== undefined && !isPossible) setStep(undefined);
  }, [step, isPossible]);
  return (
    <>
      <PageHeader
        title={`Return ${request.customNumber}`}
        above={<BackToReturns id={request.id} />}
        actions={
          request.receivable && (
            <DownloadButton file={() => operatorDownload('GET /api/operator/returns/:id/label', { params: { id: request.id } })}>
              Return label
            </DownloadButton>
          )
        }
      >
        <StatusBadge tone={tone}>{label}</StatusBadge>
      </PageHeader>
      <div className={css.bar}>
        <ReturnSearch
          {...RETURN_SEARCH}
          className={css.search}
          value=""
          onSearch={(text) => {
            if (text !== '' && findReturnNumber(text) === undefined)
              void navigate(`${operatorPaths.returns}?search=${encodeURIComponent(text)}`);
          }}
        />
      </div>
      <Stack className={css.columns}>
        <Stack miw={0}>
          <ReturnedGarment request={request} />
          <ReturnPictures request={request} />
          {mayScan && steps.length > 0 && <CheckGarment request={request} />}
          <Card title={request.receivable ? 'When the parcel arrives' : 'Decide'}>
            {steps.length === 0 ? (
              <Text c="dimmed">{describeClosed(request)}</Text>
            ) : (
              <Group gap={10}>
                {steps.map((each, index) => (
                  <Button
                    key={each}
                    variant={index === 0 ? 'filled' : 'default'}
                    aria-haspopup="dialog"
                    aria-keyshortcuts={getKey(each)}
                    onClick={() => setStep(each)}
                  >
                    {getStepLabel(each)}
                    <kbd className={css.key} aria-hidden>
                      {getKey(each).toUpperCase()}
                    </kbd>
                  </Button>
                ))}
              </Group>
            )}
          </Card>
        </Stack>
        <ReturnAbout request={request} />
      </Stack>
      <SettleDialog request={request} step={isPossible ? step : undefined} onClose={() => setStep(undefined)} />
    </>
  );
}

/** Why nothing is left to do. */
function describeClosed({ returnRequestStatus, exchangeOrderId, exchangeDescription }: OperatorReturn): string {
  if (returnRequestStatus === 'Received' && exchangeOrderId !== null)
    return `The exchange is complete. ${exchangeDescription} is order ${exchangeOrderId}.`;
  if (returnRequestStatus === 'Cancelled') return 'The request was cancelled. There is nothing left to do.';
  return 'The return has been decided. There is nothing left to do.';
}

const BackToReturns = ({ id }: { id: number }) => (
  <ListBackLink to={operatorPaths.returns} label="Returns" list="returns" noun="return" id={id} pathOf={operatorPaths.return} />
);
