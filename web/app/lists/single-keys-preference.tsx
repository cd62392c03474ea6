import { useMutation } from '@tanstack/react-query';
import { showError } from '#web/ui/feedback/alerts.ts';
import { Checkbox } from '#web/ui/forms/checkbox.tsx';
import { useListClient } from './list-client.ts';

/** Switches the keys of lists off and on, such as J and K. `save` keeps it on the server and shows what has been kept. */
export function SingleKeysPreference({ save }: { save: (isOn: boolean) => Promise<unknown> }) {
  const isOn = useListClient().useSingleKeysOn();
  const { mutate, isPending, variables } = useMutation({ mutationFn: save, onError: (error) => showError(error) });
  return (
    <Checkbox name="singleKeyShortcuts" checked={isPending ? variables : isOn} disabled={isPending} onChange={mutate}>
      Use single-key shortcuts in lists and queues, such as J and K for the next and previous row. Press ? to see them all.
    </Checkbox>
  );
}
