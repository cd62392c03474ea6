import { readScan } from '#contract/scanned-codes.ts';

/** The characters on the keys of a keyboard, row by row from left to right: first without Shift, then with it. */
const US = `1234567890-=qwertyuiop[]asdfghjkl;'zxcvbnm,./!@#$%^&*()_+QWERTYUIOP{}ASDFGHJKL:"ZXCVBNM<>?`;
const UK = `1234567890-=qwertyuiop[]asdfghjkl;'zxcvbnm,./!"£$%^&*()_+QWERTYUIOP{}ASDFGHJKL:@ZXCVBNM<>?`;
const OTHERS = [
  // German, French, Belgian, Czech, Slovak, Spanish, Italian, Swedish and Finnish, Hungarian, Russian.
  '1234567890ß´qwertzuiopü+asdfghjklöäyxcvbnm,.-!"§$%&/()=?`QWERTZUIOPÜ*ASDFGHJKLÖÄYXCVBNM;:_',
  `&é"'(-è_çà)=azertyuiop^$qsdfghjklmùwxcvbn,;:!1234567890°+AZERTYUIOP¨£QSDFGHJKLM%WXCVBN?./§`,
  `&é"'(§è!çà)-azertyuiop^$qsdfghjklmùwxcvbn,;:=1234567890°_AZERTYUIOP¨*QSDFGHJKLM%WXCVBN?./+`,
  `+ěščřžýáíé=´qwertzuiopú)asdfghjklů§yxcvbnm,.-1234567890%ˇQWERTZUIOP/(ASDFGHJKL"!YXCVBNM?:_`,
  `+ľščťžýáíé=´qwertzuiopúäasdfghjklô§yxcvbnm,.-1234567890%ˇQWERTZUIOP/(ASDFGHJKL"!YXCVBNM?:_`,
  `1234567890'¡qwertyuiop\`+asdfghjklñ´zxcvbnm,.-!"·$%&/()=?¿QWERTYUIOP^*ASDFGHJKLÑ¨ZXCVBNM;:_`,
  `1234567890'ìqwertyuiopè+asdfghjklòàzxcvbnm,.-!"£$%&/()=?^QWERTYUIOPé*ASDFGHJKLç°ZXCVBNM;:_`,
  '1234567890+´qwertyuiopå¨asdfghjklöäzxcvbnm,.-!"#¤%&/()=?`QWERTYUIOPÅ^ASDFGHJKLÖÄZXCVBNM;:_',
  `123456789öüóqwertzuiopőúasdfghjkléáyxcvbnm,.-'"+!%/=()ÖÜÓQWERTZUIOPŐÚASDFGHJKLÉÁYXCVBNM?:_`,
  '1234567890-=йцукенгшщзхъфывапролджэячсмитьбю.!"№;%:?*()_+ЙЦУКЕНГШЩЗХЪФЫВАПРОЛДЖЭЯЧСМИТЬБЮ,',
];

/** What a scanner that is set to one keyboard has read, when a computer with another shows `typed`. Characters that are on no key stay. */
function translate(typed: string, computer: string, scanner: string): string {
  return [...typed]
    .map((character) => {
      const key = computer.indexOf(character);
      return key < 0 ? character : (scanner[key] ?? character);
    })
    .join('');
}

/** Each pair of keyboards of computer and scanner of which one is an English one. */
const PAIRS = OTHERS.flatMap((other) => [
  [other, US],
  [US, other],
  [UK, other],
]) as readonly (readonly [computer: string, scanner: string])[];

const SHORTEST_GTIN = 12;

/**
 * What a scanner has probably read when it types as on the keyboard of another country than the computer has: `(àèàààé…` for `5060001…`. `isKnown` tells whether
 * a code is one of those that are looked for; a GTIN with its check digit is always taken for one. Undefined where nothing points to it.
 */
export function findOtherKeyboardScan(typed: string, isKnown: (code: string) => boolean): string | undefined {
  if (readScan(typed).gtin !== undefined) return undefined;
  for (const [computer, scanner] of PAIRS) {
    const code = translate(typed.trim(), computer, scanner);
    if (code === typed.trim()) continue;
    const { text, gtin } = readScan(code);
    if ((gtin !== undefined && text.length >= SHORTEST_GTIN) || isKnown(code)) return code;
  }
  return undefined;
}

/** Whether a code has letters that no label of a garment has, as from the keyboard of another alphabet. */
export const hasForeignLetters = (typed: string): boolean => /[^\p{ASCII}\p{Cc}\p{Cf}\p{Z}]/u.test(typed);
