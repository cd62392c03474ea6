import { Stack, Textarea, TextInput } from '@mantine/core';
import { memo, useId } from 'react';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { formatNumber } from '#web/ui/format/format.ts';
import css from './design-editor.module.css';
import type { DesignOptions, DesignPosition } from './design-types.ts';
import {
  chooseContent,
  type DesignContent,
  type DraftDesign,
  isSameContent,
  listContents,
  listMethodsFor,
} from './draft-design.ts';
import { NAME_BADGE } from './drawing/drawn-design.ts';
import { hasLowContrast } from './drawing/thread-contrast.ts';
import { useLetteringFont } from './lettering/use-lettering-font.ts';
import { OptionGroup } from './option-group.tsx';
import type { CheckedDraft, DraftChanges } from './use-design-drafts.ts';
import type { NameAs } from './use-text-check.ts';

type Update = DraftChanges['update'];

interface Props {
  options: DesignOptions;
  checked: CheckedDraft;
  nameAs: NameAs;
  /** Colour of the garment, where it is known. */
  clothRgb: string | undefined;
  update: Update;
}

/** What is put at one position: a logo, a text or a name, with all that can be chosen about it. */
export function DraftFields({ options, checked, clothRgb, nameAs, update }: Props) {
  const { draft, position } = checked;
  const { content, methodId, logoId, fontName, threadColour } = draft;
  const where = { options, position, update };
  return (
    <Stack gap="md">
      <WayFields {...where} {...{ content, methodId, nameAs }} />
      {content.kind === 'logo' ? (
        <LogoField {...where} logoId={logoId} />
      ) : (
        <TextField checked={checked} onType={(text) => update(position.id, (old) => ({ ...old, text, followsSaved: false }))} />
      )}
      {content.kind === 'text' && <StyleFields {...where} {...{ fontName, threadColour, methodId, clothRgb }} />}
    </Stack>
  );
}

interface Where {
  options: DesignOptions;
  position: DesignPosition;
  update: Update;
}

// What follows is drawn again only when it changes itself: the preview follows typing.

type WayProps = Where & Pick<DraftDesign, 'content' | 'methodId'> & { nameAs: NameAs };

/** Logo, text or name, and the method. */
const WayFields = memo(({ options, position, update, content, methodId, nameAs }: WayProps) => {
  const contents = listContents(options, position);
  const methods = listMethodsFor(options, position, content);
  const labelOf = (each: DesignContent) =>
    each.kind === 'name'
      ? (options.nameDesigns.find(({ nameDesignId }) => nameDesignId === each.nameDesignId)?.name ?? 'Name')
      : { logo: 'Logo', text: 'Text' }[each.kind];
  return (
    <>
      {contents.length > 1 && (
        <OptionGroup
          legend="Design"
          options={contents.map((each) => ({ value: each, label: labelOf(each) }))}
          chosen={content}
          isSame={isSameContent}
          onChoose={(chosen) => update(position.id, (draft) => chooseContent(options, position, draft, chosen, nameAs))}
        />
      )}
      {content.kind !== 'name' && methods.length > 1 && (
        <OptionGroup
          legend="Method"
          options={methods.map(({ id, name }) => ({ value: id, label: name }))}
          chosen={methodId}
          onChoose={(chosen) => update(position.id, (draft) => ({ ...draft, methodId: chosen, followsSaved: false }))}
        />
      )}
    </>
  );
});

const LogoField = memo(({ options, position, update, logoId }: Where & Pick<DraftDesign, 'logoId'>) => (
  <OptionGroup
    legend="Logo"
    options={options.logos.map(({ id, name, src }) => ({
      value: id,
      label: name,
      shown: (
        <span className={css.logo}>
          <img src={src} alt="" loading="lazy" />
          <span className={css.logoName}>{name}</span>
        </span>
      ),
    }))}
    chosen={logoId ?? undefined}
    onChoose={(chosen) => update(position.id, (draft) => ({ ...draft, logoId: chosen, followsSaved: false }))}
  />
));

type StyleProps = Where & Pick<DraftDesign, 'fontName' | 'threadColour' | 'methodId'> & { clothRgb: string | undefined };

/** Font and colour of a text of one's own. */
const StyleFields = memo(({ options, position, update, fontName, threadColour, methodId, clothRgb }: StyleProps) => {
  const rgb = options.threadColours.find(({ name }) => name === threadColour)?.rgb;
  const isLow = rgb !== undefined && clothRgb !== undefined && methodId !== NAME_BADGE && hasLowContrast(rgb, clothRgb);
  return (
    <>
      <OptionGroup
        legend="Font"
        options={options.fonts.map((font) => ({ value: font, label: font, shown: <FontSample fontName={font} /> }))}
        chosen={fontName}
        onChoose={(chosen) => update(position.id, (draft) => ({ ...draft, fontName: chosen, followsSaved: false }))}
      />
      <OptionGroup
        legend="Colour"
        asSwatches
        options={options.threadColours.map((colour) => ({
          value: colour.name,
          label: colour.name,
          shown: <span className={css.swatch} style={{ background: colour.rgb }} />,
        }))}
        chosen={threadColour}
        onChoose={(chosen) => update(position.id, (draft) => ({ ...draft, threadColour: chosen, followsSaved: false }))}
      />
      {/* A badge has a plate of its own. */}
      <div role="status" className={css.note}>
        {isLow && <Notice>{threadColour} is hard to read on this garment. Choose another colour to make it stand out.</Notice>}
      </div>
    </>
  );
});

/** The name of a font in its own letters. */
function FontSample({ fontName }: { fontName: string }) {
  useLetteringFont(fontName);
  return <span style={{ fontFamily: `"Livery ${fontName}"`, fontSize: '1rem' }}>{fontName}</span>;
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
