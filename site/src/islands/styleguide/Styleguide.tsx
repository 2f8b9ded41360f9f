import { type ReactElement, type ReactNode, useState } from 'react';
import { ROLES, STATUSES } from '#contract/roles.ts';
import { EMBLEMS } from '#site/emblems.ts';
import { Avatar } from '#site/islands/ui/Avatar.tsx';
import { Badge, RoleBadge, StatusBadge } from '#site/islands/ui/Badge.tsx';
import { LeagueEmblem } from '#site/islands/ui/LeagueEmblem.tsx';
import { ProgressBar } from '#site/islands/ui/ProgressBar.tsx';
import { ProgressRing } from '#site/islands/ui/ProgressRing.tsx';
import { ToastRegion } from '#site/islands/ui/ToastRegion.tsx';
import { Buttons } from './Buttons.tsx';
import { Fields } from './Fields.tsx';
import { Foundations } from './Foundations.tsx';
import { Overlays } from './Overlays.tsx';
import { Specimen } from './Specimen.tsx';
import { States } from './States.tsx';
import { Tables } from './Tables.tsx';

const PEOPLE = ['Asha Kaur', 'Dev', 'नमन शर्मा', 'ਗੁਰਪ੍ਰੀਤ ਸਿੰਘ', 'Li Wu', 'Ravi Krishnamurthy', null];

/** Every primitive in every state, in the scheme of its box. */
export function Styleguide(): ReactElement {
  const [schemes, setSchemes] = useState<'both' | 'light' | 'dark'>('both');
  return (
    <main id="main" className="grid gap-6 py-6">
      <div className="wrap flex flex-wrap items-center justify-between gap-4">
        <h1 className="title">Style guide</h1>
        <fieldset className="flex gap-2">
          <legend className="sr-only">Schemes</legend>
          {(['both', 'light', 'dark'] as const).map((choice) => (
            <label key={choice} className="flex min-h-11 items-center gap-2 px-2">
              <input
                type="radio"
                name="schemes"
                checked={schemes === choice}
                onChange={() => setSchemes(choice)}
              />
              {choice}
            </label>
          ))}
        </fieldset>
      </div>
      <div className={schemes === 'both' ? 'grid 2xl:grid-cols-2' : 'grid'}>
        {schemes !== 'dark' && <Sheet theme="light" />}
        {schemes !== 'light' && <Sheet theme="dark" />}
      </div>
      <ToastRegion />
    </main>
  );
}

function Sheet({ theme }: { theme: 'light' | 'dark' }): ReactElement {
  return (
    <section data-theme={theme} aria-label={theme} className="min-w-0">
      <div className="wrap grid gap-14 py-12">
        <Foundations />
        <Buttons />
        <Fields />
        <Specimen name="Badges" note="A word on a tint; a status also carries a sign.">
          <Row>
            {ROLES.map((role) => (
              <RoleBadge key={role} role={role} />
            ))}
          </Row>
          <Row>
            {STATUSES.map((status) => (
              <StatusBadge key={status} status={status} />
            ))}
          </Row>
          <Row>
            {(['info', 'success', 'warning', 'danger', 'neutral', 'brand'] as const).map((tone) => (
              <Badge key={tone} tone={tone}>
                {tone}
              </Badge>
            ))}
          </Row>
        </Specimen>
        <Specimen
          name="Avatars"
          note="Initials look designed, not missing; a picture that fails leaves them."
        >
          <Row>
            {PEOPLE.map((name) => (
              <Avatar key={name} name={name} label={name ?? 'No name'} />
            ))}
            <Avatar name="Broken Picture" src="/no-such-picture.png" label="A picture that fails" />
            <Avatar name="Small One" size={48} label="48 pixels" />
          </Row>
        </Specimen>
        <Specimen name="League emblems" note="Tile and line; an unknown league gets a line with stops.">
          <Row>
            {Object.keys(EMBLEMS).map((league) => (
              <LeagueEmblem key={league} league={league} size={72} />
            ))}
          </Row>
          <Row>
            {Object.keys(EMBLEMS).map((league) => (
              <span key={league} data-league={league} className="text-league">
                <LeagueEmblem league={league} variant="line" size={72} />
              </span>
            ))}
          </Row>
        </Specimen>
        <Specimen name="Progress" note="Rings and bars grow once; 0 and 100 included.">
          <Row>
            {[0, 7, 62, 100].map((value) => (
              <ProgressRing key={value} value={value} label={`Ring at ${value}`} />
            ))}
            <ProgressRing value={40} size={64} label="Small ring">
              <span className="text-sm">4/10</span>
            </ProgressRing>
          </Row>
          {[0, 1, 62, 100].map((value) => (
            <ProgressBar key={value} value={value} label={`Bar at ${value}`} withValue />
          ))}
          <ProgressBar value={35} size="small" label="Small bar" />
        </Specimen>
        <Tables />
        <States />
        <Overlays />
      </div>
    </section>
  );
}

function Row({ children }: { children: ReactNode }): ReactElement {
  return <div className="flex flex-wrap items-center gap-4">{children}</div>;
}
