import { Button, Group, Stack, Text } from '@mantine/core';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import { Link } from 'react-router';
import type { ReplyOf } from '#contract/index.ts';
import { useRecordId } from '#web/app/record-id.ts';
import { BlockableButton } from '#web/ui/buttons/blockable-button.tsx';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { showError, showSuccess } from '#web/ui/feedback/alerts.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { EmptyState } from '#web/ui/feedback/states.tsx';
import { formatNumber, plural } from '#web/ui/format/format.ts';
import { Checkbox } from '#web/ui/forms/checkbox.tsx';
import { ButtonRow } from '#web/ui/forms/form-buttons.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { RecordStates } from '#web/ui/layout/record-states.tsx';
import { Pager } from '#web/ui/lists/pager.tsx';
import { operatorPaths } from '../operator-paths.ts';
import { ScanAnswer } from '../scanning/scan-answer.tsx';
import { ScanField } from '../scanning/scan-field.tsx';
import { useMay } from '../session/operator-access.ts';
import { invalidateOperatorCalls, operatorApi, operatorQuery } from '../session/operator-api.ts';
import css from './count.module.css';
import { readPieces } from './count-lines.ts';
import { CountState } from './count-state.tsx';
import { describeGarment } from './describe-garment.ts';
import { PasteCountForm } from './paste-count-form.tsx';
import { type CountLine, type EntryOutcome, useCountEntries } from './use-count-entries.ts';

type Reply = ReplyOf<'GET /api/operator/stock/counts/:id'>;

const LIMIT = 100;
export const BackToCounts = () => <Link to={operatorPaths.stockCounts}>Counts</Link>;

/** A count: scanning, typing or pasting what is there, without seeing what is expected. */
export function StockCountPage() {
  const { id, isId } = useRecordId();
  const [page, setPage] = useState(0);
  const [uncounted, setUncounted] = useState(false);
  const { data, error, refetch } = useQuery({
    ...operatorQuery('GET /api/operator/stock/counts/:id', {
      params: { id },
      query: { page, limit: LIMIT, ...(uncounted && { uncounted }) },
    }),
    placeholderData: keepPreviousData,
    enabled: isId,
  });
  if (data)
    return (
      <CountView
        key={id}
        reply={data}
        page={page}
        onPage={setPage}
        uncounted={uncounted}
        onUncounted={(only) => {
          setUncounted(only);
          setPage(0);
        }}
      />
    );
  return (
    <>
      <PageHeader title="Count" above={<BackToCounts />} />
      <Card>
        <RecordStates noun="count" isId={isId} error={error} onRetry={() => void refetch()} />
      </Card>
    </>
  );
}

interface ViewProps {
  reply: Reply;
  page: number;
  onPage: (page: number) => void;
  uncounted: boolean;
  onUncounted: (only: boolean) => void;
}

function CountView({ reply: { count, lines, totalCount }, page, onPage, uncounted, onUncounted }: ViewProps) {
  const client = useQueryClient();
  const mayWrite = useMay('stock:write') && count.state === 'open';
  const entries = useCountEntries(count.id);
  const [isPasting, setPasting] = useState(false);
  const [isCancelling, setCancelling] = useState(false);
  const cancelling = useMutation({
    mutationFn: () => operatorApi('POST /api/operator/stock/counts/:id/cancel', { params: { id: count.id } }),
    onSuccess: async ({ msg }) => {
      showSuccess(msg ?? 'The count has been cancelled.');
      await invalidateOperatorCalls(client, 'GET /api/operator/stock/counts', 'GET /api/operator/stock/counts/:id');
    },
    onError: (error) => showError(error),
    onSettled: () => setCancelling(false),
  });
  return (
    <>
      <PageHeader
        title={`Count of ${count.name}`}
        above={<BackToCounts />}
        actions={
          mayWrite && (
            <>
              <Button
                variant="default"
                loading={cancelling.isPending}
                onClick={() => (count.countedLines > 0 ? setCancelling(true) : cancelling.mutate())}
              >
                Cancel count
              </Button>
              <Button variant="default" aria-haspopup="dialog" onClick={() => setPasting(true)}>
                Paste a list
              </Button>
              {count.countedLines > 0 ? (
                <Button component={Link} to={operatorPaths.stockDifferences(count.id)}>
                  Show differences
                </Button>
              ) : (
                <BlockableButton blocker="Count at least one garment first.">Show differences</BlockableButton>
              )}
            </>
          )
        }
      >
        <CountState state={count.state} /> {formatNumber(count.countedLines)} of {plural(count.lines, 'garment')} counted.
      </PageHeader>
      <Stack gap="sm" miw={0}>
        {mayWrite && <Scanner last={entries.last} onScan={entries.scan} />}
        {entries.failed.length > 0 && (
          <Notice
            tone="danger"
            role="alert"
            actions={
              <Button size="compact-sm" variant="default" onClick={entries.dismiss}>
                Dismiss
              </Button>
            }
          >
            Not entered: {entries.failed.map(({ code, problem }) => `${code}: ${problem}`).join(' ')}
          </Notice>
        )}
        <Card>
          <Group justify="space-between" gap="xs">
            <Checkbox name="uncounted" checked={uncounted} onChange={onUncounted}>
              Only garments not counted yet
            </Checkbox>
            {mayWrite && (
              <Text size="sm" c="dimmed">
                Type a number, then Enter for the next garment.
              </Text>
            )}
          </Group>
          {lines.length === 0 ? (
            <EmptyState title={uncounted ? 'Everything is counted' : 'No garments'}>
              {uncounted ? 'Show the differences, then book them.' : 'Scan a garment to add it.'}
            </EmptyState>
          ) : (
            <Stack component="ul" gap={0} role="list" className="divided" aria-label="Garments of the count">
              {lines.map((line) => (
                <Line
                  key={`${line.id} ${line.counted}`}
                  line={line}
                  isOpen={mayWrite}
                  onSet={(quantity) => entries.set(line, quantity)}
                />
              ))}
            </Stack>
          )}
          <Pager page={page} limit={LIMIT} totalCount={totalCount} noun="garments" onPage={onPage} />
        </Card>
      </Stack>
      <Dialog opened={isPasting} onClose={() => setPasting(false)} title="Paste a list" closeLabel="Close">
        <PasteCountForm id={count.id} enter={entries.enter} onClose={() => setPasting(false)} />
      </Dialog>
      <Dialog opened={isCancelling} onClose={() => setCancelling(false)} title="Cancel this count?" closeLabel="Close">
        <Stack>
          <p>The count of {plural(count.countedLines, 'garment')} is not booked. The stock stays as it is.</p>
          <ButtonRow>
            <Button loading={cancelling.isPending} onClick={() => cancelling.mutate()}>
              Cancel count
            </Button>
            <Button variant="default" onClick={() => setCancelling(false)}>
              Continue counting
            </Button>
          </ButtonRow>
        </Stack>
      </Dialog>
    </>
  );
}

function Scanner({ last, onScan }: { last: EntryOutcome | undefined; onScan: (code: string) => void }) {
  const field = useRef<HTMLInputElement>(null);
  const id = useId();
  useEffect(() => field.current?.focus(), []);
  return (
    <Card>
      <ScanField ref={field} id={id} placeholder="Barcode or SKU: each scan is one piece" onScan={onScan} />
      {last?.problem ? (
        <ScanAnswer tone="danger" code={last.code}>
          {last.problem}
        </ScanAnswer>
      ) : last?.line ? (
        <ScanAnswer tone="success">{`${last.line.counted} × ${describeGarment(last.line)}`}</ScanAnswer>
      ) : (
        <ScanAnswer>{last && `${last.code} …`}</ScanAnswer>
      )}
    </Card>
  );
}

/** Moves the focus to the number of the next garment, and selects it. */
function focusNext(input: HTMLInputElement): void {
  const all = [...(input.closest('ul')?.querySelectorAll<HTMLInputElement>('input') ?? [])];
  const next = all[all.indexOf(input) + 1];
  next?.focus();
  next?.select();
}

function Line({ line, isOpen, onSet }: { line: CountLine; isOpen: boolean; onSet: (quantity: number) => void }) {
  const saved = line.counted === null ? '' : String(line.counted);
  const [typed, setTyped] = useState(saved);
  const quantity = readPieces(typed);
  const isWrong = typed.trim() !== '' && quantity === undefined;
  const save = () => {
    if (quantity !== undefined && quantity !== line.counted) onSet(quantity);
  };
  return (
    <li className={css.line}>
      <Stack gap={2} miw={0}>
        <strong>{describeGarment(line)}</strong>
        <Text span size="sm" c="dimmed">
          {[
            line.sku,
            line.gtin,
            line.shelf ? `shelf ${line.shelf}` : 'no shelf',
            line.countedBy && `counted by ${line.countedBy}`,
          ]
            .filter(Boolean)
            .join(' · ')}
        </Text>
      </Stack>
      {isOpen ? (
        <input
          className={css.quantity}
          type="text"
          inputMode="numeric"
          autoComplete="off"
          maxLength={7}
          placeholder="–"
          aria-label={`Pieces of ${describeGarment(line)}`}
          aria-invalid={isWrong || undefined}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape') setTyped(saved);
            if (event.key !== 'Enter') return;
            event.preventDefault();
            // Leaving the field saves it.
            focusNext(event.currentTarget);
            if (document.activeElement === event.currentTarget) event.currentTarget.blur();
          }}
          onBlur={save}
        />
      ) : (
        <strong>{line.counted === null ? 'Not counted' : formatNumber(line.counted)}</strong>
      )}
    </li>
  );
}
