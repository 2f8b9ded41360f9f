import type { ReactNode } from 'react';
import { name as productName } from '#content/site.json';

export function VisitorShell({ children }: { children: ReactNode }) {
  return (
    <>
      <a href="#main" className="skip-link">
        Skip to content
      </a>
      <header className="border-b border-line bg-page">
        <div className="mx-auto flex min-h-16 max-w-6xl flex-wrap items-center justify-between gap-x-6 px-4 sm:px-6 lg:px-8">
          <a
            href="/"
            target="_self"
            className="link-alone font-display text-lg font-bold tracking-tight text-strong"
          >
            <span className="marker">{productName}</span>
          </a>
          <a href="/" target="_self" className="link inline-flex min-h-11 items-center">
            Back to Home
          </a>
        </div>
      </header>
      <main id="main" tabIndex={-1} className="mx-auto max-w-6xl px-4 pb-24 pt-6 sm:px-6 lg:px-8 lg:pt-8">
        {children}
      </main>
    </>
  );
}
