const SLUG_MAX = 40;

/** Plain ASCII for names of files and folders: 'probability-basics' for 'Probability: basics'. */
export function toSlug(name: string, fallback: string): string {
  const slug = name
    .slice(0, 200)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, SLUG_MAX)
    .replace(/^-+|-+$/g, '');
  return slug || fallback;
}
