import { createRequire } from 'node:module';
import { join } from 'node:path';

/** A typeface for scripts that the brands' own faces lack. */
export interface FurtherFont {
  /** The end of the package's name: `@expo-google-fonts/noto-…`. */
  name: string;
  /** What is said of it in the documentation. */
  scripts: string;
  /** Matches text that it may have glyphs for. */
  characters: RegExp;
}

/** Letters of Chinese, and the marks and full-width forms that are set with them. */
const IDEOGRAPHS = /[\p{scx=Han}\p{scx=Bopo}\p{scx=Hira}\p{scx=Kana}\u{FF01}-\u{FF65}\u{FFE0}-\u{FFE6}]/u;

/** Noto has one typeface for each script. Where several can show a character, as those of Chinese and Japanese can, the first one is taken. */
export const FURTHER_FONTS: readonly FurtherFont[] = [
  { name: 'sans-hebrew', scripts: 'Hebrew', characters: /\p{scx=Hebr}/u },
  { name: 'sans-arabic', scripts: 'Arabic', characters: /\p{scx=Arab}/u },
  { name: 'sans-thai', scripts: 'Thai', characters: /\p{scx=Thai}/u },
  { name: 'sans-lao', scripts: 'Lao', characters: /\p{scx=Laoo}/u },
  { name: 'sans-khmer', scripts: 'Khmer', characters: /\p{scx=Khmr}/u },
  { name: 'sans-myanmar', scripts: 'Burmese', characters: /\p{scx=Mymr}/u },
  { name: 'sans-devanagari', scripts: 'Devanagari', characters: /\p{scx=Deva}/u },
  { name: 'sans-bengali', scripts: 'Bengali', characters: /\p{scx=Beng}/u },
  { name: 'sans-gurmukhi', scripts: 'Gurmukhi', characters: /\p{scx=Guru}/u },
  { name: 'sans-gujarati', scripts: 'Gujarati', characters: /\p{scx=Gujr}/u },
  { name: 'sans-tamil', scripts: 'Tamil', characters: /\p{scx=Taml}/u },
  { name: 'sans-telugu', scripts: 'Telugu', characters: /\p{scx=Telu}/u },
  { name: 'sans-kannada', scripts: 'Kannada', characters: /\p{scx=Knda}/u },
  { name: 'sans-malayalam', scripts: 'Malayalam', characters: /\p{scx=Mlym}/u },
  { name: 'sans-sinhala', scripts: 'Sinhala', characters: /\p{scx=Sinh}/u },
  { name: 'sans-armenian', scripts: 'Armenian', characters: /\p{scx=Armn}/u },
  { name: 'sans-georgian', scripts: 'Georgian', characters: /\p{scx=Geor}/u },
  { name: 'sans-ethiopic', scripts: 'Ethiopic', characters: /\p{scx=Ethi}/u },
  { name: 'sans-sc', scripts: 'Chinese', characters: IDEOGRAPHS },
  { name: 'sans-jp', scripts: 'Japanese', characters: IDEOGRAPHS },
  { name: 'sans-kr', scripts: 'Korean', characters: /[\p{scx=Hang}\p{scx=Han}]/u },
  { name: 'emoji', scripts: 'emoji', characters: /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u{20E3}/u },
];

/** The weights that are delivered. */
const WEIGHTS = { regular: '400Regular', bold: '700Bold' } as const;
export type FurtherWeight = keyof typeof WEIGHTS;

/** Where the build puts the files, with which a portal runs that has the packages of production only. */
export const FURTHER_FONTS_FOLDER = 'dist/print-fonts';
const project = join(import.meta.dirname, '../../..');
const require = createRequire(import.meta.url);

/** For example `NotoSansKR_700Bold.ttf`. */
function nameFile({ name }: FurtherFont, weight: FurtherWeight): string {
  const words = name
    .split('-')
    .map((word) => (word.length === 2 ? word.toUpperCase() : `${word[0]?.toUpperCase()}${word.slice(1)}`));
  return `Noto${words.join('')}_${WEIGHTS[weight]}.ttf`;
}

const locatePackage = ({ name }: FurtherFont, path: string) => require.resolve(`@expo-google-fonts/noto-${name}/${path}`);

/** The path of a typeface's file: in its package where that is installed, otherwise among the built files. */
export function locateFurtherFont(font: FurtherFont, weight: FurtherWeight): string {
  const file = nameFile(font, weight);
  try {
    return locatePackage(font, `${WEIGHTS[weight]}/${file}`);
  } catch {
    return join(project, FURTHER_FONTS_FOLDER, file);
  }
}

/** What the build copies, and under which name: the files of every typeface, and its licence. */
export const listFurtherFontFiles = (): { source: string; name: string }[] =>
  FURTHER_FONTS.flatMap((font) => [
    ...(['regular', 'bold'] as const).map((weight) => ({
      source: locatePackage(font, `${WEIGHTS[weight]}/${nameFile(font, weight)}`),
      name: nameFile(font, weight),
    })),
    { source: locatePackage(font, 'LICENSE_FONT'), name: `noto-${font.name}-licence.txt` },
  ]);
