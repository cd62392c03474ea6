import { buffer } from 'node:stream/consumers';
import { beforeEach, describe, expect, it, test, vi } from 'vitest';
import { NAMES_OF_LANGUAGES } from '../../testing/names-of-languages.ts';
import { hasPdfReaders, listFonts, readPdf, readWordPositions } from '../../testing/pdf-reader.ts';
import { bodyText, heading } from './blocks.ts';
import { findFontFile } from './fonts.ts';
import { FURTHER_FONTS, locateFurtherFont } from './further-fonts.ts';
import { createPdfTheme } from './pdf-theme.ts';
import type { PdfBlock } from './piece.ts';
import { renderPdf } from './render-pdf.ts';
import { FROM_RIGHT, type PlacedGlyph } from './shaped-font.ts';
import { breakLines, cleanText, splitRuns, type TextRun, type TextStyle } from './text.ts';
import { isolate } from './writing-direction.ts';

vi.mock(import('./further-fonts.ts'), { spy: true });
beforeEach(() => vi.clearAllMocks());

const theme = createPdfTheme({ name: 'sundial', companyName: 'Sundial Uniforms' });
const createdAt = new Date('2026-11-30T10:00:00Z');
const render = (blocks: PdfBlock[]) =>
  renderPdf({ title: 'Names', format: 'a4', theme, createdAt, parts: [{ title: 'Names', blocks }] });

const style: TextStyle = { font: 'sans-400', size: 10, colour: '#000000' };
const layOutRun = ({ file, text, isFromRight }: TextRun) => {
  const { glyphs, advanceWidth } = file?.font.layout(text, (isFromRight ? [FROM_RIGHT] : []) as never) ?? {
    glyphs: [],
    advanceWidth: 0,
  };
  return { glyphs: glyphs as unknown as PlacedGlyph[], width: (advanceWidth * style.size) / (file?.font.unitsPerEm ?? 1) };
};
const measureRun = (run: TextRun) => (run.text === '' ? 0 : layOutRun(run).width);
const layOut = (text: string, width = 1000) => breakLines(cleanText(text, 2000), style, width, measureRun);
const textsOf = (text: string, width?: number) => layOut(text, width).map(({ runs }) => runs.map((run) => run.text).join(''));
/** The numbers of the glyphs in their font, in the order of drawing. */
const glyphsOf = (text: string) =>
  layOut(text).flatMap(({ runs }) =>
    runs.flatMap((run) => layOutRun(run).glyphs.map(({ id }) => Number.parseInt(String(id), 10))),
  );

/** Without the marks with which a reader says in which direction it read. */
const withoutMarks = (page = '') => page.replaceAll(/[\u200E\u200F\u202A-\u202E\u2066-\u2069]/g, '').normalize('NFC');

describe.each(NAMES_OF_LANGUAGES.map(([language, name]) => ({ language, name })))('a name in $language', ({ name }) => {
  it('has a glyph for every character, in every face of documents', () => {
    for (const font of ['sans-400', 'sans-600', 'sans-700', 'sans-800', 'serif-400'] as const)
      expect(splitRuns(name.normalize('NFC'), font).filter(({ file }) => file === null)).toEqual([]);
    expect(glyphsOf(name)).not.toContain(0);
  });
});

test.each([
  ...[
    'Հայկ',
    'გიორგი',
    'አበበ',
    'สมชาย',
    'ສົມສັກ',
    'សុខា',
    'အောင်',
    'प्रिया',
    'শ্রেয়া',
    'ਹਰਪ੍ਰੀਤ',
    'હિતેન્દ્ર',
    'முத்து',
    'లక్ష్మి',
    'ಕೃಷ್ಣ',
    'കൃഷ്ണൻ',
    'ශ්‍රී',
    '김민수',
  ],
  ...['王喆 張偉 髙橋 﨑山', 'ヴァネッサ さくら', '👍🏽 ❤️ 👩‍🚀 🇬🇧 1️⃣'],
])('%s is drawn without a box', (text) => {
  expect(layOut(text).flatMap(({ runs }) => runs.filter(({ file }) => file === null))).toEqual([]);
  expect(glyphsOf(text)).not.toContain(0);
});

test('each typeface of the list is installed in both weights, and has the characters it is for', () => {
  for (const font of ['sans-400', 'sans-700'] as const) {
    const keys = ['א', 'ع', 'ก', 'ກ', 'ក', 'က', 'अ', 'অ', 'ਅ', 'અ', 'அ', 'అ', 'ಅ', 'അ', 'අ', 'Ա', 'ა', 'አ', '김', '王', '😀'].map(
      (character) => findFontFile(font, character)?.key,
    );
    expect(keys).not.toContain(undefined);
    expect(new Set([...keys, findFontFile(font, '王', 'sans-jp')?.key]).size).toBe(FURTHER_FONTS.length);
  }
});

describe('letters of a name', () => {
  it('are joined in Arabic', () => {
    const alone = new Set([...'محمد'].flatMap(glyphsOf));
    expect(glyphsOf('محمد').filter((glyph) => !alone.has(glyph))).toHaveLength(4);
  });

  it('have their marks in Thai, and form the syllables of Hindi and the pictures of emoji', () => {
    expect(glyphsOf('น้ำ')).not.toEqual([...'น้ำ'].flatMap(glyphsOf));
    expect(glyphsOf('प्रि').length).toBeLessThan([...'प्रि'].length);
    expect(glyphsOf('👩‍🚀')).toHaveLength(1);
    expect(glyphsOf('🇬🇧')).toHaveLength(1);
  });

  it('have the Japanese form of Chinese letters where the text is Japanese', () => {
    const fileOf = (text: string) => splitRuns(text, 'sans-400')[0]?.file?.key;
    expect(fileOf('直子 さん')).toBe('sans-jp-regular');
    expect(fileOf('直子')).toBe('sans-sc-regular');
    expect(fileOf('直 김')).toBe('sans-kr-regular');
    // Quotation marks and figures beside them stay those of the brand's face.
    expect(splitRuns('“王小明” 3', 'sans-400').map(({ text, file }) => [text, file?.isFurther])).toEqual([
      ['“', false],
      ['王小明', true],
      ['” 3', false],
    ]);
  });
});

describe('what is written from right to left', () => {
  /** What stands on a line, from the left. */
  const fromLeft = (text: string) =>
    layOut(text)[0]
      ?.runs.toSorted((one, other) => (one.left ?? 0) - (other.left ?? 0))
      .map((run) => run.text.trim())
      .filter(Boolean);

  it('keeps its place in a sentence of ours', () => {
    expect(fromLeft(`${isolate('מרים לוי')} · 3 pieces`)).toEqual(['מרים לוי', '· 3 pieces']);
    expect(fromLeft(`Order 12 · ${isolate('عبد الرحمن')} · PO 7`)).toEqual(['Order 12 ·', 'عبد الرحمن', '· PO 7']);
    expect(layOut(`Pick list for ${isolate('مستودع')}`)[0]?.isRightToLeft).toBeUndefined();
  });

  it('has its figures and brackets where they belong', () => {
    expect(fromLeft('רחוב הרצל 12, דירה 4')).toEqual(['4', ', דירה', '12', 'רחוב הרצל']);
    expect(fromLeft('محمد (أبو علي)')).toEqual(['محمد (أبو علي)']);
    expect(fromLeft('Order תודה 👍 שלום')).toEqual(['Order', 'שלום', '👍', 'תודה']);
    expect(layOut('רחוב הרצל 12')[0]?.isRightToLeft).toBe(true);
  });

  it('is as wide as it is drawn, and begins at the left edge of its line', () => {
    for (const text of ['שלום עולם 12', 'Order שלום 3', `${'نرجو ترك الطرد عند الاستقبال '.repeat(5)}`]) {
      for (const { runs, width } of layOut(text, 120)) {
        const shown = runs.filter((run) => run.text.trim() !== '');
        const rights = shown.map((run) => (run.left ?? 0) + measureRun({ ...run, text: run.text.trimEnd() }));
        expect(Math.min(...shown.map(({ left = 0 }) => left))).toBeGreaterThanOrEqual(
          -measureRun({ ...runs[0], text: ' ' } as TextRun),
        );
        expect(Math.max(...rights)).toBeLessThanOrEqual(width + 0.1);
        expect(width).toBeLessThanOrEqual(120);
      }
    }
  });

  it('cannot change the order of what is around it', () => {
    expect(isolate('Ann')).toBe('Ann');
    expect(isolate('מרים\u2069\u202E')).toBe('\u2068מרים\u202E\u2069');
    expect(isolate(isolate('מרים'))).toBe('\u2068\u2068מרים\u2069\u2069');
    expect(cleanText('A\u2068n\u2069n \u202E\u2067B', 100)).toBe('Ann B');
    expect(textsOf(isolate('מרים\u202E'))).toEqual(['מרים']);
  });
});

describe('a line', () => {
  it('never begins with a mark that ends a sentence, nor ends with an opening bracket, in Chinese and Japanese', () => {
    const lines = [
      ...textsOf('请将包裹放在前台，谢谢您的帮助。如有问题，请致电仓库（分机号码：二三四）。'.repeat(4), 130),
      ...textsOf('お手数ですが、荷物は受付にお渡しください。サイズが「合わない」場合はご連絡をお願いします。'.repeat(4), 130),
    ];
    expect(lines.length).toBeGreaterThan(12);
    expect(lines.filter((line) => /^[，。：、）」ょっー]|[（「]$/.test(line))).toEqual([]);
  });

  it('ends between words in Thai', () => {
    const text = 'กรุณาฝากพัสดุไว้ที่แผนกต้อนรับชั้นสองขอบคุณมากสำหรับความช่วยเหลือของคุณ';
    const lines = textsOf(text, 90);
    expect(lines.length).toBeGreaterThan(3);
    expect(lines.join('')).toBe(text);
    const words = new Set([...new Intl.Segmenter('th', { granularity: 'word' }).segment(text)].map(({ index }) => index));
    let index = 0;
    for (const line of lines) {
      expect(words).toContain(index);
      index += line.length;
    }
  });
});

describe.skipIf(!hasPdfReaders)('a PDF that is read back', () => {
  it('has the names of all languages as their people write them', async () => {
    const { pages, faults } = await readPdf(render(NAMES_OF_LANGUAGES.map(([, name]) => bodyText(name))), ['-layout']);

    expect(faults).toBe('');
    const read = withoutMarks(pages.join('\n'));
    // Vowel points and stacked accents are read beside the letter that they belong to.
    const names = NAMES_OF_LANGUAGES.map(([, name]) => name.normalize('NFC')).filter(
      (name) => !/[\u0591-\u05BD]|\u0300/.test(name),
    );
    expect(names.length).toBeGreaterThanOrEqual(45);
    expect(names.filter((name) => !read.includes(name))).toEqual([]);
  });

  it('says in its structure what is written from right to left as it is read', async () => {
    const { objects, faults } = await readPdf(render([bodyText('מרים')]));

    expect(faults).toBe('');
    const [, actual = ''] = /\/ActualText <([\da-f]+)>/i.exec(objects) ?? [];
    expect(Buffer.from(actual, 'hex').swap16().toString('utf16le')).toBe('\uFEFFמרים');
  });

  it('has a right-to-left paragraph at the right edge, and a name beside its words', async () => {
    const { bytes } = await readPdf(render([bodyText('שלום'), bodyText(`${isolate('מרים')} · 3 pieces`)]));

    const words = readWordPositions(bytes);
    // Some versions of the reader list the letters of such words in the order in which they stand.
    const sorted = (text: string) => [...withoutMarks(text)].sort().join('');
    const find = (text: string) => words.find(({ word }) => sorted(word) === sorted(text));
    expect(find('שלום')?.right).toBeGreaterThan(540);
    expect(find('מרים')?.left).toBeLessThan(50);
    expect(find('3')?.left).toBeGreaterThan(find('מרים')?.right ?? Infinity);
  });

  it('embeds typefaces of other scripts only where the document needs them', async () => {
    const latin = await readPdf(render([heading('Slip', { level: 1 }), bodyText('Łukasz Żółć Щербаков Παππά')]));

    expect(locateFurtherFont).not.toHaveBeenCalled();
    expect(listFonts(latin.bytes).join('')).not.toContain('Noto');
    const names = ['NotoSansHebrew-Regular', 'NotoSansJP-Regular'];
    const other = await readPdf(render([bodyText('מרים'), bodyText('さくら')]));
    expect(listFonts(other.bytes).flatMap((font) => /Noto[\w-]+/.exec(font) ?? [])).toEqual(names);
    // Each by the glyphs of the name alone.
    expect(other.bytes.length).toBeLessThan(latin.bytes.length + 12_000);
  });
});

test('the same names give the same bytes, whatever was drawn before', async () => {
  const draw = () => buffer(render([bodyText('مُحَمَّد 王小明 👩‍🚀 น้ำ')]));
  const first = await draw();
  await buffer(render([bodyText('بيت تين 明王 🚀 นำ')]));

  expect((await draw()).equals(first)).toBe(true);
});
