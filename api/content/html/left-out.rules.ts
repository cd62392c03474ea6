/** What a text can have that is left out of it. */
export type LeftOut =
  | 'script'
  | 'embedded'
  | 'form'
  | 'drawing'
  | 'pastedPicture'
  | 'foreignPicture'
  | 'link'
  | 'direction'
  | 'look';

const countOf = (count: number, one: string, many: string) => (count === 1 ? one : `${count} ${many}`);

/** Sentences, the gravest first; `n` is how often it was found. */
const SENTENCES: Readonly<Record<LeftOut, (n: number) => string>> = {
  script: () => 'Scripts were left out.',
  embedded: () => 'Embedded pages, videos and sounds were left out.',
  form: () => 'Forms and buttons were left out.',
  pastedPicture: (n) =>
    `${countOf(n, 'A picture that was pasted was', 'pictures that were pasted were')} left out. Please upload ${n === 1 ? 'it' : 'them'}.`,
  foreignPicture: (n) =>
    `${countOf(n, 'A picture from another website was', 'pictures from other websites were')} left out. Please upload ${n === 1 ? 'it' : 'them'}.`,
  drawing: () => 'Drawings and formulas were left out.',
  link: (n) =>
    `${countOf(n, 'A link was', 'links were')} left out. Links begin with https://, mailto: or tel:, or with / for a page of the portal.`,
  direction: () => 'Invisible characters that change the direction of the text were removed.',
  look: () => 'Fonts, colours and sizes were left out. The text is shown in the look of the portal.',
};

/** What was left out of a text, in words. */
export const describeLeftOut = (counts: ReadonlyMap<LeftOut, number>): string[] =>
  (Object.keys(SENTENCES) as LeftOut[]).flatMap((kind) => {
    const n = counts.get(kind);
    return n === undefined ? [] : [SENTENCES[kind](n)];
  });
