import { type GARMENT_FEATURES, type GarmentFeature, listFeatureGroups } from './features.ts';

/**
 * The words by which texts name the features of a garment, in lower case and with spaces for hyphens. A
 * feature is drawn when a text about the garment contains one of them. Usual options are listed where a text can name them beside others.
 */
const FEATURE_WORDS: Partial<Record<GarmentFeature, readonly string[]>> = {
  // Cuts and lengths
  womens: ["women's", 'womens', 'ladies', "ladies'", 'female', 'damen'],
  slim: ['slim fit', 'slim cut', 'tailored fit', 'fitted shirt'],
  'hip-length': ['hip length', 'rain shell', 'shell jacket', 'padded jacket', 'puffer jacket', 'multi norm'],
  'waist-length': ['waist length'],
  'knee-length': ['knee length', 'full length coat', 'full length door coat', 'raincoat', 'trench coat'],
  'thigh-length': ['thigh length', 'parka'],
  bomber: ['bomber'],
  'dropped-hem': ['extra length in the back', 'dropped back hem', 'longer back hem'],
  'straight-hem': ['straight hem'],
  'curved-hem': ['curved hem', 'shaped tail', 'long tail'],
  // Collars and necks
  'self-fabric-collar': ['self fabric collar'],
  'button-down': ['button down collar', 'button down'],
  cutaway: ['cutaway collar', 'semi cutaway collar', 'spread collar'],
  'band-collar': ['band collar', 'mandarin collar', 'grandad collar', 'stand up collar'],
  'camp-collar': ['camp collar', 'cuban collar', 'resort collar'],
  'pointed-collar': ['pointed collar', 'classic collar', 'straight point collar'],
  'open-collar': ['open collar', 'revere collar', 'open revere collar'],
  'tie-neck': ['tie neck', 'pussy bow'],
  'v-neck': ['v neck'],
  'crew-neck': ['crew neck', 'crew jumper', 'round neck'],
  'roll-neck': ['roll neck', 'turtleneck', 'polo neck'],
  'stand-collar': ['stand collar', 'high collar', 'high lined collar'],
  'turn-down-collar': ['turn down collar', 'storm collar'],
  hood: ['detachable hood', 'hooded', 'roll away hood', 'stiffened hood', 'adjustable hood', 'with hood'],
  'shawl-collar': ['shawl collar'],
  'notched-lapel': ['notched lapel', 'notched lapels'],
  'peak-lapel': ['peak lapel', 'peak lapels'],
  'contrast-collar': ['contrast collar', 'detachable contrast collar'],
  // Fastenings
  'one-button': ['one button', 'single button'],
  'two-buttons': ['two button', 'two buttons', 'two tonal buttons'],
  'three-buttons': ['three button', 'three buttons'],
  'four-buttons': ['four button', 'four buttons', 'four covered buttons'],
  'five-buttons': ['five button', 'five buttons', 'five covered buttons'],
  'six-buttons': ['six button', 'six buttons', 'six tonal buttons'],
  'concealed-placket': ['concealed placket', 'covered placket', 'hidden placket'],
  'press-studs': ['press studs', 'pearl snaps', 'snap buttons'],
  'quarter-zip': ['quarter zip', '1/4 zip', 'half zip', '1/2 zip'],
  'full-zip': ['full zip', 'zipped hoodie', 'zip hoodie', 'zip up'],
  'no-cords': ['without cords', 'hood cords have been left off'],
  'zip-front': ['front zip', 'zip front', 'zipped', 'concealed front zip', 'full length zip'],
  'storm-flap': ['storm flap', 'studded storm flap'],
  'studded-flap': ['studded flap'],
  'quick-release-front': ['quick release front'],
  'hook-and-loop': ['hook and loop front'],
  'single-breasted': ['single breasted'],
  'double-breasted': ['double breasted'],
  'ten-studs': ['ten removable studs'],
  'covered-buttons': ['hand rolled covered buttons', 'covered buttons'],
  'concealed-studs': ['concealed press studs', 'concealed studs'],
  'asymmetric-front': ['asymmetric front', 'asymmetric fastening', 'press stud asymmetric front', 'asymmetric'],
  'wrap-front': ['wrap front', 'wrap tunic'],
  'button-through': ['button through'],
  // Sleeves and shoulders
  raglan: ['raglan', 'raglan shoulder', 'raglan sleeve', 'raglan sleeves'],
  'long-sleeves': ['long sleeve', 'long sleeves', 'long sleeved'],
  'short-sleeves': ['short sleeve', 'short sleeves', 'short sleeved'],
  'three-quarter-sleeves': ['three quarter sleeve', 'three quarter sleeves'],
  sleeveless: ['sleeveless', 'tank top', 'tank', 'singlet', 'muscle tee'],
  'roll-up-tab': ['roll up sleeve with tab', 'roll tab sleeve'],
  epaulettes: ['epaulettes', 'epaulettes with button'],
  'saddle-shoulder': ['saddle shoulder'],
  'reinforced-shoulders': ['reinforced shoulders', 'ripstop shoulders'],
  'abrasion-panels': ['abrasion panels'],
  'reinforced-elbows': ['reinforced elbows', 'elbow patches'],
  'contrast-yoke': ['contrast yoke', 'contrast shoulders'],
  // Shaping
  pleats: ['two side pleats', 'side pleats'],
  darts: ['back darts', 'darts at the back', 'tailored through the back'],
  'box-pleat': ['box pleat', 'back pleat'],
  'princess-seams': ['princess seams', 'shaped seams'],
  'bust-darts': ['bust darts', 'bust and back darts'],
  'gathered-shoulders': ['gathered shoulder', 'gathered shoulders'],
  // Pockets
  'chest-pocket': ['chest pocket'],
  'two-chest-pockets': ['two chest pockets', 'two pleated chest pockets', 'two flap pockets'],
  'chest-and-hand-pockets': ['radio pocket at the chest', 'zipped chest pocket'],
  'sleeve-pocket': ['thermometer pocket on the sleeve', 'thermometer pocket', 'pen pocket on the sleeve', 'two sleeve pockets'],
  'hip-pockets': ['two hip pockets', 'hip pockets'],
  'two-pockets': ['two small pockets', 'two large pockets', 'two pockets'],
  'zipped-pockets': ['two zipped pockets', 'three zipped pockets', 'zipped hand pockets'],
  'cargo-pockets': ['cargo pockets', 'cargo and rule pockets'],
  'ticket-pocket': ['ticket pocket'],
  'zipped-pocket': ['one pocket is zipped', 'zipped pocket', 'side pocket with zip'],
  'thigh-pockets': ['thigh pockets', 'thigh pockets with flaps'],
  'holster-pockets': ['holster pockets'],
  'knee-pad-pockets': ['knee pad pockets', 'knee pad'],
  'bib-and-brace': ['bib and brace', 'bib overall', 'dungarees'],
  'id-pocket': ['id pocket', 'id and phone pockets'],
  'six-pockets': ['six pockets'],
  'phone-pocket': ['phone pocket', 'pockets for staff card and phone'],
  'divided-pocket': ['divided pocket'],
  'three-pockets': ['three pockets', 'three part pocket'],
  'riveted-pockets': ['riveted pockets', 'riveted pocket'],
  // Trousers
  'side-elastic': ['side elastic waistband', 'side elastic waist'],
  drawstring: ['drawstring', 'elastic waist with drawstring', 'fixed drawstring'],
  drawcord: ['drawcord', 'elastic waist with drawcord', 'drawstring'],
  'pull-on': ['pull on'],
  'ribbed-waistband': ['ribbed waistband', 'ribbed waist'],
  'slim-leg': ['slim trousers', 'slim work trousers', 'slim leg', 'skinny', 'narrower leg'],
  'tapered-leg': ['tapered leg', 'slightly tapered leg', 'slim fit'],
  'wide-leg': ['straight and roomy', 'wide leg', 'roomy leg'],
  'ankle-length': ['ankle length'],
  creased: ['permanent crease'],
  check: ['small check', 'checked', 'check chef trousers'],
  'side-band': ['one down the side'],
  'a-line': ['a line'],
  // Aprons
  'waist-apron': ['waist apron', 'half apron', 'bistro apron'],
  'short-waist-apron': ['short waist apron'],
  'crossed-straps': ['cross back', 'crossed straps', 'crossed cotton webbing straps'],
  'front-slit': ['front slit', 'walking slit'],
  // Cloth and trims
  tipped: ['tipped', 'contrast tipping', 'contrast stripes'],
  braid: ['braid'],
  'contrast-piping': ['contrast piping'],
  'reflective-piping': ['reflective piping'],
  'reflective-tape': ['segmented tape', 'reflective tape', 'class 2', 'class 3', 'full bands at body and arm'],
  'limb-tape': ['reflective tape at arms and legs'],
  'body-tape': ['reflective tape around body', 'en iso 20471'],
  quilted: ['quilted jacket', 'quilted coverall', 'padded jacket', 'puffer', 'padded'],
  'fleece-cloth': ['fleece gilet', 'sleeveless fleece'],
  'reflective-band': ['reflective band'],
  // Headwear, footwear and other accessories
  'five-panels': ['five panel'],
  'bump-cap': ['bump cap'],
  'cycle-helmet': ['cycle helmet', 'helmet'],
  'skull-cap': ['skull cap'],
  'court-shoe': ['court shoe'],
  clog: ['clog', 'clogs'],
  trainer: ['trainer', 'trainers', 'sneaker', 'sneakers'],
  'high-top': ['high top', 'high tops', 'hi top', 'high cut', 'high trainer', 'high trainers', 'high safety trainer', 'mid cut'],
  'toe-cap': ['toe cap', 'composite toe cap', 'steel toe cap'],
  'rigger-boot': ['rigger boot', 'pull on boot'],
  wellington: ['wellington', 'wellingtons'],
  'scuff-cap': ['scuff cap'],
  'clip-on': ['clip on tie', 'clip on'],
  'square-scarf': ['neck scarf', 'square scarf', 'silk scarf'],
  neckerchief: ['neckerchief', 'bandana'],
  'dipped-palm': ['foam palm', 'coated palm', 'dipped palm', 'nitrile palm'],
  disposable: ['disposable gloves', 'disposable'],
  'lined-gloves': ['lined gloves', 'winter gloves', 'winter work gloves'],
  cushioned: ['cushioned socks', 'cushioned sole', 'work socks'],
};

/** Words before a feature that deny it: "no chest pocket". */
const DENIALS = ['no', 'without', 'not'];

/** Lower-case words with single spaces around each, without hyphens and full stops, so that words can be found whole. */
const plain = (text: string): string =>
  ` ${text
    .toLowerCase()
    .replaceAll('’', "'")
    .split(/[^\p{L}\p{N}/']+/u)
    .join(' ')} `;

/** Where a text first names a feature, as a position in plain words; undefined if it does not. */
function findMention(words: string, feature: GarmentFeature): number | undefined {
  const places = (FEATURE_WORDS[feature] ?? []).flatMap((phrase) => {
    const place = words.indexOf(` ${phrase} `);
    const before = words.slice(0, Math.max(place, 0)).split(' ').at(-1) ?? '';
    return place < 0 || DENIALS.includes(before) ? [] : place;
  });
  return places.length > 0 ? Math.min(...places) : undefined;
}

/**
 * The features of a garment: those that are stated, and of each other group the option that the first text to mention any names
 * first; the most reliable text comes first. Groups that nothing mentions are left out.
 */
export function findFeatures(
  type: keyof typeof GARMENT_FEATURES,
  texts: readonly string[],
  stated: ReadonlySet<GarmentFeature> = new Set(),
): Set<GarmentFeature> {
  const sources = texts.map(plain);
  const named = listFeatureGroups(type).map((options) => {
    const own = options.find((option) => stated.has(option));
    if (own) return [own];
    for (const words of sources) {
      const mentions = options.flatMap((option) => ({ option, place: findMention(words, option) }));
      const [first] = mentions.filter(({ place }) => place !== undefined).sort((a, b) => (a.place ?? 0) - (b.place ?? 0));
      if (first) return [first.option];
    }
    return [];
  });
  return new Set(named.flat());
}
