import { Button, Stack, Text } from '@mantine/core';
import { describeContradiction } from '#body/body-fields.ts';
import { Card } from '#web/ui/layout/card.tsx';
import { listBodyMeasures, type WearerBody } from './body-description.ts';
import type { SizeFormValues } from './size-form-values.ts';
import css from './size-page.module.css';
import { UsualSizes } from './usual-sizes.tsx';

interface Props {
  body: WearerBody | undefined;
  unit: SizeFormValues['lengthUnit'];
  /** The form has an invalid value, so the body shown is from earlier values. */
  isBehind: boolean;
  onConfirm: (field: string) => void;
}

/** The recommended sizes and the likely measurements. */
export function SizeResult({ body, unit, isBehind, onConfirm }: Props) {
  return (
    <Card title="Your sizes" className={css.result}>
      {body ? (
        <div className={css.resultColumns}>
          {(isBehind || body.prediction.contradictions.length > 0) && (
            <Stack gap={10} className={css.questions}>
              {isBehind && (
                <Text size="sm" c="dimmed">
                  This is based on your earlier entries. Check the highlighted field.
                </Text>
              )}
              {body.prediction.contradictions.map((contradiction) => (
                <div key={contradiction.field} className={css.question} role="status">
                  <p>{describeContradiction(contradiction, body.answers)}</p>
                  <Button variant="default" size="compact-md" onClick={() => onConfirm(contradiction.field)}>
                    Yes, that’s right
                  </Button>
                </div>
              ))}
            </Stack>
          )}
          <UsualSizes body={body} unit={unit} />
          <Measures body={body} unit={unit} />
        </div>
      ) : (
        <Text c="dimmed">
          Enter your height and weight. Your recommended sizes appear here with how sure we are, and your likely measurements.
        </Text>
      )}
    </Card>
  );
}

function Measures({ body: { answers, prediction }, unit }: { body: WearerBody; unit: Props['unit'] }) {
  return (
    <div>
      <h3 className={css.subtitle}>Your likely measurements</h3>
      <table className={css.table}>
        <thead>
          <tr>
            <th scope="col">Measure</th>
            <th scope="col">Likely</th>
            <th scope="col">4 of 5 people like you</th>
          </tr>
        </thead>
        <tbody>
          {listBodyMeasures(prediction, unit).map(({ measure, name, value, range, isMeasured }) => (
            <tr key={measure}>
              <th scope="row">{name}</th>
              <td className="figures">{value}</td>
              <td className="figures">
                {range}{' '}
                {isMeasured && (
                  <Text span size="sm" c="dimmed">
                    with your tape
                  </Text>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {answers.stature !== undefined && !answers.isMeasured && (
        <Text size="sm" c="dimmed">
          People usually overstate their height a little. Our advice allows for it.
        </Text>
      )}
      {prediction.isExtrapolated && (
        <Text size="sm" c="dimmed">
          We have little data for this build, so your measurements may differ more. A tape measure is more accurate.
        </Text>
      )}
    </div>
  );
}
