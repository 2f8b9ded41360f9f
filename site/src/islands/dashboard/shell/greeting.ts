const HEADER_FALLBACK = 'User';
const HERO_FALLBACK = 'Learner';

function firstNameOf(name: string | null | undefined): string {
  return name?.trim().split(/\s+/)[0] ?? '';
}

export function headerName(name: string | null | undefined): string {
  return firstNameOf(name) || HEADER_FALLBACK;
}

export function heroName(name: string | null | undefined): string {
  return firstNameOf(name) || HERO_FALLBACK;
}
