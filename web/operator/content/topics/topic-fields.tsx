import { NativeSelect, Stack, TextInput } from '@mantine/core';
import { RichTextField } from '#web/content/publications/editor/rich-text-field.tsx';
import { DownIcon } from '#web/ui/content/icons.tsx';
import { Checkbox } from '#web/ui/forms/checkbox.tsx';
import { operatorTextCalls } from '../text-calls.ts';
import { LOCATION_OPTIONS, NO_LOCATION } from './topic-labels.ts';
import { changeLocation } from './topic-values.ts';
import type { TopicForm } from './use-topic-form.ts';

/** Title and text. */
export const TopicTextFields = ({ form: { values, errors, set }, isReadOnly }: { form: TopicForm; isReadOnly: boolean }) => (
  <Stack>
    <TextInput
      label="Title"
      name="title"
      maxLength={200}
      value={values.title}
      error={errors.title}
      onChange={(event) => set({ title: event.currentTarget.value })}
    />
    <RichTextField
      label="Text"
      name="body"
      value={values.body}
      error={errors.body}
      onChange={(body) => set({ body })}
      isReadOnly={isReadOnly}
      {...operatorTextCalls}
    />
  </Stack>
);

/** The place, and whether it is in the information menu too. */
export const TopicPlaceFields = ({ form: { values, errors, set } }: { form: TopicForm }) => (
  <Stack>
    <NativeSelect
      label="Place"
      name="portalLocation"
      rightSection={<DownIcon size={16} />}
      data={[...LOCATION_OPTIONS.map(({ id, label }) => ({ value: id, label })), { value: '', label: NO_LOCATION }]}
      value={values.portalLocation}
      error={errors.portalLocation}
      onChange={(event) => set(changeLocation(event.currentTarget.value))}
    />
    <Checkbox
      name="includeInInformationMenu"
      checked={values.includeInInformationMenu}
      error={errors.includeInInformationMenu}
      onChange={(includeInInformationMenu) => set({ includeInInformationMenu })}
    >
      Also a page of the information menu
    </Checkbox>
    {values.portalLocation !== 'importantnotice' && values.portalLocation !== 'login' && (
      <Checkbox
        name="isImportantNotice"
        checked={values.isImportantNotice}
        error={errors.isImportantNotice}
        onChange={(isImportantNotice) => set({ isImportantNotice })}
      >
        Also shown as an important notice, once after each login
      </Checkbox>
    )}
  </Stack>
);
