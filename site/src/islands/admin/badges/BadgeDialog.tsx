import { useStore } from '@nanostores/react';
import { type ChangeEvent, useId, useRef, useState } from 'react';
import { BADGE_EMBLEMS, BADGE_PICTURE_PATH, FREE_BADGES } from '#contract/badges.ts';
import { DESCRIPTION_MAX_LENGTH, NAME_MAX_LENGTH } from '#contract/constants.ts';
import { alert } from '#site/icons/states.ts';
import { FormDialog } from '#site/islands/shared/form/FormDialog.tsx';
import type { Form } from '#site/islands/shared/form/form.ts';
import { SelectField } from '#site/islands/shared/form/SelectField.tsx';
import { TextareaField } from '#site/islands/shared/form/TextareaField.tsx';
import { TextField } from '#site/islands/shared/form/TextField.tsx';
import { urlOf } from '#site/islands/shared/http/api.ts';
import { toOwnPicture } from '#site/islands/shared/http/badge-picture.ts';
import { BadgePicture } from '#site/islands/ui/BadgePicture.tsx';
import { Button } from '#site/islands/ui/Button.tsx';
import { Field } from '#site/islands/ui/Field.tsx';
import { Icon } from '#site/islands/ui/Icon.tsx';
import { Select } from '#site/islands/ui/Select.tsx';
import { useAccess, useOwnLeagues } from '../access/access.ts';
import { toOptions } from '../content/league-filter.ts';
import { toEditorLabels } from '../form/staff-form.ts';
import {
  type BadgeValues,
  COLOR_OPTIONS,
  createBadgeForm,
  type EditedBadge,
  EMBLEM_OPTIONS,
  findEmblem,
  findPictureFault,
} from './badge-form.ts';

interface Props {
  badge: EditedBadge | null;
  leagueId: string;
  /** On the page of a league. */
  isLeagueFixed?: boolean;
  onClose: () => void;
  onSaved?: () => void;
}

export function BadgeDialog({ badge, leagueId, isLeagueFixed = false, onClose, onSaved = onClose }: Props) {
  const isGrand = useAccess()?.isGrand === true;
  const leagues = useOwnLeagues('canCreateContent').data ?? [];
  const [form] = useState(() => createBadgeForm(badge, leagueId, onSaved));
  const { values } = useStore(form.$form);
  const league = badge ? badge.league : leagues.find(({ id }) => id === values.leagueId);
  return (
    <FormDialog {...toEditorLabels('Badge', badge === null)} form={form} onClose={onClose}>
      <TextField form={form} name="name" label="Name" required counterMax={NAME_MAX_LENGTH} />
      {badge || isLeagueFixed ? null : (
        <SelectField
          form={form}
          name="leagueId"
          label="League"
          required
          placeholder="Choose a league"
          hint={
            values.leagueId === FREE_BADGES
              ? 'Staff award it by hand, with a reason. It cannot be earned by learning.'
              : 'A league has one badge. Finishing the league awards it.'
          }
          options={[
            ...(isGrand ? [{ value: FREE_BADGES, label: 'No league: awarded by hand only' }] : []),
            ...toOptions(leagues),
          ]}
        />
      )}
      <TextareaField
        form={form}
        name="description"
        label="Description"
        hint="Say what it is for. Learners see it below the name."
        rows={3}
        counterMax={DESCRIPTION_MAX_LENGTH}
      />
      <PictureField form={form} imageUrl={badge?.imageUrl ?? null} league={league?.name ?? null} />
    </FormDialog>
  );
}

interface PictureProps {
  form: Form<BadgeValues>;
  imageUrl: string | null;
  league: string | null;
}

const UPLOADED = 'uploaded';

function PictureField({ form, imageUrl, league }: PictureProps) {
  const id = useId();
  const file = useRef<HTMLInputElement>(null);
  const { values, errors, busy } = useStore(form.$form);
  const { picture } = values;
  const fault = errors.picture;
  const chosen = findEmblem(picture, imageUrl);
  const hasUpload = imageUrl !== null && findEmblem(undefined, imageUrl) === null;
  const isUpload = chosen === null && (picture === undefined ? hasUpload : picture !== null);
  const name = chosen ? `${chosen.emblem}-${chosen.color}` : null;
  const src = name
    ? urlOf({ path: BADGE_PICTURE_PATH }, { id: BADGE_EMBLEMS, file: `${name}.svg` })
    : picture === undefined
      ? toOwnPicture(imageUrl)
      : picture;
  const chooseEmblem = (value: string) => {
    if (value === UPLOADED) form.change('picture', hasUpload ? undefined : picture);
    else if (value === '') form.change('picture', imageUrl === null ? undefined : null);
    else form.change('picture', `${value}-${chosen?.color ?? 'blue'}`);
  };
  const upload = (event: ChangeEvent<HTMLInputElement>) => {
    const [picked] = event.currentTarget.files ?? [];
    event.currentTarget.value = '';
    if (!picked) return;
    const refused = findPictureFault(picked);
    if (refused) return form.refuse({ ...form.$form.get().errors, picture: refused });
    const reader = new FileReader();
    reader.onload = () => form.change('picture', String(reader.result));
    reader.readAsDataURL(picked);
  };
  return (
    <fieldset>
      <legend className="text-sm font-semibold text-strong">Picture</legend>
      <div className="mt-2 flex flex-wrap items-start gap-4">
        <BadgePicture src={src} league={league} size="large" ownColor />
        <div className="grid min-w-0 flex-1 basis-56 gap-3">
          <Field label="Emblem">
            <Select
              value={chosen?.emblem ?? (isUpload ? UPLOADED : '')}
              disabled={busy}
              options={[
                { value: '', label: league ? 'As its league' : 'Plain' },
                ...EMBLEM_OPTIONS,
                ...(isUpload || hasUpload ? [{ value: UPLOADED, label: 'Uploaded picture' }] : []),
              ]}
              onChange={(event) => chooseEmblem(event.currentTarget.value)}
            />
          </Field>
          {chosen ? (
            <Field label="Colour">
              <Select
                value={chosen.color}
                disabled={busy}
                options={COLOR_OPTIONS}
                onChange={(event) => form.change('picture', `${chosen.emblem}-${event.currentTarget.value}`)}
              />
            </Field>
          ) : null}
          <input
            ref={file}
            type="file"
            accept=".png,image/png"
            hidden
            aria-label="Picture file"
            onChange={upload}
          />
          <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
            <Button
              variant="secondary"
              size="small"
              className="max-md:min-h-11"
              disabled={busy}
              aria-invalid={fault ? true : undefined}
              aria-describedby={`${id}-hint${fault ? ` ${id}-fault` : ''}`}
              onClick={() => file.current?.click()}
            >
              Upload a PNG
            </Button>
            <p id={`${id}-hint`} className="text-sm text-muted">
              Up to 100 KB and 1,024 pixels each way. It is cropped to a circle.
            </p>
          </div>
          <div role="alert" className="empty:hidden">
            {fault ? (
              <p id={`${id}-fault`} className="flex items-start gap-1.5 text-sm text-danger">
                <Icon path={alert} size={16} className="mt-0.5 shrink-0" />
                {fault}
              </p>
            ) : null}
          </div>
        </div>
      </div>
    </fieldset>
  );
}
