import type { ReactElement } from 'react';
import { trash } from '#site/icons/actions.ts';
import { arrowRight } from '#site/icons/arrows.ts';
import { Button, ButtonLink, IconButton } from '#site/islands/ui/Button.tsx';
import { Icon } from '#site/islands/ui/Icon.tsx';
import { Spinner } from '#site/islands/ui/Spinner.tsx';
import { Specimen } from './Specimen.tsx';

const VARIANTS = ['primary', 'secondary', 'ghost', 'danger'] as const;

/** Buttons: idle, disabled and busy; hover, focus and press by hand. */
export function Buttons(): ReactElement {
  return (
    <Specimen
      name="Buttons"
      note="Point at one for hover, tab to it for the two rings, press it and it gives way by a pixel."
    >
      {VARIANTS.map((variant) => (
        <div key={variant} className="flex flex-wrap items-center gap-3">
          <Button variant={variant} size="small">
            Small
          </Button>
          <Button variant={variant}>Save Note</Button>
          <Button variant={variant} size="large">
            Join Cohort 1.5
            <Icon path={arrowRight} />
          </Button>
          <Button variant={variant} disabled>
            Disabled
          </Button>
          <Button variant={variant} busy busyLabel="Saving…">
            Save
          </Button>
          <ButtonLink variant={variant} href="#main">
            A link
          </ButtonLink>
        </div>
      ))}
      <div className="flex items-center gap-3">
        <IconButton label="Delete">
          <Icon path={trash} />
        </IconButton>
        <IconButton label="Delete, not allowed" disabled>
          <Icon path={trash} />
        </IconButton>
        <Spinner label="Loading…" />
      </div>
    </Specimen>
  );
}
