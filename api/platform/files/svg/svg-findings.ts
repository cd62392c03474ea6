/** Why an SVG is not drawn. Kinds with values: the sentence is made when it is shown. */
export type SvgFinding =
  | { kind: 'unreadable' }
  | { kind: 'encoding' }
  | { kind: 'compressed' }
  | { kind: 'entities' }
  | { kind: 'script' }
  | { kind: 'external' }
  | { kind: 'picture' }
  | { kind: 'text' }
  | { kind: 'effect' }
  | { kind: 'animation' }
  | { kind: 'styles' }
  | { kind: 'element'; name: string }
  | { kind: 'too-complex' }
  | { kind: 'size' }
  | { kind: 'empty' }
  | { kind: 'too-long' };

/** The finding as a sentence that says what to do. `name` is what the file is called. */
export function describeSvgFinding(finding: SvgFinding, name: string): string {
  const sentences: Record<SvgFinding['kind'], string> = {
    unreadable: 'is not an SVG that can be read. Please open it, save it again as SVG and upload it.',
    encoding: 'is not saved as UTF-8. Please save it again as SVG in UTF-8.',
    compressed: 'is a compressed SVG. Please save it as .svg.',
    entities: 'defines entities in its document type. Please export it as plain SVG, without data of the drawing program.',
    script: 'contains a script or a link that runs one. Please export it as plain SVG, without interaction.',
    external: 'refers to something outside the file. Please embed everything as shapes and upload it again.',
    picture: 'contains a picture made of pixels. Please upload it as PNG, or as SVG of shapes alone.',
    text: 'contains text that needs a font. Please convert texts to paths (outlines) and upload it again.',
    effect: 'contains an effect such as a shadow or blur, which cannot be made on a garment. Please remove it.',
    animation: 'is animated. Please export a picture that does not move.',
    styles: 'contains style rules that are not allowed, such as @import. Please export it with presentation attributes.',
    element: `contains “${finding.kind === 'element' ? finding.name : ''}”, which is not allowed. Please export it as plain SVG of shapes.`,
    'too-complex': 'has too many shapes. Please simplify it, or upload it as PNG.',
    size: 'has no usable size. Width and height have to be 1 to 20,000 pixels.',
    empty: 'shows nothing: all of it is transparent. Please choose another file.',
    'too-long': 'is too complicated to be drawn. Please simplify it, or upload it as PNG.',
  };
  return `“${name}” ${sentences[finding.kind]}`;
}

/** What an SVG is drawn as. */
export interface SvgTask {
  content: Uint8Array;
  /** Pixels of the longer side, before transparent margins are cut off. */
  side: number;
}

/** A PNG, whose transparent margins are cut off. */
export interface DrawnSvg {
  png: Uint8Array;
  width: number;
  height: number;
}

export type SvgReply = DrawnSvg | { finding: SvgFinding };
