import coefficients from './body-model.json' with { type: 'json' };
import { type BodyModel, createBodyModel } from './model.ts';

/** The trained model that is shipped; `npm run train:body` writes it. */
export const BODY_MODEL: BodyModel = createBodyModel(coefficients);
