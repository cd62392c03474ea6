import { drawApron } from './apron.ts';
import { drawBag } from './bag.ts';
import { drawBeanie } from './beanie.ts';
import { drawBelt } from './belt.ts';
import { drawBlazer } from './blazer.ts';
import { drawBlouse } from './blouse.ts';
import { drawCap } from './cap.ts';
import { drawChefJacket } from './chef-jacket.ts';
import { drawCoverall } from './coverall.ts';
import { drawDress } from './dress.ts';
import { drawFleece } from './fleece.ts';
import { drawBoot, drawShoe } from './footwear.ts';
import { drawGilet } from './gilet.ts';
import { drawGloves } from './gloves.ts';
import { drawHiVisJacket, drawHiVisTrousers, drawHiVisVest } from './hi-vis.ts';
import { drawCardigan, drawJumper } from './knitwear.ts';
import { drawParka } from './parka.ts';
import type { Pen } from './pen.ts';
import { drawLongSleevePolo, drawPolo } from './polo.ts';
import { drawScarf } from './scarf.ts';
import { drawScrubs } from './scrubs.ts';
import { drawShirt, drawShortSleeveShirt } from './shirt.ts';
import { drawSkirt } from './skirt.ts';
import { drawSocks } from './socks.ts';
import { drawSoftshell } from './softshell.ts';
import { drawHoodie, drawSweatshirt } from './sweatshirt.ts';
import { drawTee } from './tee.ts';
import { drawTie } from './tie.ts';
import { drawChinos, drawTrousers } from './trousers.ts';
import { drawWaistcoat } from './waistcoat.ts';
import { drawCargoTrousers, drawShorts } from './work-trousers.ts';

export interface GarmentDrawing {
  /** What a person calls the garment, ready to start a sentence. */
  name: string;
  draw: (pen: Pen) => void;
}

export const GARMENTS = {
  polo: { name: 'Polo shirt', draw: drawPolo },
  'long-sleeve-polo': { name: 'Long-sleeve polo shirt', draw: drawLongSleevePolo },
  tee: { name: 'T-shirt', draw: drawTee },
  shirt: { name: 'Shirt', draw: drawShirt },
  'short-sleeve-shirt': { name: 'Short-sleeve shirt', draw: drawShortSleeveShirt },
  blouse: { name: 'Blouse', draw: drawBlouse },
  sweatshirt: { name: 'Sweatshirt', draw: drawSweatshirt },
  hoodie: { name: 'Hooded sweatshirt', draw: drawHoodie },
  jumper: { name: 'Jumper', draw: drawJumper },
  cardigan: { name: 'Cardigan', draw: drawCardigan },
  fleece: { name: 'Fleece jacket', draw: drawFleece },
  softshell: { name: 'Softshell jacket', draw: drawSoftshell },
  gilet: { name: 'Gilet', draw: drawGilet },
  parka: { name: 'Parka', draw: drawParka },
  blazer: { name: 'Blazer', draw: drawBlazer },
  waistcoat: { name: 'Waistcoat', draw: drawWaistcoat },
  trousers: { name: 'Trousers', draw: drawTrousers },
  chinos: { name: 'Chinos', draw: drawChinos },
  'cargo-trousers': { name: 'Cargo trousers', draw: drawCargoTrousers },
  shorts: { name: 'Shorts', draw: drawShorts },
  skirt: { name: 'Skirt', draw: drawSkirt },
  dress: { name: 'Dress', draw: drawDress },
  apron: { name: 'Apron', draw: drawApron },
  'chef-jacket': { name: 'Chef’s jacket', draw: drawChefJacket },
  scrubs: { name: 'Scrubs tunic', draw: drawScrubs },
  coverall: { name: 'Coverall', draw: drawCoverall },
  'hi-vis-vest': { name: 'Hi-vis vest', draw: drawHiVisVest },
  'hi-vis-jacket': { name: 'Hi-vis jacket', draw: drawHiVisJacket },
  'hi-vis-trousers': { name: 'Hi-vis trousers', draw: drawHiVisTrousers },
  cap: { name: 'Cap', draw: drawCap },
  beanie: { name: 'Beanie', draw: drawBeanie },
  shoe: { name: 'Shoe', draw: drawShoe },
  boot: { name: 'Safety boot', draw: drawBoot },
  tie: { name: 'Tie', draw: drawTie },
  scarf: { name: 'Scarf', draw: drawScarf },
  gloves: { name: 'Gloves', draw: drawGloves },
  belt: { name: 'Belt', draw: drawBelt },
  socks: { name: 'Socks', draw: drawSocks },
  bag: { name: 'Rucksack', draw: drawBag },
} as const satisfies Record<string, GarmentDrawing>;
