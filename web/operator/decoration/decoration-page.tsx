import { Button, Group, Stack, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useId, useRef } from 'react';
import { Link, useSearchParams } from 'react-router';
import type { ReplyOf } from '#contract/index.ts';
import { DownloadButton } from '#web/ui/buttons/download-button.tsx';
import { StatusBadge } from '#web/ui/content/status-badge.tsx';
import { SkeletonRows } from '#web/ui/feedback/skeleton.tsx';
import { EmptyState, ErrorState } from '#web/ui/feedback/states.tsx';
import { formatDay, plural } from '#web/ui/format/format.ts';
import { Card } from '#web/ui/layout/card.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { PageLoading } from '#web/ui/layout/page-loading.tsx';
import { Pager } from '#web/ui/lists/pager.tsx';
import { operatorPaths } from '../operator-paths.ts';
import { ScanAnswer } from '../scanning/scan-answer.tsx';
import { ScanField } from '../scanning/scan-field.tsx';
import { operatorDownload, operatorQuery } from '../session/operator-api.ts';
import css from './decoration.module.css';
import { DesignList } from './design-list.tsx';
import { ResetDialog } from './reset-dialog.tsx';
import { useDecoration } from './use-decoration.ts';

type Work = ReplyOf<'GET /api/operator/decoration/work'>;
type DecorationGroup = Work['groups'][number];
type DecorationLine = Work['lines'][number];
type Decoration = ReturnType<typeof useDecoration>;

const MAX_PAGE = 10_000;

/** What is to be decorated, by the day on which it leaves: work orders, starting, and counting finished pieces by scans. */
export function DecorationPage() {
  const [search, setSearch] = useSearchParams();
  const chosen = search.get('day');
  const day = chosen !== null && /^\d{4}-\d\d-\d\d$/.test(chosen) ? chosen : undefined;
  const page = Math.min(Math.max(0, Math.trunc(Number(search.get('page')) || 1) - 1), MAX_PAGE);
  const { data, error, refetch } = useQuery({
    ...operatorQuery('GET /api/operator/decoration/work', {
      query: { ...(day !== undefined && { day }), ...(page > 0 && { page }) },
    }),
    placeholderData: keepPreviousData,
  });
  const decoration = useDecoration();
  return (
    <>
      <PageHeader title="Decoration">Logos, texts and badges, after picking and before packing.</PageHeader>
      {data ? (
        <Stack gap="sm" miw={0}>
          {/* After the last piece its answer stays, and it can be taken back. */}
          {data.days.length === 0 && data.groups.length === 0 && decoration.answer === undefined ? (
            <Card>
              <EmptyState title="Nothing to decorate">
                Personalised orders appear here once they are released. Orders that wait for a proof follow when it is approved.
              </EmptyState>
            </Card>
          ) : (
            <>
              <Scanner decoration={decoration} />
              {data.days.length > 0 && <Days work={data} onChoose={(next) => setSearch({ day: next }, { replace: true })} />}
              {data.groups.map((group) => (
                <GroupCard key={group.key} group={group} lines={data.lines} decoration={decoration} />
              ))}
              {data.lineCount > data.pageSize && data.day !== null && (
                <Card>
                  <Text mb="xs">
                    This day has more lines than one page shows. Its work order has all of them, and scans find lines of every
                    page.
                  </Text>
                  <Pager
                    page={data.page}
                    limit={data.pageSize}
                    totalCount={data.lineCount}
                    noun="lines"
                    onPage={(next) => {
                      setSearch({ day: data.day ?? '', ...(next > 0 && { page: String(next + 1) }) });
                      window.scrollTo({ top: 0 });
                    }}
                  />
                </Card>
              )}
              {data.groups.length === 0 && (
                <Card>
                  <EmptyState title={data.days.length === 0 ? 'Everything is decorated' : 'This day is done'}>
                    {data.days.length === 0
                      ? 'Personalised orders appear here once they are released.'
                      : 'Everything for it is decorated. Choose another day above.'}
                  </EmptyState>
                </Card>
              )}
            </>
          )}
          {decoration.resetting && (
            <ResetDialog line={decoration.resetting} onClose={decoration.closeReset} onConfirm={decoration.reset} />
          )}
        </Stack>
      ) : error ? (
        <Card>
          <ErrorState title="The work could not be loaded." error={error} onRetry={() => void refetch()} />
        </Card>
      ) : (
        <PageLoading label="Loading the work">
          <SkeletonRows rows={4} height={80} />
        </PageLoading>
      )}
    </>
  );
}

/** The field for barcodes of lines and garments, with the answer to the last scan. */
function Scanner({ decoration: { answer, scan, undo } }: { decoration: Decoration }) {
  const field = useRef<HTMLInputElement>(null);
  const id = useId();
  useEffect(() => field.current?.focus(), []);
  return (
    <Card>
      <ScanField
        ref={field}
        id={id}
        label="Scan a finished piece"
        placeholder="Line or garment"
        aria-describedby={`${id}-keys`}
        onScan={scan}
        onKeyDown={(event) => {
          if (event.key === 'Backspace' && event.currentTarget.value === '' && !event.repeat) undo();
        }}
      />
      <ScanAnswer tone={answer?.tone}>{answer?.text}</ScanAnswer>
      <Text id={`${id}-keys`} size="sm" c="dimmed">
        <kbd>Backspace</kbd> undo last scan
      </Text>
    </Card>
  );
}

/** The days with work, and the work order of the one that is shown. */
function Days({ work: { day, days }, onChoose }: { work: Work; onChoose: (day: string) => void }) {
  return (
    <Card>
      <Group justify="space-between" gap="sm">
        <nav aria-label="Days" className={css.days}>
          {days.map((each) => (
            <Button
              key={each.day}
              size="compact-sm"
              variant={each.day === day ? 'filled' : 'default'}
              aria-current={each.day === day ? 'true' : undefined}
              onClick={() => onChoose(each.day)}
            >
              {formatDay(each.day)}
              {each.isLate && ', late'}: {plural(each.quantity, 'piece')}
            </Button>
          ))}
        </nav>
        {day !== null && days.some((each) => each.day === day) && (
          <Group gap="xs">
            <DownloadButton
              size="compact-sm"
              file={() => operatorDownload('GET /api/operator/decoration/workorder', { query: { day } })}
            >
              Work order (PDF)
            </DownloadButton>
            <DownloadButton
              size="compact-sm"
              file={() => operatorDownload('GET /api/operator/decoration/workorder.csv', { query: { day } })}
            >
              Work order (CSV)
            </DownloadButton>
          </Group>
        )}
      </Group>
    </Card>
  );
}

interface GroupProps {
  group: DecorationGroup;
  lines: readonly DecorationLine[];
  decoration: Decoration;
}

/** A design on garments of one kind and colour, with its lines. */
function GroupCard({ group, lines, decoration }: GroupProps) {
  const own = group.lineIds.flatMap((id) => lines.find((line) => line.id === id) ?? []);
  const waiting = own.filter(({ startedOnUtc, readyQuantity }) => startedOnUtc === null && readyQuantity > 0).map(({ id }) => id);
  const title = `${group.method}. ${group.name}`;
  return (
    <Card
      title={title}
      action={
        waiting.length > 0 && (
          <Button
            size="sm"
            variant="default"
            loading={decoration.isStarting}
            aria-label={`Start ${plural(waiting.length, 'line')}: ${title}`}
            onClick={() => decoration.start(waiting)}
          >
            Start {plural(waiting.length, 'line')}
          </Button>
        )
      }
    >
      <Text>
        {[group.productName, group.colour].filter(Boolean).join(', ')}: {group.decoratedQuantity} of{' '}
        {plural(group.quantity, 'piece')} decorated
      </Text>
      <ul className={`${css.lines} divided`} aria-label={`Lines: ${title}`}>
        {own.map((line) => (
          <WorkLine key={line.id} line={line} onCount={decoration.count} onReset={decoration.openReset} />
        ))}
      </ul>
    </Card>
  );
}

interface WorkLineProps {
  line: DecorationLine;
  onCount: Decoration['count'];
  onReset: Decoration['openReset'];
}

/** A line with what is put on it, how far it is, and buttons to count without a scanner. */
function WorkLine({ line, onCount, onReset }: WorkLineProps) {
  const { id, code, orderId, quantity, decoratedQuantity, startedOnUtc } = line;
  const name = `${line.productName}, ${line.size ?? line.attributeDescription}, line ${code}`;
  return (
    <li>
      <div>
        <span className={css.code}>{code}</span>
        <br />
        <Link to={operatorPaths.order(orderId)}>Order {orderId}</Link>
      </div>
      <div>
        <strong>{line.size ?? (line.attributeDescription || line.productName)}</strong>
        <Text span size="sm" c="dimmed">
          {' '}
          {[line.wearerName ?? line.personName, line.organisationName].join(' · ')}
        </Text>
        <DesignList designs={line.designs} />
      </div>
      <div className={css.count}>
        <LineState line={line} />
        <Group gap={6} justify="flex-end" wrap="nowrap" mt={4}>
          {startedOnUtc !== null && decoratedQuantity === 0 && (
            <Button
              size="compact-sm"
              variant="default"
              aria-haspopup="dialog"
              aria-label={`Set back: ${name}`}
              onClick={() => onReset({ id, name })}
            >
              Set back
            </Button>
          )}
          {startedOnUtc !== null && decoratedQuantity > 0 && (
            <Button size="compact-sm" variant="default" aria-label={`Take back one: ${name}`} onClick={() => onCount(id, -1)}>
              −1
            </Button>
          )}
          <span className="figures">
            {decoratedQuantity} of {quantity}
          </span>
          {startedOnUtc !== null && decoratedQuantity < quantity && (
            <Button size="compact-sm" variant="default" aria-label={`One is finished: ${name}`} onClick={() => onCount(id, 1)}>
              +1
            </Button>
          )}
        </Group>
      </div>
    </li>
  );
}

function LineState({ line: { startedOnUtc, decoratedQuantity, quantity, readyQuantity } }: { line: DecorationLine }) {
  if (decoratedQuantity === quantity) return <StatusBadge tone="success">Decorated</StatusBadge>;
  if (startedOnUtc !== null) return <StatusBadge tone="info">Started</StatusBadge>;
  if (readyQuantity === 0) return <StatusBadge tone="warning">Not on hand</StatusBadge>;
  return <StatusBadge>To start</StatusBadge>;
}
