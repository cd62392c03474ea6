import { Stack, Textarea, TextInput } from '@mantine/core';
import { useId } from 'react';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { formatNumber } from '#web/ui/format/format.ts';
import { Swatch } from '../products/choosing/swatch.tsx';
import css from './design-editor.module.css';
import type { DesignOptions, GarmentDesign } from './design-types.ts';
import {
  chooseContent,
  type DesignContent,
  type DraftDesign,
  findNameDesign,
  isSameContent,
  listContents,
  listMethodsFor,
} from './draft-design.ts';
import { NAME_BADGE } from './drawing/drawn-design.ts';
import { hasLowContrast } from './drawing/thread-contrast.ts';
import { useLetteringFont } from './lettering/use-lettering.ts';
import { OptionGroup } from './option-group.tsx';
import type { CheckedDraft } from './use-design-drafts.ts';

interface Props {
  options: DesignOptions;
  checked: CheckedDraft;
  nameAs: (design: GarmentDesign) => string;
  /** Colour of the garment, where it is known. */
  clothRgb: string | undefined;
  onChange: (draft: DraftDesign) => void;
}

const WORDS = { logo: 'Logo', text: 'Text' } as const;

/** What is put at one position: a logo, a text or a name, with all that can be chosen about it. */
export function DraftFields({ options, checked, clothRgb, nameAs, onChange }: Props) {
  const { draft, position } = checked;
  const contents = listContents(options, position);
  const methods = listMethodsFor(options, position, draft.content);
  const change = (parts: Partial<DraftDesign>) => onChange({ ...draft, ...parts, followsSaved: false });
  const labelOf = (content: DesignContent) => {
    if (content.kind !== 'name') return WORDS[content.kind];
    const design = findNameDesign(options, { ...draft, content });
    return design?.name ?? 'Name';
  };
  return (
    <Stack gap="md">
      {contents.length > 1 && (
        <OptionGroup
          legend="Design"
          options={contents.map((content) => ({ value: content, label: labelOf(content) }))}
          chosen={draft.content}
          isSame={isSameContent}
          onChoose={(content) => onChange(chooseContent(options, position, draft, content, nameAs))}
        />
      )}
      {draft.content.kind !== 'name' && methods.length > 1 && (
        <OptionGroup
          legend="Method"
          options={methods.map(({ id, name }) => ({ value: id, label: name }))}
          chosen={draft.methodId}
          onChoose={(methodId) => change({ methodId })}
        />
      )}
      {draft.content.kind === 'logo' ? (
        <OptionGroup
          legend="Logo"
          options={options.logos.map(({ id, name, src }) => ({
            value: id,
            label: name,
            shown: (
              <span className={css.logo}>
                <img src={src} alt="" loading="lazy" />
                {name}
              </span>
            ),
          }))}
          chosen={draft.logoId ?? undefined}
          onChoose={(logoId) => change({ logoId })}
        />
      ) : (
        <TextField checked={checked} onType={(text) => change({ text })} />
      )}
      {draft.content.kind === 'text' && (
        <>
          <OptionGroup
            legend="Font"
            options={options.fonts.map((font) => ({
              value: font,
              label: font,
              shown: <FontSample fontName={font} />,
            }))}
            chosen={draft.fontName}
            onChoose={(fontName) => change({ fontName })}
          />
          <OptionGroup
            legend="Colour"
            asSwatches
            options={options.threadColours.map(({ name, rgb }) => ({
              value: name,
              label: name,
              shown: <Swatch rgb={rgb} size={28} />,
            }))}
            chosen={draft.threadColour}
            onChoose={(threadColour) => change({ threadColour })}
          />
          <ContrastNote design={checked.design} clothRgb={clothRgb} />
        </>
      )}
    </Stack>
  );
}

/** The name of a font in its own letters. */
function FontSample({ fontName }: { fontName: string }) {
  useLetteringFont(fontName);
  return <span style={{ fontFamily: `"Livery ${fontName}"`, fontSize: '1rem' }}>{fontName}</span>;
}

/** Says that a text will be hard to read on the garment; a badge has a plate of its own. */
function ContrastNote({ design, clothRgb }: { design: GarmentDesign | undefined; clothRgb: string | undefined }) {
  const isLow = design?.threadRgb && clothRgb && design.methodId !== NAME_BADGE && hasLowContrast(design.threadRgb, clothRgb);
  return (
    <div role="status">
      {isLow && (
        <Notice>{design.threadColour} is hard to read on this garment. Choose another colour to make it stand out.</Notice>
      )}
    </div>
  );
}

/** The text with its characters counted. What is wrong with it is said below as soon as it is typed. */
function TextField({ checked, onType }: { checked: CheckedDraft; onType: (text: string) => void }) {
  const { draft, setting, problem } = checked;
  const id = useId();
  const { maxLength = 0, maxLines = 1 } = setting ?? {};
  const isName = draft.content.kind === 'name';
  const longest = Math.max(...draft.text.split('\n').map((line) => [...line].length));
  const field = {
    label: isName ? 'Name' : 'Text',
    value: draft.text,
    description: `${formatNumber(longest)} of ${formatNumber(maxLength)} characters${maxLines > 1 && !isName ? ` a line, up to ${formatNumber(maxLines)} lines` : ''}`,
    inputWrapperOrder: ['label', 'input', 'description'] as ('label' | 'input' | 'description')[],
    autoComplete: 'off',
    spellCheck: false,
    // The sentence is below, where it is said as it changes.
    error: problem !== undefined && draft.text !== '',
    'aria-errormessage': problem === undefined ? undefined : `${id}-problem`,
  };
  return (
    <div>
      {maxLines > 1 && !isName ? (
        <Textarea {...field} rows={Math.min(maxLines, 3)} onChange={(event) => onType(event.currentTarget.value)} />
      ) : (
        <TextInput {...field} onChange={(event) => onType(event.currentTarget.value)} />
      )}
      {/* There from the start, so that a screen reader says what appears in it. */}
      <div id={`${id}-problem`} role="status" className={css.problem}>
        {problem && draft.text !== '' && <Notice tone="warning">{problem}</Notice>}
      </div>
    </div>
  );
}
