import Type from 'typebox';
import { endpoint, roles } from '../../endpoint.ts';
import { described, id, nullable } from '../../values.ts';
import { draftPreview, seenPreview, seenRevision, seenVersion, wardrobeContentsInput, wardrobeDraft } from './draft-schemas.ts';
import { changedWardrobe } from './wardrobes.ts';

const admin = roles('OrganisationAdmin');
const tags = ['Wardrobe administration'] as const;
const params = Type.Object({ id: id('collection') });

/** Drafts of wardrobes: changes are collected, previewed and published together. */
export const wardrobeDraftEndpoints = {
  'PUT /api/organisation/wardrobes/:id/draft': endpoint({
    name: 'saveWardrobeDraft',
    summary: 'Save the draft of a wardrobe',
    description:
      'A wardrobe has one draft. It changes nothing for anyone until it is published. 409 when someone else has saved or begun it meanwhile, published or discarded it: the error says who and when, and `draft` of `GET /api/organisation/wardrobes/{id}` is what they saved.',
    tags,
    access: admin,
    params,
    refusesUnknown: true,
    body: Type.Object({
      revision: described(nullable(seenRevision), '`revision` of the draft that you have changed; null to begin one.'),
      basedOn: described(
        Type.Optional(seenVersion),
        'Where you begin a draft, the version that you have changed: 409 when another one has been published since. Absent: the one in use.',
      ),
      contents: described(wardrobeContentsInput, 'All that the wardrobe is to contain.'),
    }),
    reply: Type.Object({ draft: wardrobeDraft }),
  }),
  'DELETE /api/organisation/wardrobes/:id/draft': endpoint({
    name: 'discardWardrobeDraft',
    summary: 'Discard the draft of a wardrobe',
    description: '409 when someone else has saved it meanwhile. Without a draft nothing happens.',
    tags,
    access: admin,
    params,
    query: Type.Object({ revision: seenRevision }),
    reply: Type.Object({}),
  }),
  'GET /api/organisation/wardrobes/:id/draft/preview': endpoint({
    name: 'previewWardrobeDraft',
    summary: 'Preview what publishing the draft of a wardrobe means',
    description: 'How many people gain and lose what, and who will have ordered more than they are owed. 404 without a draft.',
    tags,
    access: admin,
    params,
    reply: Type.Object({ preview: draftPreview }),
  }),
  'POST /api/organisation/wardrobes/:id/draft/publish': endpoint({
    name: 'publishWardrobeDraft',
    summary: 'Publish the draft of a wardrobe',
    description:
      'Its wearers follow in the bulk edit. 409 with the figures as they are now when they are no longer those that were seen, when someone else has saved the draft meanwhile, or while the wearers still follow an earlier version.',
    tags,
    access: admin,
    params,
    body: Type.Object({ revision: seenRevision, seen: described(seenPreview, 'What you have seen of the preview.') }),
    reply: changedWardrobe,
  }),
};
