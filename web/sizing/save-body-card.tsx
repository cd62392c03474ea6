import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '#web/app/api.ts';
import { showError, showSuccess } from '#web/ui/feedback/alerts.ts';
import { formatDate } from '#web/ui/format/format.ts';
import { Checkbox } from '#web/ui/forms/checkbox.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { deleteSizeCookies, saveSizeCookies } from './size-cookies.ts';
import { saveSizeDraft } from './size-draft.ts';
import { type SizeFormValues, toBodyInput } from './size-form-values.ts';
import css from './size-page.module.css';
import { sizingApi } from './sizing-api.ts';
import { invalidateSizeAdvice, useSizingClient } from './stored-body.ts';

interface Props {
  personId: number;
  typed: SizeFormValues;
  /** There are measurements to save and none of them is invalid. */
  isReady: boolean;
  onDeleted: () => void;
}

/**
 * The consent to saving measurements, and the buttons to save and delete them. People agree to the wording below: if it
 * changes, raise BODY_CONSENT_VERSION in api/sizing/bodies.actions.ts.
 */
export function SaveBodyCard({ personId, typed, isReady, onDeleted }: Props) {
  const client = useQueryClient();
  const { data: known, error } = useSizingClient();
  const [agreed, setAgreed] = useState(false);
  const [isConfirming, setConfirming] = useState(false);
  const isSaved = Boolean(known?.bodyId);

  const save = useMutation({
    mutationFn: async () => {
      if (!known) return;
      if (known.consent?.version !== known.consentVersion)
        await sizingApi('POST /sizing/consent', { body: { version: known.consentVersion } });
      const body = toBodyInput(typed);
      const { body: saved } = known.bodyId
        ? await sizingApi('PUT /sizing/body/:id', { params: { id: Number(known.bodyId) }, body })
        : await sizingApi('POST /sizing/body/newbody', { body });
      await api('PUT /api/customers/:id', {
        params: { id: personId },
        body: {
          customer: { bodiMeCustomerId: saved.id, bodiMeUsedBodyBlocks: [...new Set(saved.tapes.map(({ name }) => name))] },
        },
      });
      saveSizeCookies(body, 'body');
    },
    onSuccess: async () => {
      saveSizeDraft(personId, undefined);
      await invalidateSizeAdvice(client);
      showSuccess('Your measurements have been saved. Garments now show the size most likely to fit.');
    },
    onError: (failure) => showError(failure),
  });

  const erase = useMutation({
    mutationFn: () =>
      known?.bodyId
        ? sizingApi('DELETE /sizing/body/completeprofile/:id', { params: { id: Number(known.bodyId) } })
        : sizingApi('DELETE /sizing/consent'),
    onSuccess: async () => {
      deleteSizeCookies();
      saveSizeDraft(personId, undefined);
      setConfirming(false);
      setAgreed(false);
      onDeleted();
      await invalidateSizeAdvice(client);
      showSuccess('Your measurements have been deleted.');
    },
    onError: (failure) => showError(failure),
  });

  if (!known) {
    return (
      <Card title="Save my measurements" className={css.keep}>
        <Text c="dimmed">{error ? 'Measurements can’t be saved at the moment. Please try again later.' : 'Loading…'}</Text>
      </Card>
    );
  }
  return (
    <Card title="Save my measurements" className={css.keep}>
      <Stack gap={14}>
        {isSaved && known.consent ? (
          <Text c="dimmed">
            Saved with your consent of {formatDate(known.consent.givenOnUtc)}. No one else sees your measurements. People who
            order for you see only the recommended size.
          </Text>
        ) : (
          <>
            <Text c="dimmed">
              Until you agree, nothing you enter leaves this page. Sizes are recommended only while this tab is open.
            </Text>
            <Checkbox name="agree" checked={agreed} onChange={setAgreed}>
              I agree that my measurements are saved in encrypted form, to recommend sizes to me and to people who order for me.
              No one else sees my measurements. Administrators see only that I have been measured. This browser stores them for 30
              days. I can delete everything here at any time.
            </Checkbox>
            <Text c="dimmed" size="sm">
              This browser’s copy is deleted sooner when you log out, and by Safari after seven days without a visit.
            </Text>
          </>
        )}
        <Group gap={10}>
          <Button disabled={!isReady || !(isSaved || agreed)} loading={save.isPending} onClick={() => save.mutate()}>
            {isSaved ? 'Save changes' : 'Save my measurements'}
          </Button>
          {isSaved && !isConfirming && (
            <Button variant="default" onClick={() => setConfirming(true)}>
              Delete my measurements
            </Button>
          )}
        </Group>
        {isConfirming && (
          <div className={css.question} role="status">
            <p>Delete all your saved measurements? You can’t undo this.</p>
            <Button color="red" loading={erase.isPending} onClick={() => erase.mutate()}>
              Delete measurements
            </Button>
            <Button variant="default" disabled={erase.isPending} onClick={() => setConfirming(false)}>
              Cancel
            </Button>
          </div>
        )}
      </Stack>
    </Card>
  );
}
