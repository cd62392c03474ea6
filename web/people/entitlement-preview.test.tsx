import { screen } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { createReply } from '#web/testing/example-reply.ts';
import { renderPage } from '#web/testing/render-page.tsx';
import { EntitlementPreview } from './entitlement-preview.tsx';

const CORRECTION = { fromName: 'Ladies', toName: 'Men', people: 1, movable: 3, staying: 0, stayingGroups: [] };

function QuestionedPreview({ corrections, isOutdated = false }: { corrections: object[]; isOutdated?: boolean }) {
  const [moveOrdered, setMoveOrdered] = useState(false);
  const { preview } = createReply('POST /api/customers/:id/entitlementpreview', {
    preview: {
      people: 1,
      previewed: 1,
      affected: 0,
      changes: [],
      corrections,
      excesses: [],
      refusals: [],
      moreChanges: 0,
      moreExcesses: 0,
    },
  });
  return (
    <>
      <EntitlementPreview
        name="Cara"
        preview={preview}
        error={null}
        isOutdated={isOutdated}
        moveOrdered={moveOrdered}
        onMoveOrdered={setMoveOrdered}
      />
      <output>{moveOrdered ? 'moves' : 'stays'}</output>
    </>
  );
}

describe('the preview of a corrected cut', () => {
  it('asks whether what was ordered counts in the other cut', async () => {
    const { user } = renderPage(<QuestionedPreview corrections={[CORRECTION]} />);
    const question = await screen.findByRole('checkbox', { name: 'Count what was ordered in Ladies towards Men' });
    screen.getByText('3 pieces, in groups of the same name. Otherwise the new cut starts with its full allowance.');
    expect(screen.queryByText('stays')).not.toBeNull();
    await user.click(question);
    expect(screen.queryByText('moves')).not.toBeNull();
  });

  it('keeps the question while it is previewed again, and not the figures', async () => {
    renderPage(<QuestionedPreview corrections={[CORRECTION]} isOutdated />);
    await screen.findByRole('checkbox');
    expect(screen.queryByText('The entitlement of Cara stays the same.')).toBeNull();
  });

  it('says what stays behind, and asks nothing where nothing could move', async () => {
    renderPage(<QuestionedPreview corrections={[{ ...CORRECTION, movable: 0, staying: 2, stayingGroups: ['Skirts'] }]} />);
    await screen.findByText('2 pieces in Skirts stay in Ladies: Men has no group of the same name.');
    expect(screen.queryByRole('checkbox')).toBeNull();
  });

  it('asks nothing about other changes', async () => {
    renderPage(<QuestionedPreview corrections={[]} />);
    await screen.findByText('The entitlement of Cara stays the same.');
    expect(screen.queryByRole('checkbox')).toBeNull();
  });
});
