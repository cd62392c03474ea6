import { Stack, Text } from '@mantine/core';
import { Link } from 'react-router';
import type { ImportFinding } from '#contract/people/import/finding-kinds.ts';
import { Checkbox } from '#web/ui/forms/checkbox.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { findingLabels } from './finding-labels.ts';
import css from './import.module.css';

interface Props {
  findings: readonly { finding: ImportFinding; rows: number }[];
  confirmed: readonly ImportFinding[];
  onChange: (confirmed: readonly ImportFinding[]) => void;
}

/** What the file says of who people are, each kind to be confirmed once for all of its rows. */
export function FindingsToConfirm({ findings, confirmed, onChange }: Props) {
  if (findings.length === 0) return null;
  return (
    <section aria-labelledby="findings">
      <Card>
        <h2 id="findings" className={css.heading}>
          Please confirm
        </h2>
        <Text size="sm" c="dimmed">
          What you don’t confirm is left as it is.
        </Text>
        <Stack component="ul" gap="sm" mt="sm" mb={0} p={0} role="list">
          {findings.map(({ finding, rows }) => {
            const { describe, explanation } = findingLabels[finding];
            return (
              <li key={finding}>
                <Checkbox
                  name={finding}
                  checked={confirmed.includes(finding)}
                  onChange={(isChecked) =>
                    onChange(isChecked ? [...confirmed, finding] : confirmed.filter((other) => other !== finding))
                  }
                >
                  {describe(rows)}
                </Checkbox>
                <Text size="sm" c="dimmed" className={css.explanation}>
                  {explanation} <Link to={{ search: `?finding=${finding}` }}>Show {rows === 1 ? 'the row' : 'the rows'}</Link>
                </Text>
              </li>
            );
          })}
        </Stack>
      </Card>
    </section>
  );
}
