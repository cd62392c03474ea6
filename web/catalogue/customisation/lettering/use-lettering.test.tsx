import { screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { describeTextProblem } from '#lettering/describe-problem.ts';
import { getLetteringStyle } from '#lettering/fonts.ts';
import { renderPage } from '#web/testing/render-page.tsx';
import { useLettering } from './use-lettering.ts';
import { useLetteringFont } from './use-lettering-font.ts';

function TextField() {
  const [text, setText] = useState('');
  const { data: lettering } = useLettering();
  useLetteringFont('Script');
  const { problem, size } =
    lettering?.check('Script', text, {
      limits: { maxLength: 30, maxLines: 1 },
      room: { letterMm: 10, smallestMm: 5, widthMm: 50, heightMm: 20 },
    }) ?? {};
  return (
    <>
      <input
        aria-label="Text"
        style={getLetteringStyle('Script')}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <p>{problem ? describeTextProblem(problem) : size && `${size.letterMm} mm`}</p>
    </>
  );
}

it('checks and fits a text as it is typed', async () => {
  const { user } = renderPage(<TextField />, {});
  expect(await screen.findByText('Please enter the text.')).toBeTruthy();
  await user.type(screen.getByLabelText('Text'), ' Ada ');
  expect(screen.getByText('10 mm')).toBeTruthy();
  await user.type(screen.getByLabelText('Text'), 'Lovelace');
  expect(screen.getByText(/^[5-9](\.\d)? mm$/)).toBeTruthy();
  await user.type(screen.getByLabelText('Text'), ' Ω');
  expect(screen.getByText('“Ω” is not in Script. Sans and Serif have it.')).toBeTruthy();
});
