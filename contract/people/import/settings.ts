import Type from 'typebox';
import { endpoint, roles } from '../../endpoint.ts';
import { described, entity, int, maybe, wholeNumber } from '../../values.ts';

const administrators = roles('OrganisationAdmin');
const tags = ['Import of people'] as const;

const threshold = (description: string) =>
  Type.Integer({ minimum: 0, maximum: 100, message: 'The share must be a whole number from 0 to 100.', description });

const peopleImportSettings = entity('ImportSettings', {
  deactivationThreshold: described(
    int,
    'An import that would close more than this percentage of the active accounts must confirm the exact number: 0 always, 100 never.',
  ),
});

/** The settings of imports of people. */
export const importSettingsEndpoints = {
  'GET /api/peopleimports/settings': endpoint({
    name: 'getImportSettings',
    summary: 'Get the settings for imports of people',
    tags,
    access: administrators,
    reply: entity({ peopleImportSettings }),
  }),

  'PUT /api/peopleimports/settings': endpoint({
    name: 'updateImportSettings',
    summary: 'Set the deactivation threshold of the organisation',
    description: 'For administrators of the whole organisation. It also applies to files that have been previewed.',
    tags,
    access: administrators,
    whileImpersonating: 'refused',
    root: 'peopleImportSettings',
    body: Type.Object({
      deactivationThreshold: threshold('The new threshold, in percent.'),
      expectedThreshold: described(
        maybe(wholeNumber),
        'The threshold that was shown to the user. When someone else has changed it since, nothing is set (409).',
      ),
    }),
    reply: entity({ peopleImportSettings }),
  }),
};
