import { Box, Button, Text } from '@mantine/core';
import { Link } from 'react-router';
import { paths } from '#web/app/paths.ts';
import { useImpersonatedName } from '#web/app/session/impersonation.ts';
import { AskForMoreTime } from '#web/entitlement/time-requests/ask-for-more-time.tsx';
import { SkeletonBlock } from '#web/ui/feedback/skeleton.tsx';
import { ErrorState } from '#web/ui/feedback/states.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { describeClosing, formatClosedHeadline, formatHeadline } from './builder-labels.ts';
import { isAllOrdered } from './builder-model.ts';
import css from './uniform-summary.module.css';
import { useBuilder } from './use-builder.ts';

/** What is left of a person's own uniform and until when, for people who have other things to do as well. */
export function UniformSummary() {
  const { state, error, reload } = useBuilder();
  const person = useImpersonatedName();
  const title = person ? `${person}’s uniform` : 'Your uniform';
  if (!state)
    return (
      <Card title={title} className={css.card}>
        {error ? (
          <ErrorState title="Your uniform could not be loaded." error={error} onRetry={reload} />
        ) : (
          <SkeletonBlock width="60%" height={28} />
        )}
      </Card>
    );
  const { builder, totals, canChoose, currencyCode } = state;
  const { figure, text } = canChoose ? formatHeadline(totals, currencyCode) : formatClosedHeadline(totals);
  const closing = canChoose ? describeClosing(builder.season) : undefined;
  const isDone = isAllOrdered(totals);
  return (
    <Card title={title} action={<Link to={paths.statement()}>View your statement</Link>} className={css.card}>
      <p>
        <strong className="figures">{isDone ? (canChoose ? 'All ordered' : 'Complete') : figure}</strong> {!isDone && text}
      </p>
      <Text size="sm" c="dimmed">
        {[
          builder.collection.name,
          builder.season?.name,
          !isDone && closing && `closes ${closing.day}, ${closing.left.toLowerCase()}`,
        ]
          .filter(Boolean)
          .join(' · ')}
      </Text>
      {builder.notices.length > 0 && <Text size="sm">{builder.notices.join(' ')}</Text>}
      {!canChoose && !isDone && (
        <Box mt="sm">
          <AskForMoreTime seasonId={builder.season?.id} />
        </Box>
      )}
      <Button component={Link} to={paths.uniformBuilder()} variant="default" mt="sm">
        {isDone || !canChoose ? 'View your uniform' : 'Choose garments'}
      </Button>
    </Card>
  );
}
