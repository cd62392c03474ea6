import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type CSSProperties, useId, useRef, useState } from 'react';
import { getContrastRatio } from '#brands/contrast.ts';
import { MAX_LOGO_BYTES } from '#contract/organisation/settings/logo-limits.ts';
import { api } from '#web/app/api.ts';
import { toMultipart } from '#web/app/multipart.ts';
import { isHexColour } from '#web/themes/colour.ts';
import { useBrand } from '#web/themes/theme-provider.tsx';
import { createThemeVariables } from '#web/themes/variables.ts';
import { readDataUrl } from '#web/ui/browser/read-data-url.ts';
import { formatNumber } from '#web/ui/format/format.ts';
import css from './look-fields.module.css';
import { SETTING_LABELS, type SettingsValues, toLogoValue } from './organisation-settings.ts';

interface Props {
  values: SettingsValues;
  errors: Readonly<Record<string, string>>;
  set: (change: Partial<SettingsValues>) => void;
}

const COLOURS = [
  ['primaryColour', 'Buttons and the current page'],
  ['secondaryColour', 'Tags and charts'],
  ['tertiaryColour', 'Tags and charts'],
] as const;

/** Logo and colours, with a preview of both. */
export function LookFields({ values, errors, set }: Props) {
  const brand = useBrand();
  const [picture, setPicture] = useState<{ value: string; src: string }>();
  const logo =
    picture?.value === values.logo ? picture.src : values.logo.startsWith('file:') ? undefined : values.logo || undefined;
  const variables = createThemeVariables(brand, values);
  return (
    <div className={css.columns}>
      <Stack>
        <LogoField
          value={values.logo}
          error={errors.logo}
          onChange={(value, src) => {
            setPicture(src === undefined ? undefined : { value, src });
            set({ logo: value });
          }}
        />
        {COLOURS.map(([name, use]) => (
          <ColourField
            key={name}
            name={name}
            use={use}
            value={values[name]}
            fallback={brand.colours[name === 'primaryColour' ? 'primary' : name === 'secondaryColour' ? 'secondary' : 'tertiary']}
            error={errors[name]}
            onChange={(colour) => set({ [name]: colour })}
          />
        ))}
      </Stack>
      <LookPreview variables={variables} logo={logo} isUnsaved={values.logo.startsWith('file:')} />
    </div>
  );
}

interface LogoFieldProps {
  value: string;
  error: string | undefined;
  /** `src` shows a logo that is not saved yet. */
  onChange: (value: string, src?: string) => void;
}

function LogoField({ value, error, onChange }: LogoFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  const [tooLarge, setTooLarge] = useState(false);
  const upload = useMutation({
    mutationFn: async (file: File) => ({
      fileId: (await api('POST /api/organisations/ownsettings/logo', await toMultipart(file))).file.id,
      src: await readDataUrl(file),
    }),
    onSuccess: ({ fileId, src }) => onChange(toLogoValue(fileId), src),
  });
  function choose(file: File | undefined) {
    if (input.current) input.current.value = '';
    if (!file) return;
    setTooLarge(file.size > MAX_LOGO_BYTES);
    if (file.size <= MAX_LOGO_BYTES) upload.mutate(file);
  }
  const problem = tooLarge ? 'This picture is larger than 2 MB. Please choose a smaller one.' : (upload.error?.message ?? error);
  return (
    <Stack component="fieldset" gap="xs" aria-describedby={`${id}-hint`}>
      <Text component="legend" fw={600}>
        {SETTING_LABELS.logo}
      </Text>
      <Text size="sm" c="dimmed" id={`${id}-hint`}>
        PNG, JPEG or WebP, up to 2 MB. It is shown 40 pixels high on white. A wide picture without margins works best.
      </Text>
      <Group gap="xs">
        <Button variant="default" loading={upload.isPending} onClick={() => input.current?.click()}>
          {value === '' ? 'Upload logo' : 'Replace logo'}
        </Button>
        {value !== '' && (
          <Button variant="default" disabled={upload.isPending} onClick={() => onChange('')}>
            Remove logo
          </Button>
        )}
      </Group>
      <input
        ref={input}
        type="file"
        hidden
        aria-label="Logo"
        accept="image/png,image/jpeg,image/webp"
        onChange={({ currentTarget }) => choose(currentTarget.files?.[0])}
      />
      {problem && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {problem}
        </Text>
      )}
    </Stack>
  );
}

interface ColourFieldProps {
  name: (typeof COLOURS)[number][0];
  use: string;
  value: string;
  /** The brand's colour, which applies while the value is empty. */
  fallback: string;
  error: string | undefined;
  onChange: (colour: string) => void;
}

/** A colour as text, with the browser's colour picker beside it. */
const ColourField = ({ name, use, value, fallback, error, onChange }: ColourFieldProps) => (
  <div className={css.colour}>
    <TextInput
      name={name}
      label={SETTING_LABELS[name]}
      description={use}
      placeholder={fallback}
      maxLength={7}
      spellCheck={false}
      value={value}
      error={error}
      onChange={({ currentTarget }) => onChange(currentTarget.value.trim())}
    />
    <input
      type="color"
      className={css.picker}
      aria-label={`Choose ${SETTING_LABELS[name].toLowerCase()}`}
      value={isHexColour(value) ? value : fallback}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  </div>
);

interface LookPreviewProps {
  variables: Readonly<Record<string, string>>;
  logo: string | undefined;
  isUnsaved: boolean;
}

/** How header and buttons will look, and the contrast of their texts. */
function LookPreview({ variables, logo, isUnsaved }: LookPreviewProps) {
  const contrast = (text: string, ground: string) =>
    `${formatNumber(Math.floor(getContrastRatio(variables[text] ?? '', variables[ground] ?? '') * 10) / 10)} : 1`;
  return (
    <figure className={css.preview} style={variables as CSSProperties}>
      <figcaption>Preview</figcaption>
      <div className={css.header}>
        {logo ? (
          <img src={logo} alt="Logo" />
        ) : (
          <strong>{isUnsaved ? 'Your new logo, once it is saved' : 'The name, in place of a logo'}</strong>
        )}
      </div>
      <div className={css.samples}>
        <span className={css.button}>Add to cart</span>
        <span className={css.link}>Your orders</span>
        <span className={css.second}>Tag</span>
        <span className={css.third}>Tag</span>
      </div>
      <dl className={css.contrasts}>
        <div>
          <dt>Text on the main colour</dt>
          <dd className="figures">{contrast('--on-brand', '--brand')}</dd>
        </div>
        <div>
          <dt>Links on white</dt>
          <dd className="figures">{contrast('--brand-text', '--surface')}</dd>
        </div>
        <div>
          <dt>Text on the second colour</dt>
          <dd className="figures">{contrast('--on-secondary', '--secondary')}</dd>
        </div>
        <div>
          <dt>Text on the third colour</dt>
          <dd className="figures">{contrast('--on-tertiary', '--tertiary')}</dd>
        </div>
      </dl>
      <Text size="sm" c="dimmed">
        Text colour is adjusted automatically to keep contrast at 4.5:1 or more.
      </Text>
    </figure>
  );
}
