import { useStore } from '@nanostores/react';
import { type ChangeEvent, useId, useRef, useState } from 'react';
import { FREE_BADGES, type StaffBadge } from '#contract/badges.ts';
import { DESCRIPTION_MAX_LENGTH, NAME_MAX_LENGTH } from '#contract/constants.ts';
import { alert } from '#site/icons/states.ts';
import type { Form } from '#site/islands/shared/form/form.ts';
import { toOwnPicture } from '#site/islands/shared/http/badge-picture.ts';
import { BadgePicture } from '#site/islands/ui/BadgePicture.tsx';
import { Button } from '#site/islands/ui/Button.tsx';
import { Icon } from '#site/islands/ui/Icon.tsx';
import { useAccess, useOwnLeagues } from '../access/own-leagues.ts';
import { toOptions } from '../content/league-filter.ts';
import { toEditorLabels } from '../form/editor-labels.ts';
import { FormDialog } from '../form/FormDialog.tsx';
import { SelectField } from '../form/SelectField.tsx';
import { TextareaField } from '../form/TextareaField.tsx';
import { TextField } from '../form/TextField.tsx';
import { type BadgeValues, createBadgeForm, findPictureFault, toDrawingAddress } from './badge-form.ts';

interface Props {
  /** Null to make one. */
  badge: StaffBadge | null;
  /** The league that a new one begins with. */
  leagueId: string;
  onClose: () => void;
}

/** Makes or changes a badge. */
export function BadgeDialog({ badge, leagueId, onClose }: Props) {
  const isGrand = useAccess()?.isGrand === true;
  const leagues = useOwnLeagues('canCreateContent').data ?? [];
  const [form] = useState(() => createBadgeForm(badge, leagueId, onClose));
  const { values } = useStore(form.$form);
  const league = badge ? badge.league : leagues.find(({ id }) => id === values.leagueId);
  return (
    <FormDialog {...toEditorLabels('Badge', badge === null)} form={form} onClose={onClose}>
      <TextField form={form} name="name" label="Name" required counterMax={NAME_MAX_LENGTH} />
      {badge ? null : (
        <SelectField
          form={form}
          name="leagueId"
          label="League"
          required
          placeholder="Choose a league"
          hint={
            values.leagueId === FREE_BADGES
              ? 'Staff award it by hand, with a reason. Nobody earns it by learning.'
              : 'A league has one badge. It comes with the last tick.'
          }
          options={[
            ...(isGrand ? [{ value: FREE_BADGES, label: 'No league: awarded by hand alone' }] : []),
            ...toOptions(leagues),
          ]}
        />
      )}
      <TextareaField
        form={form}
        name="description"
        label="Description"
        hint="What it is for. Learners read it below the name."
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

/** The emblem of the league, or an uploaded drawing; shown as learners will see it, before anything is sent. */
function PictureField({ form, imageUrl, league }: PictureProps) {
  const id = useId();
  const file = useRef<HTMLInputElement>(null);
  const { values, errors, busy } = useStore(form.$form);
  const { pictureSvg } = values;
  const fault = errors.pictureSvg;
  const isEmblem = pictureSvg === null || (pictureSvg === undefined && imageUrl === null);
  // An <img> runs no script of a drawing and loads nothing for it.
  const src = pictureSvg ? toDrawingAddress(pictureSvg) : null;
  const take = async (event: ChangeEvent<HTMLInputElement>) => {
    const chosen = event.currentTarget.files?.[0];
    event.currentTarget.value = '';
    if (!chosen) return;
    const refused = findPictureFault(chosen);
    if (refused) form.refuse({ ...form.$form.get().errors, pictureSvg: refused });
    else form.change('pictureSvg', await chosen.text());
  };
  return (
    <fieldset aria-describedby={`${id}-hint`}>
      <legend className="text-sm font-semibold text-strong">Picture</legend>
      <div className="mt-2 flex flex-wrap items-center gap-4">
        <BadgePicture
          src={pictureSvg === undefined ? toOwnPicture(imageUrl) : src}
          league={league}
          size="large"
          ownColor
        />
        <div className="grid min-w-0 flex-1 basis-56 gap-3">
          <p id={`${id}-hint`} className="text-sm text-muted">
            {isEmblem
              ? league
                ? 'Drawn from the emblem of the league.'
                : 'A drawing that stands for no league.'
              : 'An uploaded drawing. Its middle is seen through a circle.'}{' '}
            An SVG of up to 64 KB can stand in its place, without scripts, links, photographs and effects.
          </p>
          <input
            ref={file}
            type="file"
            accept=".svg,image/svg+xml"
            hidden
            aria-label="Drawing of the badge"
            onChange={(event) => void take(event)}
          />
          <div className="flex flex-wrap gap-2">
            <Button
              variant="secondary"
              size="small"
              className="max-md:min-h-11"
              disabled={busy}
              aria-invalid={fault ? true : undefined}
              aria-describedby={fault ? `${id}-fault` : undefined}
              onClick={() => file.current?.click()}
            >
              Choose an SVG
            </Button>
            {isEmblem ? null : (
              <Button
                variant="ghost"
                size="small"
                className="max-md:min-h-11"
                disabled={busy}
                onClick={() => form.change('pictureSvg', imageUrl === null ? undefined : null)}
              >
                Draw the emblem
              </Button>
            )}
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
