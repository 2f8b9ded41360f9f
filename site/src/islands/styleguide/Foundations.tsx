import type { ReactElement } from 'react';
import { Specimen } from './Specimen.tsx';

const GROUNDS = [
  ['page', 'bg-page'],
  ['surface', 'bg-surface'],
  ['sunken', 'bg-sunken'],
  ['raised', 'bg-raised'],
  ['hover', 'bg-hover'],
  ['track', 'bg-track'],
  ['brand', 'bg-brand'],
  ['brand-tint', 'bg-brand-tint'],
  ['inverse', 'bg-inverse'],
] as const;

const SIZES = ['text-6xl', 'text-5xl', 'text-4xl', 'text-3xl', 'text-2xl', 'text-xl', 'text-lg'] as const;

/** Colours, type and marks. */
export function Foundations(): ReactElement {
  return (
    <>
      <Specimen name="Grounds">
        <ul className="grid grid-cols-3 gap-3 sm:grid-cols-5 lg:grid-cols-9">
          {GROUNDS.map(([name, ground]) => (
            <li key={name} className="text-xs text-muted">
              <span className={`mb-1 block h-14 rounded-md border border-line ${ground}`} />
              {name}
            </li>
          ))}
        </ul>
      </Specimen>
      <Specimen name="Type" note="Scale 1.25 from 16 pixels; headings tight, text open.">
        <div className="grid gap-2 overflow-hidden">
          {SIZES.map((size) => (
            <p key={size} className={`truncate font-display font-bold text-strong ${size}`}>
              Learn together 1.5
            </p>
          ))}
        </div>
        <p className="max-w-measure">
          Text is open and quiet, 60 to 72 characters wide.{' '}
          <a className="link" href="#main">
            A link in a sentence
          </a>{' '}
          wears a highlighter, a <span className="marker">key word</span> as well, and names such as ਗੁਰਪ੍ਰੀਤ
          ਸਿੰਘ and नमन शर्मा stand beside any other.
        </p>
        <p className="text-sm text-muted">Small and muted, 14.4 pixels. </p>
        <p className="text-sm text-faint">Small and faint, the quietest that still reads.</p>
      </Specimen>
      <Specimen name="Marks">
        <div className="flex flex-wrap items-center gap-8">
          <span className="eyebrow">Eyebrow</span>
          <span className="stamp">12 Mar 2025</span>
          <span className="marker text-xl font-bold">marker</span>
          <div className="ticket w-64 p-5 [--tear:3.5rem]">
            <p className="font-display font-bold">Ticket</p>
            <p className="mt-8 text-sm">Torn where --tear says.</p>
          </div>
        </div>
      </Specimen>
    </>
  );
}
