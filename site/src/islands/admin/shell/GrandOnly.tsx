import { useEffect } from 'react';
import { rulesOf } from '../areas/areas.ts';
import { openPage } from '../areas/router.ts';

const READING_MS = 2500;

/** Redirects to cohorts afterwards (docs/product.md OPEN-16). */
export function GrandOnly() {
  useEffect(() => {
    const timer = setTimeout(() => openPage(rulesOf('cohorts').path, { replace: true }), READING_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <section className="mx-auto grid max-w-xl gap-4 py-12">
      <p className="eyebrow">Staff area</p>
      <h1 className="title">Specializations</h1>
      <p role="alert" className="text-lg text-danger">
        Access Denied - Only Grand Pathfinders can access Specialization Management.
      </p>
      <p className="text-muted">Taking you to the cohorts…</p>
    </section>
  );
}
