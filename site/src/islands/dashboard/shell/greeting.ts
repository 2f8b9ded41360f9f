const HEADER_FALLBACK = 'User';
const HERO_FALLBACK = 'Learner';

/** The first word of a name, or '' without one. */
function firstNameOf(name: string | null | undefined): string {
  return name?.trim().split(/\s+/)[0] ?? '';
}

/** How the header greets (LAYOUT-05, 06). */
export function headerName(name: string | null | undefined): string {
  return firstNameOf(name) || HEADER_FALLBACK;
}

/** How the welcome hero greets (DASH-03, 04). */
export function heroName(name: string | null | undefined): string {
  return firstNameOf(name) || HERO_FALLBACK;
}
