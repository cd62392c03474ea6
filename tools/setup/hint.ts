/** What the start of a portal without an organisation says. */
export const SETUP_HINT = `The database has no organisation yet. Run npm run setup in another terminal, with the same variables: it asks for brand, first operator,
organisation and administrator, or takes them from a file. The portal can keep running. See "First set-up" in docs/operations/set-up.md.`;
