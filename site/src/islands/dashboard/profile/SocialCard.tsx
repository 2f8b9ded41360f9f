import { useStore } from '@nanostores/react';
import { type FormEvent, useEffect, useRef } from 'react';
import type { SocialField, User } from '#contract/users.ts';
import { Button } from '#site/islands/ui/Button.tsx';
import { Field } from '#site/islands/ui/Field.tsx';
import { focusLater } from '#site/islands/ui/focus-nearby.ts';
import { TextInput } from '#site/islands/ui/TextInput.tsx';
import { SOCIAL_ORDER, type SocialTile, toSocialTiles } from '../../shared/format/social-tiles.ts';
import { TitledCard } from '../shell/TitledCard.tsx';
import {
  $socialForm,
  cancelSocial,
  changeSocial,
  closeSocial,
  editSocial,
  resumeSocial,
  saveSocial,
} from './profile-form.ts';

const FIELDS: Record<SocialField, { label: string; type: 'text' | 'url'; placeholder: string }> = {
  portfolioUrl: { label: 'Portfolio', type: 'url', placeholder: 'https://' },
  githubUsername: { label: 'GitHub username', type: 'text', placeholder: 'name' },
  twitterHandle: { label: 'X handle', type: 'text', placeholder: '@handle' },
  linkedinUrl: { label: 'LinkedIn', type: 'url', placeholder: 'https://www.linkedin.com/in/' },
  discordUsername: { label: 'Discord username', type: 'text', placeholder: 'name' },
  kaggleUsername: { label: 'Kaggle username', type: 'text', placeholder: 'name' },
};

export function SocialCard({ user }: { user: User }) {
  const { mode, result } = useStore($socialForm);
  const tiles = toSocialTiles(user);
  const box = useRef<HTMLDivElement>(null);
  const leadOn = () =>
    focusLater(() => box.current?.querySelector('input') ?? box.current?.querySelector('button') ?? null);
  const edit = () => {
    editSocial(user);
    leadOn();
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: taken up once, when the card appears
  useEffect(() => {
    resumeSocial(user);
    return closeSocial;
  }, []);
  const isEditing = mode !== 'view';
  if (tiles.length === 0 && !isEditing && !result) {
    return (
      <div
        ref={box}
        className="mt-6 flex flex-wrap items-center justify-between gap-3 rounded-lg border border-dashed border-line-strong p-5"
      >
        <p className="text-muted">
          Add your social handles. Only you and our staff see them, unless your public page shows them.
        </p>
        <Button variant="secondary" onClick={edit}>
          Edit Social
        </Button>
      </div>
    );
  }
  return (
    <div ref={box} className="mt-6">
      <TitledCard
        title="Social Links & Profiles"
        action={
          isEditing ? null : (
            <Button variant="secondary" size="small" onClick={edit}>
              Edit Social
            </Button>
          )
        }
      >
        {isEditing ? <SocialFields onClose={leadOn} /> : <SocialTiles tiles={tiles} />}
        <p
          role={result?.kind === 'failure' ? 'alert' : 'status'}
          className={`font-semibold ${result ? 'mt-4' : ''} ${result?.kind === 'failure' ? 'text-danger' : 'text-success'}`}
        >
          {result?.text}
        </p>
      </TitledCard>
    </div>
  );
}

function SocialTiles({ tiles }: { tiles: readonly SocialTile[] }) {
  return (
    <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
      {tiles.map(({ field, site, text, href }) => (
        <li key={field} className="min-w-0">
          {href ? (
            <a
              href={href}
              target="_blank"
              rel="noopener noreferrer"
              className="block rounded-md border border-line bg-page p-3 transition-colors hover:border-keyline"
            >
              <TileText site={site} text={text} />
              <span className="sr-only"> (opens in a new tab)</span>
            </a>
          ) : (
            <div className="rounded-md border border-line bg-page p-3">
              <TileText site={site} text={text} />
            </div>
          )}
        </li>
      ))}
    </ul>
  );
}

function TileText({ site, text }: { site: string; text: string }) {
  return (
    <>
      <span className="block text-xs text-muted">{site}</span>
      <span className="block truncate font-semibold text-strong">{text}</span>
    </>
  );
}

function SocialFields({ onClose }: { onClose: () => void }) {
  const { mode, values, errors, refusals } = useStore($socialForm);
  const isSaving = mode === 'saving';
  const element = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (refusals > 0) element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [refusals]);
  const save = (event: FormEvent) => {
    event.preventDefault();
    void saveSocial().then(() => {
      const at = document.activeElement;
      // Leaves the focus alone if the reader moved it elsewhere.
      const isHere = at === document.body || element.current?.contains(at);
      if ($socialForm.get().mode === 'view' && isHere) onClose();
    });
  };
  const cancel = () => {
    cancelSocial();
    onClose();
  };
  return (
    <form ref={element} noValidate onSubmit={save}>
      <div className="grid gap-4 sm:grid-cols-2">
        {SOCIAL_ORDER.map((field) => (
          <Field key={field} label={FIELDS[field].label} error={errors[field]}>
            <TextInput
              type={FIELDS[field].type}
              placeholder={FIELDS[field].placeholder}
              value={values[field]}
              readOnly={isSaving}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              onChange={(event) => changeSocial(field, event.target.value)}
            />
          </Field>
        ))}
      </div>
      <div className="mt-5 flex flex-wrap justify-end gap-3">
        <Button type="button" variant="secondary" disabled={isSaving} onClick={cancel}>
          Cancel
        </Button>
        <Button type="submit" busy={isSaving} busyLabel="Saving...">
          Save
        </Button>
      </div>
    </form>
  );
}
