import type { GarmentType } from '#garments/garments.ts';

/** How large the drawing of a type of garment is, in centimetres of the garment. */
export const getCanvas = (_garmentType: GarmentType): { widthCm: number; heightCm: number } => ({ widthCm: 72, heightCm: 78 });
