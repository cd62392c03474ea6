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
import { OptionGroup } from './option-group.tsx';
import type { CheckedDraft } from './use-design-drafts.ts';

interface Props {
  options: DesignOptions;
  checked: CheckedDraft;
  nameAs: (design: GarmentDesign) => string;
  onChange: (draft: DraftDesign) => void;
}

const WORDS = { logo: 'Logo', text: 'Text' } as const;

/** What is put at one position: a logo, a text or a name, with all that can be chosen about it. */
export function DraftFields({ options, checked, nameAs, onChange }: Props) {
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
              shown: <span style={{ fontFamily: `"Livery ${font}"`, fontSize: '1rem' }}>{font}</span>,
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
        </>
      )}
    </Stack>
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
