import type { SheetEncoding } from '#contract/platform/sheet-file.ts';

/** Names with letters of languages that are written in each of these encodings. */
export const ENCODED_NAMES: Readonly<
  Record<'windows-1250' | 'windows-1251' | 'windows-1252' | 'macintosh', readonly string[][]>
> = {
  'windows-1250': [
    ['Łukasz Wójcik', 'Małgorzata Dąbrowska', 'Paweł Wiśniewski', 'Grażyna Zając'],
    ['Jiří Dvořák', 'Tomáš Černý', 'Ondřej Růžička', 'Zdeněk Šťastný'],
    ['György Szűcs', 'Ágnes Kőrösi', 'László Tóth', 'Erzsébet Kovács'],
    ['Željko Horvat', 'Ivana Marić', 'Đurđica Kovačević', 'Siniša Babić'],
    ['Matjaž Šuštar', 'Urška Žnidaršič', 'Andrej Kovačič'],
  ],
  'windows-1251': [
    ['Иван Петров', 'Наталья Соколова', 'Алексей Щукин', 'Юлия Чернышёва'],
    ['Олексій Ґудзь', 'Ірина Їжак', 'Євген Шевченко'],
    ['Георги Иванов', 'Цветелина Димитрова', 'Стефан Ъгълов'],
    ['Ђорђе Јовановић', 'Љиљана Њежић', 'Драган Шћепановић'],
  ],
  'windows-1252': [
    ['Jürgen Müller', 'Björn Schröder', 'Käthe Weiß', 'Jörg Böhm'],
    ['Hélène Lefèvre', 'François Béranger', 'Zoë Noël', 'Jérôme Benoît'],
    ['José Núñez', 'Begoña Muñoz', 'Iñaki Ibáñez'],
    ['João Gonçalves', 'Conceição Simões', 'Luís Araújo'],
    ['Søren Kjær', 'Jørgen Sørensen', 'Åse Bæk'],
    ['Åsa Lindström', 'Göran Sjöberg', 'Märta Björk'],
    ['Þórdís Guðmundsdóttir', 'Jóhann Þórsson'],
  ],
  macintosh: [
    ['Jürgen Müller', 'Björn Schröder', 'Käthe Weiß', 'Jörg Böhm'],
    ['Hélène Lefèvre', 'François Béranger', 'Zoë Noël', 'Jérôme Benoît'],
    ['José Núñez', 'Begoña Muñoz', 'Iñaki Ibáñez'],
    ['Søren Kjær', 'Jørgen Sørensen', 'Åse Bæk'],
  ],
};

/** The bytes of a text in an encoding. Throws where it has no such letter. */
export function encodeText(text: string, encoding: SheetEncoding): Uint8Array {
  if (encoding === 'utf-8') return new TextEncoder().encode(text);
  if (encoding === 'utf-16le') return Uint8Array.from(Buffer.from(text, 'utf16le'));
  if (encoding === 'utf-16be') return Uint8Array.from(Buffer.from(text, 'utf16le').swap16());
  const decoder = new TextDecoder(encoding);
  const bytes = new Map(Array.from({ length: 256 }, (_, byte) => [decoder.decode(Uint8Array.of(byte)), byte]));
  return Uint8Array.from([...text], (letter) => {
    const byte = bytes.get(letter);
    if (byte === undefined) throw new Error(`${encoding} has no ${letter}.`);
    return byte;
  });
}
