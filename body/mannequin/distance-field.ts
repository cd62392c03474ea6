import { type ArmLine, buildArm, createArmLine } from './arm.ts';
import { type Frame, lerp } from './frame.ts';
import { buildHeadAndNeck, createNeckAxis, type NeckAxis } from './head.ts';
import { buildLeg } from './leg.ts';
import { boxDistance, type Solid, smoothUnion } from './solids.ts';
import { buildTrunk, createTrunkSections } from './torso.ts';

/** Radii of the fillets where parts meet, cm at 170 cm. */
const FILLETS = { groin: 6, throat: 3.8, jaw: 1.8, armpit: 3.6, shoulder: 6, free: 0.5 };

/** Half the width of the rounding where the two halves of the trunk meet, cm. */
const SEAM = 0.7;

/** Distance below the axilla at which arm and chest are separate, cm at 170 cm. */
const ARMPIT_DEPTH = 6;

/** The solids of a mannequin's left half: each part, and all parts joined. */
export interface DistanceField {
  trunk: Solid;
  neck: Solid;
  head: Solid;
  leg: Solid;
  arm: Solid;
  whole: Solid;
  line: ArmLine;
  neckAxis: NeckAxis;
}

/** Builds the solids of a mannequin's left half: functions from x, y, z (cm) to the signed distance, negative inside. */
export function createDistanceField(frame: Frame): DistanceField {
  const { scale } = frame;
  const { solid: torso, breadthAt } = buildTrunk(frame);
  const chest = createTrunkSections(frame)[8];
  const line = createArmLine(frame, breadthAt);
  const leg = buildLeg(frame);
  const arm = buildArm(frame, line);
  const outside = (x: number, y: number, z: number) => Math.min(torso.distance(x, y, z), arm.distance(x, y, z));
  const neckAxis = createNeckAxis(frame, 0.3 * (chest?.front ?? 0), -0.7 * (chest?.back ?? 0), outside);
  const { head, neck } = buildHeadAndNeck(frame, neckAxis);
  const [groin, throat, jaw, armpit] = [
    FILLETS.groin * scale,
    FILLETS.throat * scale,
    FILLETS.jaw * scale,
    FILLETS.armpit * scale,
  ];
  const parts = [torso, leg, neck, head, arm];
  const whole: Solid = {
    low: [0, Math.min(...parts.map(({ low }) => low[1])), Math.min(...parts.map(({ low }) => low[2]))],
    high: [
      Math.max(...parts.map(({ high }) => high[0])),
      Math.max(...parts.map(({ high }) => high[1])),
      Math.max(...parts.map(({ high }) => high[2])),
    ],
    distance(x, y, z) {
      // Rounds the trunk where its two halves meet, instead of a crease.
      let distance = boxedDistance(torso, Math.hypot(x, SEAM), y, z);
      // Prevents a web between the thighs.
      const aside = Math.min(x / (8 * scale), 1);
      const fold = groin * lerp(0.2, 1, aside * aside * (3 - 2 * aside));
      distance = smoothUnion(distance, boxedDistance(leg, x, y, z), fold);
      distance = smoothUnion(distance, boxedDistance(neck, x, y, z), throat);
      distance = smoothUnion(distance, boxedDistance(head, x, y, z), jaw);
      // A fold below the arm, a soft transition above it, and a minimal fillet where the arm hangs free.
      const above = Math.min(Math.max((y - frame.axilla) / (frame.acromion - frame.axilla), 0), 1);
      const below = Math.min(Math.max((frame.axilla - y) / (ARMPIT_DEPTH * scale), 0), 1);
      return smoothUnion(
        distance,
        boxedDistance(arm, x, y, z),
        below > 0 ? lerp(armpit, FILLETS.free * scale, below) : lerp(armpit, FILLETS.shoulder * scale, above),
      );
    },
  };
  return { trunk: torso, neck, head, leg: leg, arm: arm, whole, line, neckAxis };
}

/** Beyond this distance (cm) the distance to the box is used, which is farther than ambient light is sampled. */
const FAR = 9;

/** The distance to the solid; for points far outside its box, a lower bound. */
function boxedDistance(solid: Solid, x: number, y: number, z: number): number {
  const away = boxDistance(solid, x, y, z);
  return away > FAR ? away : solid.distance(x, y, z);
}
