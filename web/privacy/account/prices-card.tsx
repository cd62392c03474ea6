import { Text } from '@mantine/core';
import { useTaxDisplay } from '#web/app/session/tax-display.ts';
import { Checkbox } from '#web/ui/forms/checkbox.tsx';

/** Whether prices are shown including tax. Has no effect on what an order costs. */
export function PricesCard() {
  const { including, isPending, toggle } = useTaxDisplay();
  return (
    <div>
      <Checkbox name="includingTax" checked={including} disabled={isPending} onChange={toggle}>
        Show prices including tax
      </Checkbox>
      <Text size="sm" c="dimmed">
        This changes only how prices are shown, not what an order costs.
      </Text>
    </div>
  );
}
