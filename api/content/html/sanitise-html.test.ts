import { describe, expect, it } from 'vitest';
import { hasTooManyElements } from '#api/platform/html/reduce-html.rules.ts';
import { createHostileSnippets } from '#api/testing/hostile-html.ts';
import { listPicturesIn, sanitiseAgain, sanitiseHtml } from './sanitise-html.rules.ts';

const PICTURE = '/pictures/2fd4e1c67a2d28fced849ee1bb76e7391b93eb12.webp';
const clean = (html: string) => sanitiseHtml(html).html;

describe('what is kept of a text', () => {
  it.each([
    ['headings from h2 to h4', '<h1>A</h1><h2>B</h2><h5>C</h5>', '<h2>A</h2><h2>B</h2><h4>C</h4>'],
    [
      'lists and emphasis',
      '<ul><li><b>A</b></li></ul><ol start="3"><li><i>B</i></li></ol>',
      '<ul><li><strong>A</strong></li></ul><ol start="3"><li><em>B</em></li></ol>',
    ],
    [
      'tables',
      '<table><tr><th scope="col" colspan="2" style="x">A</th></tr><tr><td width=9>B</td></tr></table>',
      '<table><tr><th colspan="2" scope="col">A</th></tr><tr><td>B</td></tr></table>',
    ],
    [
      'links to the web',
      '<a href="https://a.example/?b=1&c=2" target="_blank">A</a>',
      '<a href="https://a.example/?b=1&amp;c=2" rel="noopener noreferrer">A</a>',
    ],
    [
      'links to mail, telephones and pages',
      '<a href="mailto:a@b.example">A</a><a href="tel:+44">B</a><a href="/index/orders">C</a>',
      '<a href="mailto:a@b.example">A</a><a href="tel:+44">B</a><a href="/index/orders">C</a>',
    ],
    [
      'uploaded pictures',
      `<p><img src="${PICTURE}" alt="Shop" width="40" height="30" class="x"></p>`,
      `<p><img src="${PICTURE}" alt="Shop" width="40" height="30" loading="lazy" /></p>`,
    ],
    ['plain text as paragraphs', 'One\n\nTwo < 3\nFour', '<p>One</p><p>Two &lt; 3<br />Four</p>'],
    ['what Word makes bold', "<b style='mso-bidi-font-weight:normal'>A</b>", '<strong>A</strong>'],
    [
      'emphasis of editors of documents',
      '<b style="font-weight:normal"><span style="font-weight:700">A</span> <span style="font-style:italic">B</span> <span>C</span></b>',
      '<strong>A</strong> <em>B</em> C',
    ],
  ])('is %s', (_, typed, expected) => {
    expect(clean(typed)).toBe(expected);
  });

  it.each([
    ['http://a.example'],
    ['//a.example'],
    ['/\\a.example'],
    ['\\\\a.example'],
    ['#top'],
    ['ftp://a.example'],
    ['javascript:alert(1)'],
    ['java\u202escript:alert(1)'],
    ['https:///'],
  ])('is the text alone of a link to %s', (href) => {
    expect(clean(`<p><a href="${href}">A</a></p>`)).toBe('<p>A</p>');
  });

  it.each([
    ['data:image/png;base64,AAAA'],
    ['https://a.example/a.png'],
    ['/pictures/../api/logout'],
    [`${PICTURE}?x`],
    ['/garments/polo/ffffff-front.svg'],
  ])('is nothing of a picture at %s', (src) => {
    expect(clean(`<p><img src="${src}" alt="x"></p>`)).toBe('');
  });

  it('has no characters that turn or hide the text, however they are written', () => {
    const typed = '<p>A\u202eB&#8238;C&#x202E;D\u2066E\u200bF\u0000G&rlm;H</p>';
    expect(sanitiseHtml(typed)).toEqual({
      html: '<p>ABCDEFGH</p>',
      leftOut: ['Invisible characters that change the direction of the text were removed.'],
    });
    // Arabic and Hebrew need none of them.
    expect(clean('<p>مرحبا שלום</p>')).toBe('<p>مرحبا שלום</p>');
  });

  it('is lists where a word processor wrote paragraphs with bullets and numbers', () => {
    const item = (marker: string, text: string) =>
      `<p class="MsoListParagraphCxSpMiddle" style="mso-list:l0"><span style="font-family:Symbol">${marker}<span>&nbsp;&nbsp;&nbsp; </span></span>${text}<o:p></o:p></p>`;
    const typed = `<p class=MsoNormal>Bring:<o:p></o:p></p>${item('·', 'one')}${item('·', 'two')}<p class=MsoNormal>Then:</p>${item('1.', 'go')}${item('2.', 'on')}`;
    expect(clean(typed)).toBe('<p>Bring:</p><ul><li>one</li><li>two</li></ul><p>Then:</p><ol><li>go</li><li>on</li></ol>');
  });
});

describe('what is left out', () => {
  it('is said in words, each kind once', () => {
    const { leftOut } = sanitiseHtml(`
      <script>x</script><p onclick="x">A</p><iframe></iframe><form><button>B</button></form><svg></svg>
      <img src="data:image/png;base64,AA"><img src="https://a.example/1.png"><img src="https://a.example/2.png">
      <a href="http://a.example">C</a><font color="red">D</font>`);
    expect(leftOut).toEqual([
      'Scripts were left out.',
      'Embedded pages, videos and sounds were left out.',
      'Forms and buttons were left out.',
      'A picture that was pasted was left out. Please upload it.',
      '2 pictures from other websites were left out. Please upload them.',
      'Drawings and formulas were left out.',
      'A link was left out. Links begin with https://, mailto: or tel:, or with / for a page of the portal.',
      'Fonts, colours and sizes were left out. The text is shown in the look of the portal.',
    ]);
  });

  it('is nothing of a text that is as it should be', () => {
    expect(
      sanitiseHtml(`<h2>A</h2><p>B <a href="https://a.example">C</a></p><p><img src="${PICTURE}" alt=""></p>`).leftOut,
    ).toEqual([]);
  });
});

const snippets = createHostileSnippets();

it.each(snippets.map((snippet, index) => [index, snippet]))(
  'hostile snippet %i has no way in, and stays as it is: %s',
  (_, snippet) => {
    const { html } = sanitiseHtml(snippet);
    expect(sanitiseAgain(html)).toBe(html);
    // Outside of texts of attributes there is no attribute that runs or loads anything, and no other element.
    const tags = [...html.matchAll(/<\/?([a-z0-9-]+)((?:[^<>"]|"[^"]*")*)>/g)];
    expect(html.replaceAll(/<\/?[a-z0-9-]+(?:[^<>"]|"[^"]*")*>/g, '')).not.toMatch(/[<>]/);
    for (const [, name = '', rest = ''] of tags) {
      expect(name).toMatch(/^(p|br|ul|ol|li|table|thead|tbody|tr|th|td|strong|em|u|s|sub|sup|h2|h3|h4|a|img|blockquote|hr)$/);
      for (const [, attribute = '', value = ''] of rest.matchAll(/([^\s"=]+)="([^"]*)"/g)) {
        expect(attribute).toMatch(/^(href|rel|src|alt|width|height|loading|colspan|rowspan|scope|start)$/);
        if (attribute === 'href') expect(value).toMatch(/^(https:\/\/[^/\\]|mailto:|tel:|\/(?![/\\]))/);
        if (attribute === 'src') expect(value).toMatch(/^\/pictures\/[0-9a-f]{40}(-\d+)?\.webp$/);
      }
    }
  },
);

it('lists the pictures of a text, each once in its largest size', () => {
  const html = clean(`<p><img src="${PICTURE}"><img src="${PICTURE.replace('.webp', '-480.webp')}"></p>`);
  expect(listPicturesIn(html)).toEqual([PICTURE]);
});

it.each([
  ['<div>', 100_000],
  ['<svg>', 100_000],
  ['<a href="', 60_000],
  ['<', 500_000],
  ['&', 500_000],
  ['<word-item>', 45_000],
  ['<p class=MsoListParagraph>·', 20_000],
  ['<!--', 120_000],
  ['<noscript>', 50_000],
])('reads half a million signs of %s quickly, or says that there are too many elements', (part, times) => {
  const typed = part.repeat(times).slice(0, 500_000);
  const before = performance.now();
  if (!hasTooManyElements(typed)) sanitiseHtml(typed);
  expect(performance.now() - before).toBeLessThan(5000);
});
