interface SizeGuide {
  id: number;
  name: string;
  body: string;
  columns: string[];
  rows: string[][];
}

const howToMeasure = {
  chest: '<b>Chest</b>: around the fullest part, under the arms, with the tape level.',
  bust: '<b>Bust</b>: around the fullest part, over the bra that is worn at work.',
  waist: '<b>Waist</b>: around the natural waist, where the body bends to the side.',
  hip: '<b>Hip</b>: around the fullest part of the seat, feet together.',
  inside: '<b>Inside leg</b>: from the crotch to the top of the heel.',
  collar: '<b>Collar</b>: around the base of the neck, with one finger under the tape.',
  trouserWaist: '<b>Waist</b>: where the trousers are worn, over a shirt.',
};

const explain = (...parts: (keyof typeof howToMeasure)[]) =>
  `<p>All figures are of the body, in centimetres. Between two sizes, take the larger.</p><ul>${parts.map((part) => `<li>${howToMeasure[part]}</li>`).join('')}</ul>`;

/** The body figures of the supplier's blocks. */
// biome-ignore format: tables
export const sizeGuides = {
  'unisex-tops': {
    id: 1,
    name: 'Unisex tops',
    body: explain('chest'),
    columns: ['Size', 'Chest (cm)', 'Chest (in)', 'Back length (cm)'],
    rows: [
      ['2XS', '81–86', '32–34', '66'], ['XS', '86–91', '34–36', '68'], ['S', '91–97', '36–38', '70'], ['M', '97–102', '38–40', '72'],
      ['L', '102–107', '40–42', '74'], ['XL', '107–117', '42–46', '76'], ['2XL', '117–127', '46–50', '78'], ['3XL', '127–137', '50–54', '80'],
      ['4XL', '137–147', '54–58', '82'], ['5XL', '147–157', '58–62', '84'], ['6XL', '157–167', '62–66', '86'],
    ],
  },
  'womens-tops': {
    id: 2,
    name: 'Women’s tops',
    body: explain('bust', 'waist', 'hip'),
    columns: ['Size', 'UK size', 'Bust (cm)', 'Waist (cm)', 'Hip (cm)'],
    rows: [
      ['2XS', '6', '78–80', '60–62', '86–88'], ['XS', '8', '81–84', '63–66', '89–92'], ['S', '10', '85–88', '67–70', '93–96'],
      ['M', '12', '89–93', '71–75', '97–101'], ['L', '14', '94–98', '76–80', '102–106'], ['XL', '16', '99–104', '81–86', '107–112'],
      ['2XL', '18–20', '105–116', '87–98', '113–124'], ['3XL', '22–24', '117–128', '99–110', '125–136'], ['4XL', '26–28', '129–140', '111–122', '137–148'],
    ],
  },
  'mens-shirts': {
    id: 3,
    name: 'Men’s shirts',
    body: explain('collar', 'chest', 'waist'),
    columns: ['Collar (in)', 'Collar (cm)', 'Chest (cm)', 'Waist (cm)', 'Sleeve (cm)'],
    rows: [
      ['14.5', '37', '91–94', '79–82', '84'], ['15', '38', '95–98', '83–86', '85'], ['15.5', '39–40', '99–103', '87–91', '86'],
      ['16', '41', '104–107', '92–95', '87'], ['16.5', '42', '108–112', '96–100', '88'], ['17', '43', '113–117', '101–106', '89'],
      ['17.5', '44–45', '118–122', '107–112', '89'], ['18', '46', '123–128', '113–119', '90'], ['18.5', '47', '129–134', '120–126', '90'],
      ['19', '48', '135–140', '127–133', '91'],
    ],
  },
  'mens-jackets': {
    id: 4,
    name: 'Men’s jackets and waistcoats',
    body: `${explain('chest', 'waist')}<p>Short suits a height up to 170 cm, Regular 170 to 182 cm, Long above 182 cm.</p>`,
    columns: ['Size (in)', 'EU size', 'Chest (cm)', 'Waist (cm)', 'Back length S / R / L (cm)'],
    rows: [
      ['34', '44', '86–88', '74–76', '69 / 72 / 75'], ['36', '46', '90–92', '78–80', '70 / 73 / 76'], ['38', '48', '95–98', '83–86', '70 / 74 / 77'],
      ['40', '50', '100–103', '88–91', '71 / 74 / 77'], ['42', '52', '105–108', '93–97', '72 / 75 / 78'], ['44', '54', '110–113', '99–102', '72 / 75 / 79'],
      ['46', '56', '115–118', '105–108', '73 / 76 / 79'], ['48', '58', '120–123', '111–114', '73 / 77 / 80'], ['50', '60', '125–128', '117–120', '74 / 77 / 80'],
      ['52', '62', '130–133', '123–126', '75 / 78 / 81'], ['54', '64', '135–138', '129–132', '75 / 78 / 82'], ['56', '66', '140–143', '135–138', '76 / 79 / 82'],
    ],
  },
  'mens-trousers': {
    id: 5,
    name: 'Trousers by waist',
    body: explain('trouserWaist', 'hip', 'inside'),
    columns: ['Waist (in)', 'Waist (cm)', 'Hip (cm)', 'Inside leg short (cm)', 'Inside leg regular (cm)', 'Inside leg long (cm)'],
    rows: Array.from({ length: 20 }, (_, index) => {
      const waist = 26 + index * 2;
      const centimetres = Math.round(waist * 2.54);
      return [String(waist), String(centimetres), String(Math.round(centimetres * 0.78 + 36)), '74', '79', '84'];
    }),
  },
  'womens-tailoring': {
    id: 6,
    name: 'Women’s blouses, tailoring and dresses',
    body: explain('bust', 'waist', 'hip', 'inside'),
    columns: ['UK size', 'EU size', 'Bust (cm)', 'Waist (cm)', 'Hip (cm)', 'Inside leg S / R / L (cm)'],
    rows: [
      ['6', '34', '79', '61', '87', '71 / 76 / 81'], ['8', '36', '83', '65', '91', '71 / 76 / 81'], ['10', '38', '87', '69', '95', '71 / 76 / 81'],
      ['12', '40', '92', '74', '100', '72 / 77 / 82'], ['14', '42', '97', '79', '105', '72 / 77 / 82'], ['16', '44', '102', '84', '110', '72 / 77 / 82'],
      ['18', '46', '108', '90', '116', '73 / 78 / 83'], ['20', '48', '114', '96', '122', '73 / 78 / 83'], ['22', '50', '120', '102', '128', '73 / 78 / 83'],
      ['24', '52', '126', '108', '134', '73 / 78 / 83'], ['26', '54', '132', '114', '140', '73 / 78 / 83'],
    ],
  },
  chefwear: {
    id: 7,
    name: 'Chef jackets and trousers',
    body: explain('chest', 'trouserWaist'),
    columns: ['Size', 'Chest (cm)', 'Waist (cm)', 'Hip (cm)'],
    rows: [
      ['XS', '82–87', '70–75', '88–92'], ['S', '88–95', '76–83', '93–98'], ['M', '96–103', '84–91', '99–104'], ['L', '104–111', '92–99', '105–110'],
      ['XL', '112–119', '100–107', '111–117'], ['2XL', '120–128', '108–116', '118–125'], ['3XL', '129–138', '117–126', '126–134'], ['4XL', '139–148', '127–136', '135–143'],
    ],
  },
  tunics: {
    id: 8,
    name: 'Tunics and scrubs',
    body: explain('bust', 'hip'),
    columns: ['Size', 'Bust (cm)', 'Hip (cm)', 'Length at back (cm)'],
    rows: [
      ['2XS', '79', '87', '69'], ['XS', '83', '91', '70'], ['S', '88', '96', '71'], ['M', '95', '103', '72'], ['L', '102', '110', '73'],
      ['XL', '110', '118', '74'], ['2XL', '119', '127', '75'], ['3XL', '129', '137', '76'], ['4XL', '139', '147', '77'],
    ],
  },
  workwear: {
    id: 9,
    name: 'Work jackets and coveralls',
    body: `${explain('chest', 'trouserWaist')}<p>Coveralls are worn over clothes: measure in what is worn underneath.</p>`,
    columns: ['Size', 'Chest (cm)', 'Waist (cm)', 'Height regular (cm)', 'Height tall (cm)'],
    rows: [
      ['XS', '84–88', '72–76', '164–170', '–'], ['S', '88–96', '76–84', '170–176', '182–188'], ['M', '96–104', '84–92', '172–178', '184–190'],
      ['L', '104–112', '92–100', '174–180', '186–192'], ['XL', '112–124', '100–112', '176–182', '188–194'], ['2XL', '124–136', '112–124', '178–184', '190–196'],
      ['3XL', '136–148', '124–136', '180–186', '192–198'], ['4XL', '148–160', '136–148', '182–188', '–'], ['5XL', '160–172', '148–160', '182–188', '–'],
    ],
  },
  footwear: {
    id: 10,
    name: 'Footwear',
    body: '<p>Stand on a sheet of paper with the heel against a wall and measure to the longest toe. Measure both feet in the evening and take the longer one.</p>',
    columns: ['UK', 'EU', 'US men’s', 'US women’s', 'Foot length (cm)'],
    rows: [
      ['3', '36', '4', '5', '22.0'], ['4', '37', '5', '6', '22.9'], ['5', '38', '6', '7', '23.7'], ['6', '39', '7', '8', '24.6'], ['7', '41', '8', '9', '25.4'],
      ['8', '42', '9', '10', '26.2'], ['9', '43', '10', '11', '27.1'], ['10', '44', '11', '12', '27.9'], ['11', '46', '12', '13', '28.8'],
      ['12', '47', '13', '14', '29.6'], ['13', '48', '14', '15', '30.5'],
    ],
  },
  headwear: {
    id: 11,
    name: 'Headwear',
    body: '<p>Measure around the head, above the ears and across the forehead.</p>',
    columns: ['Size', 'Head (cm)'],
    rows: [['S/M', '54–57'], ['L/XL', '58–61'], ['One size', '55–60']],
  },
  gloves: {
    id: 12,
    name: 'Gloves',
    body: '<p>Hand sizes of EN ISO 21420: measure around the palm above the thumb, and from the wrist to the tip of the middle finger.</p>',
    columns: ['Size', 'Palm (cm)', 'Hand length (cm)'],
    rows: [['6', '15.2', '16.0'], ['7', '17.8', '17.1'], ['8', '20.3', '18.2'], ['9', '22.9', '19.2'], ['10', '25.4', '20.4'], ['11', '27.9', '21.5']],
  },
} satisfies Record<string, SizeGuide>;

export type SizeGuideKey = keyof typeof sizeGuides;
