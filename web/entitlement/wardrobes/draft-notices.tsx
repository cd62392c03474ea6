import { Box, Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { showSuccess } from '#web/ui/feedback/alerts.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import css from './draft.module.css';
import type { WardrobeDraftEditor } from './use-wardrobe-draft.ts';
import type { Wardrobe } from './wardrobe-data.ts';

interface Props {
  wardrobe: Wardrobe;
  draft: WardrobeDraftEditor;
}

const describeError = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** Why the draft is not saved, and what can be done about it. */
export function DraftNotices({ wardrobe, draft }: Props) {
  const { state } = draft;
  const box = useRef<HTMLDivElement>(null);
  // Someone who changed a group far down would not see it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: when it appears.
  useEffect(() => {
    box.current?.scrollIntoView({ block: 'center' });
  }, [state.status]);
  if (state.status === 'failed')
    return (
      <Box mb="md" ref={box}>
        <Notice
          tone="danger"
          role="alert"
          actions={
            <Button variant="default" size="sm" onClick={draft.retry}>
              Save again
            </Button>
          }
        >
          <strong>Your changes are not saved.</strong> {describeError(state.error)} They are kept on this page.
        </Notice>
      </Box>
    );
  if (state.status !== 'conflict') return null;
  const theirs = wardrobe.draft;
  const acceptTheirs = async () => {
    const mine = await draft.acceptTheirs();
    if (mine)
      showSuccess(theirs ? `This is the draft of ${theirs.savedBy.name}.` : `This is version ${draft.version}.`, {
        action: { label: 'Save mine instead', run: () => draft.change(() => mine) },
      });
  };
  return (
    <Box mb="md" ref={box}>
      <Notice
        tone="warning"
        role="alert"
        actions={
          <>
            <Button size="sm" onClick={() => void acceptTheirs()}>
              {theirs ? 'Show that version' : `Show version ${draft.version}`}
            </Button>
            <Button variant="default" size="sm" onClick={draft.overwriteTheirs}>
              {theirs ? 'Save mine instead' : 'Save mine as a new draft'}
            </Button>
          </>
        }
      >
        <strong>{describeError(state.error)}</strong> You still see your own.
        {theirs && theirs.changes.length > 0 && (
          <>
            <p>The draft of {theirs.savedBy.name} says:</p>
            <ul className={css.sentences}>
              {theirs.changes.map((change) => (
                <li key={change}>{change}</li>
              ))}
            </ul>
          </>
        )}
      </Notice>
    </Box>
  );
}
